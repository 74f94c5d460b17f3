//===- LLVMFeatureAdvisor.cpp - LLVM's ML advisor as it is ----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVMFeatureAdvisor.h"

#include "PolicyAdvice.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {

std::vector<TensorSpec> getLLVMInlineInputs(bool IncludeDefault) {
  auto Inputs = convertSpecs<TensorSpec>(compat::getInlineFeatures());
  if (IncludeDefault)
    Inputs.push_back(TensorSpec::createSpec<int64_t>("inlining_default", {1}));
  return Inputs;
}

LLVMFeatureAdvisor::LLVMFeatureAdvisor(
    Module &M, ModuleAnalysisManager &MAM, FunctionAnalysisManager &FAM,
    std::unique_ptr<mlgo::MLModelRunner> PolicyRunner,
    InlineAdvisorConfig TheConfig)
    : MLInlineAdvisorBase(M, MAM, adaptRunner(M.getContext(), PolicyRunner),
                          [this](CallBase &CB) {
                            return Stock.decide(CB, getCallerORE(CB)).Inline;
                          }),
      Config(std::move(TheConfig)), Stock(FAM, Config.Params),
      Runner(static_cast<LLVMModelRunnerAdapter &>(*ModelRunner).inner()) {}

LLVMFeatureAdvisor::~LLVMFeatureAdvisor() {
  if (Config.OnExit)
    Config.OnExit(M.getName().str(), Statistics);
}

std::unique_ptr<llvm::InlineAdvice>
LLVMFeatureAdvisor::getAdviceImpl(CallBase &CB) {
  if (!Runner.failure())
    return MLInlineAdvisor::getAdviceImpl(CB);
  ++Statistics.Stock;
  OptimizationRemarkEmitter &ORE = getCallerORE(CB);
  if (!Stock.decide(CB, ORE).Inline)
    return std::make_unique<llvm::InlineAdvice>(this, CB, ORE, false);
  return std::make_unique<PolicyAdvice>(this, FAM, CB, ORE, true,
                                        "the stock heuristic");
}

std::unique_ptr<MLInlineAdvice>
LLVMFeatureAdvisor::getAdviceFromModel(CallBase &CB,
                                       OptimizationRemarkEmitter &ORE) {
  const bool StockDecision = Stock.decide(CB, ORE).Inline;
  const size_t Default = compat::getInlineFeatures().size();
  if (Default < Runner.inputs().size())
    *Runner.getTensor<int64_t>(Default) = StockDecision;
  bool Decision = StockDecision;
  bool Abstained = false;
  if (!Config.UseStockDecision) {
    Decision = Runner.evaluate<int64_t>() != 0;
    Abstained = Runner.hasAbstained();
    if (Abstained)
      Decision = StockDecision;
    Config.reportFailure(Runner);
  }
  for (const auto &Observer : Config.Observers)
    Decision = Observer->onDecision(
        {CB, Runner, /*Key=*/"", StockDecision, Decision, /*IsPolicys=*/true});
  ++Statistics.Decisions;
  Statistics.Inlined += Decision;
  Statistics.Differ += Decision != StockDecision;
  Statistics.Abstained += Abstained;
  auto Advice = std::make_unique<PolicyAdvice>(
      this, FAM, CB, ORE, Decision,
      Abstained                 ? "the stock heuristic (policy abstained)"
      : Config.UseStockDecision ? "the stock heuristic"
                                : "the policy");
  Advice->tellOutcome(Config.Observers);
  return Advice;
}

} // namespace mlgo
