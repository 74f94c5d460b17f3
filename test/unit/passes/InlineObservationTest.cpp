// Tests of InlineObservation
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineAdvisor.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>
#include <map>
#include <set>

using namespace mlgo;

namespace {

const char *const Code = R"(
target triple = "x86_64-pc-linux-gnu"
declare void @sink(i32)
declare i32 @personality(...)
define internal i32 @straight(i32 %x, ptr %p) minsize {
  %a = load i32, ptr %p
  %b = mul i32 %a, %x
  store i32 %b, ptr %p
  call void @sink(i32 %b)
  call void @sink(i32 %x)
  call void @sink(i32 %a)
  ret i32 %b
}
define internal i32 @forks(i32 %x, ptr %p) minsize {
  %c = icmp sgt i32 %x, 7
  br i1 %c, label %big, label %small
big:
  call void @sink(i32 %x)
  %v = call i32 @straight(i32 %x, ptr %p)
  ret i32 %v
small:
  call void @sink(i32 3)
  ret i32 5
}
define internal i32 @goes_on(i32 %x, ptr %p) minsize {
  br label %next
next:
  ret i32 %x
}
define void @variadic(i32 %x, ...) minsize {
  call void @sink(i32 %x)
  ret void
}
define internal i32 @invokes(i32 %x, ptr %p) minsize personality ptr @personality {
  %v = invoke i32 @forks(i32 %x, ptr %p) to label %done unwind label %pad
done:
  ret i32 %v
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
define i32 @caller(i32 %n) minsize {
  %slot = alloca i32
  %field = getelementptr inbounds i8, ptr %slot, i64 4
  %a = call i32 @straight(i32 1, ptr %slot)
  %b = call i32 @straight(i32 %a, ptr null)
  %c = call i32 @forks(i32 9, ptr %field)
  %d = call i32 @forks(i32 %c, ptr %field)
  %e = call i32 @goes_on(i32 %d, ptr %slot)
  %f = call i32 @invokes(i32 %e, ptr %slot)
  call void (i32, ...) @variadic(i32 1, i32 2, i32 3)
  ret i32 %f
}
)";

/// Fills what it is asked for, of which only \p Names are read.
class PickyRunner final : public mlgo::MLModelRunner {
public:
  explicit PickyRunner(const std::set<std::string> &Names)
      : MLModelRunner(Kind::Release, getInlinePolicyInputs()) {
    Memory.resize(inputs().size(), -1);
    for (size_t I = 0; I < Memory.size(); ++I)
      setUpBufferForTensor(I, Names.count(inputs()[I].name()) ? &Memory[I]
                                                              : nullptr);
  }

private:
  const void *evaluateUntyped() override { return nullptr; }

  std::vector<int64_t> Memory;
};

struct Analyses {
  Analyses() {
    llvm::SMDiagnostic Diagnostic;
    M = llvm::parseAssemblyString(Code, Diagnostic, Ctx);
    INFO(Diagnostic.getMessage().str());
    REQUIRE(M);
    llvm::PassBuilder PB;
    PB.registerModuleAnalyses(MAM);
    PB.registerFunctionAnalyses(FAM);
    FAM.registerPass(
        [&] { return llvm::ModuleAnalysisManagerFunctionProxy(MAM); });
  }

  /// Direct calls of defined functions.
  std::vector<llvm::CallBase *> calls() {
    std::vector<llvm::CallBase *> Found;
    for (llvm::Function &F : *M)
      for (llvm::Instruction &I : llvm::instructions(F))
        if (auto *CB = llvm::dyn_cast<llvm::CallBase>(&I))
          if (CB->getCalledFunction() &&
              !CB->getCalledFunction()->isDeclaration())
            Found.push_back(CB);
    return Found;
  }

  llvm::LLVMContext Ctx;
  std::unique_ptr<llvm::Module> M;
  llvm::ModuleAnalysisManager MAM;
  llvm::FunctionAnalysisManager FAM;
};

std::map<std::string, int64_t> valuesIn(const mlgo::MLModelRunner &Runner) {
  std::map<std::string, int64_t> Values;
  for (size_t I = 0; I < Runner.inputs().size(); ++I)
    Values[Runner.inputs()[I].name()] = *Runner.getTensor<int64_t>(I);
  return Values;
}

} // namespace

TEST_CASE("InlineObservation: a few inputs are as among all", "[inline]") {
  Analyses A;
  const std::set<std::string> Picked = {"callsite_cost",
                                        "constant_args",
                                        "cost_estimate",
                                        "callsite_loop_depth",
                                        "callsite_height",
                                        "callee_users",
                                        "call_live_values",
                                        "callee_max_loop_depth",
                                        "caller_local_calls",
                                        "call_neighbours",
                                        "callee_basic_block_count",
                                        "nr_ctant_params",
                                        "inlining_default"};
  PickyRunner Few(Picked);
  NoInferenceModelRunner All(getInlinePolicyInputs());
  const auto Phase = llvm::ThinOrFullLTOPhase::None;
  CostMemory FewCosts, AllCosts;
  InlineObservation FewObserved(*A.M, A.FAM, Few, FewCosts, Phase, false);
  InlineObservation AllObserved(*A.M, A.FAM, All, AllCosts, Phase, true);
  FunctionFacts Facts(A.FAM);
  CHECK(A.calls().size() == 9);
  for (llvm::CallBase *CB : A.calls()) {
    INFO(CB->getCaller()->getName().str()
         << " calls " << CB->getCalledFunction()->getName().str());
    const InlineQuestion Q = {*CB, 17, true};
    FewObserved.fill(Q, Facts, false);
    AllObserved.fill(Q, Facts, true);
    auto Seen = valuesIn(Few), Expected = valuesIn(All);
    for (const std::string &Name : Picked) {
      INFO(Name);
      CHECK(Seen[Name] == Expected[Name]);
    }
  }
}

TEST_CASE("StockHeuristic: the whole cost is LLVM's estimate", "[inline]") {
  Analyses A;
  const StockHeuristic Stock(A.FAM, llvm::getInlineParams(2, 2));
  unsigned Refused = 0;
  for (llvm::CallBase *CB : A.calls()) {
    INFO(CB->getCaller()->getName().str()
         << " calls " << CB->getCalledFunction()->getName().str());
    llvm::OptimizationRemarkEmitter ORE(CB->getCaller());
    const auto Whole = Stock.decide(*CB, ORE, /*WholeCost=*/true);
    const auto Usual = Stock.decide(*CB, ORE);
    CHECK(Whole.Inline == Usual.Inline);
    Refused += !Whole.Inline;
    const auto Estimate = llvm::getInliningCostEstimate(
        *CB, A.FAM.getResult<llvm::TargetIRAnalysis>(*CB->getCalledFunction()),
        [&](llvm::Function &F) -> llvm::AssumptionCache & {
          return A.FAM.getResult<llvm::AssumptionAnalysis>(F);
        });
    REQUIRE(Whole.Cost.isVariable() == Estimate.has_value());
    if (Estimate)
      CHECK(Whole.Cost.getCost() == *Estimate);
  }
  CHECK(Refused > 0);
}
