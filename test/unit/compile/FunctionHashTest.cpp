// Equal functions have equal hashes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/FunctionHash.h"
#include "FunctionMutations.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace llvm;
using namespace mlgo;

namespace {

using Hashes = std::map<std::string, FunctionHasher::Hash>;

std::string readInput() {
  std::ifstream In(MLGO_TEST_INPUTS "/every-instruction.ll");
  std::stringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

std::unique_ptr<Module> parse(const std::string &Text, LLVMContext &Context) {
  SMDiagnostic Diagnostic;
  auto M = parseAssemblyString(Text, Diagnostic, Context);
  INFO(Diagnostic.getMessage().str() << " at " << Diagnostic.getLineNo());
  REQUIRE(M);
  return M;
}

/// The hash of each function with a body, by its name.
Hashes hashAll(const Module &M) {
  FunctionHasher Hasher;
  Hashes Found;
  for (const Function &F : M)
    if (!F.isDeclaration())
      Found[F.getName().str()] = Hasher.hash(F);
  return Found;
}

std::string print(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  M.print(OS, nullptr);
  return OS.str();
}

} // namespace

TEST_CASE("a function hashes alike wherever it is parsed", "[functionhash]") {
  LLVMContext Context, Other;
  const auto M = parse(readInput(), Context);
  REQUIRE_FALSE(verifyModule(*M, &errs()));
  const Hashes Expected = hashAll(*M);
  REQUIRE(Expected.size() > 10);
  CHECK(hashAll(*M) == Expected);

  // The second parse of a context renames its structures.
  CHECK(hashAll(*parse(readInput(), Context)) == Expected);
  CHECK(hashAll(*CloneModule(*M)) == Expected);

  // Other numbers for the kinds of metadata, and other addresses.
  Other.getMDKindID("somebody's own kind");
  CHECK(hashAll(*parse(readInput(), Other)) == Expected);
  CHECK(hashAll(*parse(print(*M), Other)) == Expected);

  SmallVector<char, 0> Bitcode;
  raw_svector_ostream OS(Bitcode);
  WriteBitcodeToFile(*M, OS);
  auto Read = parseBitcodeFile(
      MemoryBufferRef({Bitcode.data(), Bitcode.size()}, "bitcode"), Other);
  REQUIRE(bool(Read));
  CHECK(hashAll(**Read) == Expected);
}

TEST_CASE("what other functions are hashed before does not count",
          "[functionhash]") {
  LLVMContext Context;
  const auto M = parse(readInput(), Context);
  const Hashes Expected = hashAll(*M);
  FunctionHasher Backwards;
  for (const Function &F : reverse(*M))
    if (!F.isDeclaration())
      CHECK(Backwards.hash(F) == Expected.at(F.getName().str()));
  for (const Function &F : *M)
    if (!F.isDeclaration())
      CHECK(FunctionHasher().hash(F) == Expected.at(F.getName().str()));
}

TEST_CASE("names of locals and the order of a module do not count",
          "[functionhash]") {
  LLVMContext Context;
  const auto M = parse(readInput(), Context);
  const Hashes Expected = hashAll(*M);
  for (const NeutralChange &Change : listNeutralChanges()) {
    INFO(Change.Name);
    auto Changed = CloneModule(*M);
    Change.apply(*Changed);
    REQUIRE_FALSE(verifyModule(*Changed, &errs()));
    CHECK(hashAll(*Changed) == Expected);
    LLVMContext Other;
    CHECK(hashAll(*parse(print(*Changed), Other)) == Expected);
  }
}

TEST_CASE("a change in one body leaves the others' hashes", "[functionhash]") {
  LLVMContext Context;
  const auto M = parse(readInput(), Context);
  for (const auto &[Name, Hash] : hashAll(*M)) {
    INFO(Name);
    auto Changed = CloneModule(*M);
    for (Function &F : *Changed)
      if (!F.isDeclaration() && F.getName() != Name)
        F.getEntryBlock().front().setMetadata("somebody's own",
                                              MDNode::get(Context, {}));
    const Hashes Now = hashAll(*Changed);
    for (const auto &[Other, Expected] : hashAll(*M))
      CHECK((Now.at(Other) == Expected) == (Other == Name));
  }
}

TEST_CASE("every change that code can show changes the hash",
          "[functionhash]") {
  LLVMContext Context;
  const auto M = parse(readInput(), Context);
  const std::string Before = print(*M);
  size_t Applied = 0;
  std::set<std::string> Kinds;
  for (const auto &[Name, Hash] : hashAll(*M)) {
    struct Change {
      std::string What, Text;
    };
    std::map<FunctionHasher::Hash, Change> Seen;
    Seen[Hash] = {"no change", Before};
    const size_t Count =
        listMutations(*CloneModule(*M)->getFunction(Name)).size();
    for (size_t I = 0; I < Count; ++I) {
      auto Changed = CloneModule(*M);
      Function &F = *Changed->getFunction(Name);
      const Mutation Chosen = listMutations(F)[I];
      Chosen.apply();
      const Change Now = {Chosen.Kind + " " + std::to_string(I),
                          print(*Changed)};
      auto [Known, IsNew] = Seen.try_emplace(FunctionHasher().hash(F), Now);
      // Two changes may give one function, and a change none.
      if (Known->second.Text != Now.Text)
        FAIL_CHECK(Name << ": " << Now.What << " hashes as "
                        << Known->second.What);
      if (IsNew)
        Kinds.insert(Chosen.Kind);
      Applied += IsNew;
    }
  }
  CHECK(Applied > 1000);
  // Nothing that is known to matter is missing from the input.
  for (const char *Kind : {"target",
                           "integer",
                           "real",
                           "metadata operand",
                           "operand",
                           "order",
                           "removal",
                           "nsw",
                           "nuw",
                           "exact",
                           "disjoint",
                           "nneg",
                           "samesign",
                           "inbounds",
                           "gep nuw",
                           "fast",
                           "metadata",
                           "volatile",
                           "alignment",
                           "ordering",
                           "scope",
                           "type",
                           "operation",
                           "weak",
                           "slot",
                           "call convention",
                           "call attribute",
                           "tail",
                           "bundle",
                           "assembly",
                           "opcode",
                           "predicate",
                           "incoming",
                           "case",
                           "cleanup",
                           "mask",
                           "index",
                           "collector",
                           "personality",
                           "prefix",
                           "prologue",
                           "entry count",
                           "block order",
                           "own name",
                           "own linkage",
                           "own comdat",
                           "own comdat kind",
                           "callee's attribute",
                           "callee's linkage",
                           "variable's initialiser",
                           "variable's model",
                           "variable's comdat"}) {
    INFO(Kind);
    CHECK(Kinds.count(Kind) == 1);
  }
}
