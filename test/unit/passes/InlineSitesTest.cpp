// Tests of InlineSites
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineSites.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <vector>

using namespace mlgo;

namespace {

struct ParsedModule {
  llvm::LLVMContext Ctx;
  std::unique_ptr<llvm::Module> M;

  explicit ParsedModule(const std::string &Code) {
    llvm::SMDiagnostic Diagnostic;
    M = llvm::parseAssemblyString(Code, Diagnostic, Ctx);
    INFO(Diagnostic.getMessage().str());
    REQUIRE(M);
  }

  llvm::Function &function(const char *Name) {
    llvm::Function *F = M->getFunction(Name);
    REQUIRE(F);
    return *F;
  }

  /// The \p Index-th call in \p Name.
  llvm::CallBase &call(const char *Name, unsigned Index) {
    for (llvm::Instruction &I : llvm::instructions(function(Name)))
      if (auto *CB = llvm::dyn_cast<llvm::CallBase>(&I))
        if (Index-- == 0)
          return *CB;
    FAIL("no such call");
    std::abort();
  }

  std::string text() const {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    M->print(OS, nullptr);
    return Text;
  }
};

/// Carries out what the advisor decided and tells \p Sites.
void inlineCall(InlineSites &Sites, llvm::CallBase &CB) {
  const std::string Path = Sites.getName(CB).Path;
  llvm::Function &Caller = *CB.getCaller();
  const CallPlace Place(CB);
  llvm::InlineFunctionInfo Info;
  REQUIRE(llvm::InlineFunction(CB, Info).isSuccess());
  Sites.onInlined(Caller, Path, Place);
}

std::vector<std::string> pathsIn(InlineSites &Sites, llvm::Function &F) {
  std::vector<std::string> Paths;
  for (llvm::Instruction &I : llvm::instructions(F))
    if (auto *CB = llvm::dyn_cast<llvm::CallBase>(&I))
      if (CB->getCalledFunction() && !llvm::isa<llvm::IntrinsicInst>(CB))
        Paths.push_back(Sites.getName(*CB).Path);
  return Paths;
}

using Paths = std::vector<std::string>;

const char *const Code = R"(
source_filename = "some/folder/file.c"
declare void @sink(i32)
declare i32 @llvm.ctpop.i32(i32)
define internal void @leaf(i32 %x) {
  call void @sink(i32 %x)
  call void @sink(i32 7)
  ret void
}
define void @middle(i32 %x) {
  call void @leaf(i32 %x)
  call void asm sideeffect "", ""()
  %y = call i32 @llvm.ctpop.i32(i32 %x)
  call void @leaf(i32 %y)
  ret void
}
define internal void @top(i32 %x, ptr %f) {
  call void @middle(i32 %x)
  call void @leaf(i32 1)
  call void %f(i32 3)
  call void @middle(i32 %x)
  ret void
}
@keep = global ptr @top
)";

} // namespace

TEST_CASE(
    "InlineSites: calls are counted by callee; local callers have a file") {
  ParsedModule P(Code);
  InlineSites Sites(*P.M);
  CHECK(Sites.getName(P.call("middle", 0)).key() == "middle\tleaf\tleaf#0");
  CHECK(Sites.getName(P.call("middle", 3)).key() == "middle\tleaf\tleaf#1");
  CHECK(Sites.getName(P.call("top", 0)).key() ==
        "top@file.c\tmiddle\tmiddle#0");
  CHECK(Sites.getName(P.call("top", 3)).Path == "middle#1");
  // Asking again changes nothing.
  CHECK(Sites.getName(P.call("top", 3)).Path == "middle#1");
}

TEST_CASE("InlineSites: calls in copies are named after what was replaced") {
  ParsedModule P(Code);
  InlineSites Sites(*P.M);
  inlineCall(Sites, P.call("top", 3));
  CHECK(pathsIn(Sites, P.function("top")) ==
        Paths{"middle#0", "leaf#0", "middle#1/leaf#0", "middle#1/leaf#1"});
}

