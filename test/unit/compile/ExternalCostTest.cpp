// Tests of ExternalCost
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ExternalCost.h"
#include "compile/ModulePipeline.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// What is in a library (@small, @large, which calls @part three times, and
/// @forever, which calls itself), and a function that calls @small.
const char *const Code = R"(target triple = "x86_64-pc-linux-gnu"
declare void @nowhere()
define available_externally i64 @small(ptr %p) {
  %v = load i64, ptr %p
  ret i64 %v
}
define available_externally i64 @large(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @part(ptr %p)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %loop, label %done, !prof !1
done:
  ret i64 %i
}
define available_externally void @forever(ptr %p) {
  store i64 1, ptr %p
  call void @forever(ptr %p)
  ret void
}
define linkonce_odr void @part(ptr %p) {
  store volatile i64 1, ptr %p
  store volatile i64 2, ptr %p
  ret void
}
define i64 @caller(ptr %p) !prof !0 {
  call void @nowhere()
  %v = call i64 @small(ptr %p)
  ret i64 %v
}
!0 = !{!"function_entry_count", i64 1000}
!1 = !{!"branch_weights", i32 2, i32 1}
)";

struct Compiled {
  llvm::LLVMContext Ctx;
  std::unique_ptr<llvm::Module> M;
  std::unique_ptr<llvm::TargetMachine> TM;
  CycleTermsByFunction External;

  Compiled() {
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(Code, Error, Ctx);
    REQUIRE(M);
    auto Created = createTargetMachine(*M);
    REQUIRE(Created);
    TM = std::move(*Created);
    llvm::LoopAnalysisManager LAM;
    llvm::FunctionAnalysisManager FAM;
    llvm::CGSCCAnalysisManager CGAM;
    llvm::ModuleAnalysisManager MAM;
    llvm::PassBuilder PB(TM.get());
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    External = estimateExternalCode(*M, FAM);
  }

  CycleTerms count(const ExecutedBlocks &Program) {
    CycleTermsByUnit Found;
    llvm::SmallVector<char, 0> Object;
    REQUIRE(
        generateObject(*M, *TM, Object, createCycleCounter(Found, Program)));
    return Found.at("caller");
  }
};

} // namespace

TEST_CASE("ExternalCost: what a library's function takes is guessed by the "
          "body that is there to be inlined") {
  const CycleTermsByFunction Found = Compiled().External;
  REQUIRE(Found.size() == 3);
  const CycleTerms &Small = Found.at("small"), &Large = Found.at("large"),
                   &Forever = Found.at("forever");
  CHECK(Small.Loads > CycleTerms::Unit);
  CHECK(Large.Instructions > Small.Instructions);
  // Three times two stores, beside what any function saves.
  CHECK(double(Large.Stores - Small.Stores) / CycleTerms::Unit ==
        Approx(6).epsilon(0.01));
  CHECK(Forever.Stores - Small.Stores == CycleTerms::Unit);
}

TEST_CASE("ExternalCost: a call that is left costs what it takes elsewhere") {
  Compiled Without, With;
  ExecutedBlocks Program;
  const CycleTerms Alone = Without.count(Program);
  Program.External = With.External;
  const CycleTerms Both = With.count(Program);
  const CycleTerms &Small = With.External.at("small");
  CHECK(Both.Instructions - Alone.Instructions == 1000 * Small.Instructions);
  CHECK(Both.Loads - Alone.Loads == 1000 * Small.Loads);
  CHECK(weigh(Both) > weigh(Alone) + 1000);
  CHECK(Both.HotBytes == Alone.HotBytes);
}
