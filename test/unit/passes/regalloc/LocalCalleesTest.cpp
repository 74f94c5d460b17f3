// Tests of LocalCallees
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LocalCallees.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>

using namespace llvm;
using namespace mlgo;

namespace {
struct Parsed {
  explicit Parsed(const std::string &Code)
      : M(parseAssemblyString(Code, Failure, Context)) {
    REQUIRE(M);
  }

  /// The names of what is defined, in the order of the module.
  std::string names() const {
    std::string Names;
    for (const Function &F : *M)
      if (!F.isDeclaration())
        Names += F.getName().str() + " ";
    return Names;
  }

  SMDiagnostic Failure;
  LLVMContext Context;
  std::unique_ptr<Module> M;
};

std::string calling(const std::string &How, const std::string &Name,
                    const std::string &Callees) {
  std::string Code = "define " + How + " void @" + Name + "() {\n";
  for (const char C : Callees)
    Code += std::string("call void @") + C + "()\n";
  return Code + "ret void }\n";
}
} // namespace

TEST_CASE("Local callees stand before their first caller",
          "[regalloc][callees]") {
  Parsed P("declare void @x()\n" + calling("", "m", "xcax") +
           calling("internal", "a", "b") + calling("internal", "b", "x") +
           calling("internal", "c", "b") + calling("", "n", "ma"));
  CHECK(orderCalleesFirst(*P.M));
  CHECK(P.names() == "b c a m n ");
  CHECK_FALSE(orderCalleesFirst(*P.M));
}

TEST_CASE("Other functions stay where they are", "[regalloc][callees]") {
  Parsed P(calling("", "m", "ab") + calling("hidden", "a", "") +
           calling("internal", "b", "") + "@t = global ptr @b\n");
  CHECK_FALSE(orderCalleesFirst(*P.M));
  CHECK(P.names() == "m a b ");
}

TEST_CASE("Functions that call each other and long chains have an order",
          "[regalloc][callees]") {
  Parsed Ring(calling("", "m", "a") + calling("internal", "a", "ab") +
              calling("internal", "b", "ac") + calling("internal", "c", "b"));
  CHECK(orderCalleesFirst(*Ring.M));
  CHECK(Ring.names() == "c b a m ");

  std::string Code = "define void @f0() { call void @f1() ret void }\n";
  const int Length = 50000; // A recursion as deep needs more than a stack.
  for (int I = 1; I < Length; ++I)
    Code += "define internal void @f" + std::to_string(I) +
            "() { call void @f" + std::to_string(I + 1) + "() ret void }\n";
  Code +=
      "define internal void @f" + std::to_string(Length) + "() { ret void }\n";
  Parsed Chain(Code);
  CHECK(orderCalleesFirst(*Chain.M));
  CHECK(Chain.M->begin()->getName() == "f" + std::to_string(Length));
}

TEST_CASE("Naked functions and other conventions are nobody's local callees",
          "[regalloc][callees]") {
  for (const char *How :
       {"internal swiftcc", "internal preserve_mostcc",
        "internal preserve_allcc", "internal swifttailcc", "internal tailcc",
        "internal ghccc", "internal x86_regcallcc", "internal win64cc",
        "internal x86_intrcc"})
    CHECK_FALSE(isLocalCallee(
        *Parsed(std::string("define ") + How + " void @f" +
                (StringRef(How).ends_with("intrcc") ? "(ptr byval(i8) %x)"
                                                    : "()") +
                " { ret void }")
             .M->getFunction("f")));
  for (const char *How :
       {"internal", "private", "internal fastcc", "internal coldcc"})
    CHECK(isLocalCallee(
        *Parsed(std::string("define ") + How + " void @f() { ret void }")
             .M->getFunction("f")));
  CHECK_FALSE(
      isLocalCallee(*Parsed("define internal void @f() naked { unreachable }")
                         .M->getFunction("f")));
}