TEST_CASE("InlineSites: the order of inlining does not matter") {
  Paths TopDown, BottomUp;
  {
    ParsedModule P(Code);
    InlineSites Sites(*P.M);
    inlineCall(Sites, P.call("top", 0));
    inlineCall(Sites, P.call("top", 0));
    TopDown = pathsIn(Sites, P.function("top"));
  }
  {
    ParsedModule P(Code);
    InlineSites Sites(*P.M);
    inlineCall(Sites, P.call("middle", 0));
    inlineCall(Sites, P.call("top", 0));
    BottomUp = pathsIn(Sites, P.function("top"));
  }
  CHECK(TopDown.front() == "middle#0/leaf#0/sink#0");
  CHECK(TopDown == BottomUp);
}

TEST_CASE("InlineSites: an indirect call keeps its name when it is direct") {
  ParsedModule P(Code);
  InlineSites Sites(*P.M);
  llvm::CallBase &CB = P.call("top", 2);
  CB.setCalledFunction(&P.function("leaf"));
  CHECK(Sites.getName(CB).key() == "top@file.c\tleaf\t*#0");
}

TEST_CASE(
    "InlineSites: copies of a call and calls without mark are told apart") {
  ParsedModule P(Code);
  InlineSites Sites(*P.M);
  llvm::CallBase &CB = P.call("top", 0);
  CB.clone()->insertBefore(CB.getIterator());
  CHECK(pathsIn(Sites, P.function("top")) ==
        Paths{"middle#0", "middle#0~1", "leaf#0", "middle#1"});
  // Their own copies follow them.
  inlineCall(Sites, P.call("top", 1));
  CHECK(pathsIn(Sites, P.function("top"))[1] == "middle#0~1/leaf#0");
  P.call("middle", 0).setMetadata("mlgo.site", nullptr);
  P.call("middle", 3).setMetadata("mlgo.site", nullptr);
  CHECK(Sites.getName(P.call("middle", 0)).Path == "?leaf");
  CHECK(Sites.getName(P.call("middle", 3)).Path == "?leaf~1");
  CHECK(Sites.getName(P.call("middle", 0)).Path == "?leaf");
}

TEST_CASE("InlineSites: nothing of it stays in the module") {
  ParsedModule P(Code), Untouched(Code);
  {
    InlineSites Sites(*P.M);
    (void)Sites.getName(P.call("top", 0));
    CHECK(P.text() != Untouched.text());
  }
  CHECK(P.text() == Untouched.text());
}

TEST_CASE("InlineSites: names do not change with what other functions hold") {
  // A file numbers its closures, and ThinLTO marks what it makes visible.
  const std::string Header = "source_filename = \"a.cc\"\n";
  const std::string Other = R"(
define internal void @_ZZ5otherENK3$_0clEv() { ret void }
define internal void @_ZZ5otherENK3$_1clEv() { ret void }
)";
  auto Main = [](const std::string &A, const std::string &B) {
    return "define internal void @_ZZ4mainENK3$_" + A +
           "clEv() { ret void }\ndefine internal void @_ZZ4mainENK" +
           (B.size() > 1 ? "4" : "3") + "$_" + B +
           "clEv() { ret void }\ndefine hidden void @f.llvm.123() {\n  call "
           "void @_ZZ4mainENK3$_" +
           A + "clEv()\n  call void @_ZZ4mainENK" + (B.size() > 1 ? "4" : "3") +
           "$_" + B + "clEv()\n  ret void\n}\n";
  };
  auto Keys = [](const std::string &Text) {
    ParsedModule P(Text);
    InlineSites Sites(*P.M);
    return Paths{Sites.getName(P.call("f.llvm.123", 0)).key(),
                 Sites.getName(P.call("f.llvm.123", 1)).key()};
  };
  const Paths Alone = Keys(Header + Main("0", "1"));
  CHECK(Alone[0] != Alone[1]);
  CHECK(Alone[0].substr(0, 2) == "f\t");
  CHECK(Keys(Header + Other + Main("2", "3")) == Alone);
  CHECK(Keys(Header + Other + Main("9", "10")) == Alone);
}

TEST_CASE("InlineSites: a symbol cannot pass for a local function") {
  ParsedModule P(R"(
source_filename = "a.c"
define internal void @f() { ret void }
define void @"f@a.c"() { ret void }
)");
  InlineSites Sites(*P.M);
  CHECK(Sites.getCallerName(P.function("f")) == "f@a.c");
  CHECK(Sites.getCallerName(P.function("f@a.c")) == "f@a.c@");
}
