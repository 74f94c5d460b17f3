// Writes decisions to a training log
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "InlineAdvisor.h"
#include "InlineOptions.h"
#include "SizeEstimator.h"

namespace mlgo {
/// Logs what is the policy's to decide in LLVM's training log format: the
/// inputs of every decision, extra outputs of the model, `inlining_default`,
/// `inlining_decision`. The log appears when the module is done.
///
/// Scores are in `delta_size`, an int64_t:
/// - RewardKind::Native: the last decision's is the native size of the whole
///   module when it is optimised, those of all others are 0;
/// - RewardKind::Functions and IR2Native: by how much the call's inlining
///   changed the size of its caller, and of its callee if that is gone now;
///   0 if it was not inlined.
class InlineLog final : public InlineObserver {
public:
  /// The log of \p M, see PluginKit::openLog, which lives longer; its one
  /// context has the module's name. Null, with an error that fails the
  /// compilation, if there can be none.
  static std::unique_ptr<InlineLog> create(const InlineOptions &Options,
                                           llvm::Module &M,
                                           const MLModelRunner &Runner);
  ~InlineLog() override;

private:
  InlineLog(llvm::Module &M, DecisionLog Log) : M(M), Log(std::move(Log)) {}

  bool onDecision(const InlineDecision &D) override;
  void onOutcome(llvm::Function &Caller, InlineOutcome Outcome) override;
  /// Notes the sizes of both sides before the call is inlined.
  void measureBefore(llvm::CallBase &CB);

  llvm::Module &M;
  DecisionLog Log;
  bool RewardsAtEnd = false;
  std::unique_ptr<SizeEstimator> Estimator;
  /// The last decision is logged and waits for its outcome.
  bool AwaitsOutcome = false;
  std::optional<int64_t> CallerBefore, CalleeBefore;
  uint64_t NumUnknown = 0; ///< Decisions whose effect could not be measured.
};
} // namespace mlgo
