// Tests of InlineFeatures
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineFeatures.h"
#include "FunctionFacts.h"
#include "TargetCode.h"
#include "mlgo/llvm/PassAnalyses.h"
#include "task/Task.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>
#include <map>

using namespace mlgo;

namespace {

const char *const Code = R"(
declare i32 @personality(...)
define internal i32 @once(i32 %x, ptr %p) nounwind optsize {
  %was = load i32, ptr %p
  store i32 0, ptr %p
  ret i32 %x
}
define linkonce_odr void @variadic(...) cold {
  ret void
}
define void @recursive(i32 %x) {
  call void @recursive(i32 %x)
  unreachable
}
define void @caller(i32 %x, i32 %n) minsize optsize uwtable personality ptr @personality {
entry:
  %slot = alloca i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %unused = call i32 @once(i32 %x, ptr %slot)
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %out
out:
  call void (...) @variadic(i32 7)
  invoke void (...) @variadic() to label %done unwind label %pad
done:
  call void @recursive(i32 1) noreturn
  unreachable
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
@address = global ptr @variadic
)";

/// The features of the \p Index-th call in @caller, by name.
std::map<std::string, int64_t>
featuresOf(unsigned Index, const char *Target = "x86_64-linux-gnu") {
  llvm::LLVMContext Ctx;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(Code, Diagnostic, Ctx);
  INFO(Diagnostic.getMessage().str());
  REQUIRE(M);
  llvm::Function &Caller = *M->getFunction("caller");
  llvm::FunctionAnalysisManager FAM;
  llvm::ModuleAnalysisManager MAM;
  llvm::PassBuilder().registerFunctionAnalyses(FAM);
  FAM.registerPass(
      [&] { return llvm::ModuleAnalysisManagerFunctionProxy(MAM); });
  FunctionFacts Facts(FAM);
  for (llvm::Instruction &I : llvm::instructions(Caller)) {
    auto *CB = llvm::dyn_cast<llvm::CallBase>(&I);
    if (!CB || Index-- > 0)
      continue;
    const InlineFeatureValues Values =
        extractInlineFeatures({*CB, Facts, TargetCode::of(llvm::Triple(Target)),
                               llvm::ThinOrFullLTOPhase::FullLTOPostLink, true},
                              InlineFeatureSet().set());
    const std::vector<TaskInput> &Inputs = (*findTask("inline"))->Inputs;
    std::map<std::string, int64_t> ByName;
    for (size_t F = 0; F < Values.size(); ++F)
      ByName[Inputs[Inputs.size() - Values.size() + F].Spec.name()] = Values[F];
    return ByName;
  }
  FAIL("no such call");
  return {};
}

} // namespace

TEST_CASE("InlineFeatures: a local callee with one use, called in a loop") {
  auto F = featuresOf(0);
  CHECK(F["callee_is_local"] == 1);
  CHECK(F["callee_dies"] == 1);
  CHECK(F["callee_use_count"] == 1);
  CHECK(F["callsite_loop_depth"] == 1);
  CHECK(F["call_argument_count"] == 2);
  CHECK(F["call_alloca_arguments"] == 1);
  CHECK(F["call_forwarded_arguments"] == 1);
  CHECK(F["call_result_is_unused"] == 1);
  CHECK(F["callee_is_nounwind"] == 1);
  CHECK(F["callee_returns_void"] == 0);
  CHECK(F["callee_instruction_count"] == 3);
  CHECK(F["callee_load_count"] == 1);
  CHECK(F["callee_store_count"] == 1);
  CHECK(F["caller_instruction_count"] == 13);
  CHECK(F["caller_local_calls"] == 4);
  CHECK(F["callee_returns_argument"] == 1);
  CHECK(F["callee_only_reads"] == 0);
  CHECK(F["caller_calls"] == 4);
  CHECK(F["caller_landing_pads"] == 1);
  CHECK(F["caller_allocas"] == 1);
  // %j is computed before the call and compared after it; %i is not needed
  // again.
  CHECK(F["call_live_values"] == 1);
  CHECK(F["call_neighbours"] == 0);
  CHECK(F["call_last_use_arguments"] == 2);
  CHECK(F["call_is_before_return"] == 0);
  CHECK(F["call_result_use_count"] == 0);
  CHECK(F["lto_phase"] == 3);
  CHECK(F["inlining_default"] == 1);
}

