// Writes decisions to a training log
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineLog.h"
#include "NativeReward.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
static mlgo::TensorSpec int64Spec(const char *Name) {
  return mlgo::TensorSpec::createSpec<int64_t>(Name, {1});
}

std::unique_ptr<InlineLog> InlineLog::create(const InlineOptions &Options,
                                             Module &M,
                                             const MLModelRunner &Runner) {
  using RewardKind = InlineOptions::RewardKind;
  PluginKit &Kit = getInlineKit();
  const bool RewardsAtEnd = Options.Reward == RewardKind::Native;
  auto Estimator = createSizeEstimator(Options);
  if (!Estimator || (RewardsAtEnd && !isRewardAtEnd())) {
    Kit.fail(M.getContext(),
             Estimator ? Error("mlgo-inline-reward is 'native', which takes a "
                               "pipeline that ends in code, such as "
                               "default<Oz>")
                       : Estimator.error());
    return nullptr;
  }
  DecisionLogOptions Columns;
  Columns.Default = int64Spec("inlining_default");
  if (Options.Reward != RewardKind::None)
    Columns.Score = int64Spec("delta_size");
  auto Log = Kit.openLog(M, Options, Runner, Columns);
  if (!Log)
    return nullptr;
  Log->switchContext(M.getModuleIdentifier());
  std::unique_ptr<InlineLog> Created(new InlineLog(M, std::move(*Log)));
  Created->RewardsAtEnd = RewardsAtEnd;
  Created->Estimator = std::move(*Estimator);
  return Created;
}

InlineLog::~InlineLog() {
  if (RewardsAtEnd) {
    rewardAtEnd(M, std::move(Log));
    return;
  }
  getInlineKit().closeLog(M.getContext(), std::move(Log));
  if (NumUnknown)
    getInlineKit().warn(M.getContext(),
                        Error(M.getModuleIdentifier() + ": the effect of " +
                              std::to_string(NumUnknown) +
                              " decisions on native size is unknown"),
                        "they are scored 0");
}

bool InlineLog::onDecision(const InlineDecision &D) {
  AwaitsOutcome = D.IsPolicys;
  if (!D.IsPolicys)
    return D.Decision;
  const int64_t Answer = D.Decision;
  const int64_t Default = D.StockDecision;
  Log.logDecision(D.Inputs, &Answer, &Default);
  if (Estimator && D.Decision)
    measureBefore(D.CB);
  return D.Decision;
}

void InlineLog::measureBefore(CallBase &CB) {
  CallerBefore = Estimator->getNativeSize(*CB.getCaller());
  CalleeBefore = Estimator->getNativeSize(*CB.getCalledFunction());
}

void InlineLog::onOutcome(Function &Caller, InlineOutcome Outcome) {
  const bool IsLogged = std::exchange(AwaitsOutcome, false);
  if (!IsLogged || !Estimator || Outcome == InlineOutcome::NotInlined)
    return;
  const bool IsCalleeGone = Outcome == InlineOutcome::InlinedAndDeleted;
  const std::optional<int64_t> After = Estimator->getNativeSize(Caller);
  if (!After || !CallerBefore || (IsCalleeGone && !CalleeBefore)) {
    ++NumUnknown;
    return;
  }
  const int64_t Reward =
      *After - *CallerBefore - (IsCalleeGone ? *CalleeBefore : 0);
  Log.logReward(&Reward);
}
} // namespace mlgo
