// Tests of PartialCode.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PartialCode.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>

using namespace llvm;
using namespace mlgo;

static std::string keep(bool HasCallees, std::vector<StringRef> Names) {
  LLVMContext Context;
  SMDiagnostic Failure;
  const auto M = parseAssemblyString(R"(
    $shared = comdat any
    @other_name = alias void (), ptr @named
    define internal void @leaf() { ret void }
    define internal void @middle() {
      call void @leaf()
      ret void
    }
    define internal void @ring() {
      call void @round()
      ret void
    }
    define internal void @round() {
      call void @ring()
      ret void
    }
    define void @top() {
      call void @middle()
      call void @shared()
      ret void
    }
    define linkonce_odr void @shared() comdat { ret void }
    define void @named() { ret void }
  )",
                                     Failure, Context);
  REQUIRE(M);
  ModulePart Part;
  for (const StringRef Name : Names)
    Part.Functions.insert(Name);
  Part.HasCallees = HasCallees;
  keepPart(*M, Part);
  std::string Kept;
  for (const Function &F : *M) {
    if (F.isDeclaration()) {
      CHECK(F.hasExternalLinkage());
      CHECK_FALSE(F.hasComdat());
      CHECK(F.isDSOLocal() ==
            (F.getName() != "shared" && F.getName() != "top"));
    } else {
      Kept += (Kept.empty() ? "" : " ") + F.getName().str();
    }
  }
  return Kept;
}

TEST_CASE("PartialCode: what is asked for, and what has another name",
          "[gate]") {
  CHECK(keep(false, {"top"}) == "top named");
  CHECK(keep(false, {}) == "named");
}

TEST_CASE("PartialCode: local callees, if they are wanted", "[gate]") {
  CHECK(keep(true, {"top"}) == "leaf middle top named");
  CHECK(keep(true, {"shared"}) == "shared named");
}

TEST_CASE("PartialCode: nobody knows of a callee that comes later", "[gate]") {
  CHECK(keep(false, {"ring"}) == "ring round named");
  CHECK(keep(false, {"round"}) == "round named");
}