TEST_CASE("InlineFeatures: where the call is compiled") {
  auto X86 = featuresOf(0), Thumb = featuresOf(0, "thumbv7-linux-gnueabihf"),
       Wasm = featuresOf(0, "wasm32-wasi");
  CHECK(X86["caller_size_level"] == 2);
  CHECK(X86["callee_size_level"] == 1);
  CHECK(X86["caller_has_unwind_table"] == 1);
  CHECK(X86["callee_has_unwind_table"] == 0);
  CHECK(featuresOf(1)["callee_has_unwind_table"] == 1);
  CHECK(featuresOf(1)["callee_size_level"] == 0);
  CHECK(X86["unwind_table_kind"] == 1);
  CHECK(X86["call_bytes"] == 5);
  CHECK(X86["call_heat"] == 0);
  CHECK(X86["call_frequency"] > 64 * 100); // In a loop.
  CHECK(Thumb["unwind_table_kind"] == 2);
  CHECK(Thumb["call_bytes"] == 4);
  CHECK(Thumb["bytes_of_64_instructions"] < X86["bytes_of_64_instructions"]);
  CHECK(Wasm["unwind_table_kind"] == 0);
  CHECK(Wasm["caller_has_unwind_table"] == 0);
}

TEST_CASE("InlineFeatures: a profile tells hot calls from cold ones") {
  const char *const Profiled = R"(
declare void @callee()
define void @often() !prof !0 {
  call void @callee()
  ret void
}
define void @sometimes() !prof !1 {
  call void @callee()
  ret void
}
define void @never() !prof !2 {
  call void @callee()
  ret void
}
!llvm.module.flags = !{!3}
!0 = !{!"function_entry_count", i64 100000}
!1 = !{!"function_entry_count", i64 60}
!2 = !{!"function_entry_count", i64 0}
!3 = !{i32 1, !"ProfileSummary", !4}
!4 = !{!5, !6, !7, !8, !9, !10, !11, !12}
!5 = !{!"ProfileFormat", !"InstrProf"}
!6 = !{!"TotalCount", i64 100060}
!7 = !{!"MaxCount", i64 100000}
!8 = !{!"MaxInternalCount", i64 100000}
!9 = !{!"MaxFunctionCount", i64 100000}
!10 = !{!"NumCounts", i64 3}
!11 = !{!"NumFunctions", i64 3}
!12 = !{!"DetailedSummary", !13}
!13 = !{!14, !15}
!14 = !{i32 990000, i64 1000, i32 1}
!15 = !{i32 999999, i64 50, i32 2}
)";
  llvm::LLVMContext Ctx;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(Profiled, Diagnostic, Ctx);
  INFO(Diagnostic.getMessage().str());
  REQUIRE(M);
  PassAnalyses Analyses;
  llvm::PassBuilder PB;
  Analyses.registerAll(PB);
  Analyses.Modules.getResult<llvm::ProfileSummaryAnalysis>(*M);
  FunctionFacts Facts(Analyses.Functions);
  const auto HeatIn = [&](const char *Caller) {
    llvm::Function &F = *M->getFunction(Caller);
    return Facts.heat(llvm::cast<llvm::CallBase>(F.front().front()));
  };
  CHECK(HeatIn("often") == CallHeat::Hot);
  CHECK(HeatIn("sometimes") == CallHeat::Neither);
  CHECK(HeatIn("never") == CallHeat::Cold);
}

TEST_CASE("InlineFeatures: a variadic callee with its address taken") {
  auto Call = featuresOf(1), Invoke = featuresOf(2);
  CHECK(Call["callee_is_vararg"] == 1);
  CHECK(Call["callee_is_linkonce"] == 1);
  CHECK(Call["callee_is_address_taken"] == 1);
  CHECK(Call["callee_use_count"] == 3);
  CHECK(Call["callee_uses_in_caller"] == 2);
  CHECK(Call["callee_dies"] == 0);
  CHECK(Call["callee_is_cold"] == 1);
  CHECK(Call["call_is_invoke"] == 0);
  CHECK(Invoke["call_is_invoke"] == 1);
  CHECK(Call["callsite_loop_depth"] == 0);
  CHECK(Call["call_neighbours"] == 1);
}

TEST_CASE("InlineFeatures: a recursive callee on a path that ends") {
  auto F = featuresOf(3);
  CHECK(F["callee_is_recursive"] == 1);
  CHECK(F["call_is_noreturn"] == 1);
  CHECK(F["call_is_in_dead_end"] == 1);
  CHECK(F["callee_is_local"] == 0);
  CHECK(F["callee_use_count"] == 2);
}
