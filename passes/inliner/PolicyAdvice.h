//===- PolicyAdvice.h - Advice that tells what came of it -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_POLICYADVICE_H
#define MLGO_PASSES_INLINER_POLICYADVICE_H

#include "InlineAdvisor.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Dominators.h"

namespace mlgo {

/// The pass that our remarks are said to come from.
constexpr const char *InlinePassName = "inline-mlgo";

/// LLVM's advice, which keeps the advisor's view of the module up to date, with
/// remarks that people can read.
class PolicyAdvice final : public llvm::MLInlineAdvice {
public:
  /// \p FAM is that of \p Advisor.
  PolicyAdvice(llvm::MLInlineAdvisor *Advisor,
               llvm::FunctionAnalysisManager &FAM, llvm::CallBase &CB,
               llvm::OptimizationRemarkEmitter &ORE, bool Inline,
               const char *Decider)
      : MLInlineAdvice(Advisor, CB, ORE, Inline), MLAdvisor(Advisor), FAM(FAM),
        Decider(Decider) {}

  /// Tells \p TheSites when the call at \p ThePath was inlined.
  void notify(InlineSites &TheSites, std::string ThePath) {
    Sites = &TheSites;
    Path = std::move(ThePath);
  }

  /// Tells \p TheObservers what becomes of the call.
  void tellOutcome(
      const std::vector<std::unique_ptr<InlineObserver>> &TheObservers) {
    Observers = &TheObservers;
  }

private:
  void recordInliningImpl() override {
    emitInlined();
    track(/*CalleeWasDeleted=*/false);
    tell(InlineOutcome::Inlined);
  }

  void recordInliningWithCalleeDeletedImpl() override {
    emitInlined();
    track(/*CalleeWasDeleted=*/true);
    tell(InlineOutcome::InlinedAndDeleted);
  }

  void recordUnsuccessfulInliningImpl(const llvm::InlineResult &R) override {
    MLInlineAdvice::recordUnsuccessfulInliningImpl(R);
    tell(InlineOutcome::NotInlined);
  }

  void recordUnattemptedInliningImpl() override {
    tell(InlineOutcome::NotInlined);
    emit<llvm::OptimizationRemarkMissed>("NotInlined", "' not inlined into '");
  }

  void track(bool CalleeWasDeleted) {
    if (MLAdvisor->isForcedToStop())
      return;
    MLAdvisor->onSuccessfulInlining(*this, CalleeWasDeleted);
    // LLVM 22 updates the caller's tree by the edges that have changed, and may
    // lose blocks that are still reached. Its next update crashes on them.
    if (auto *Tree = FAM.getCachedResult<llvm::DominatorTreeAnalysis>(*Caller))
      Tree->recalculate(*Caller);
  }

  void tell(InlineOutcome Outcome) {
    if (Observers)
      for (const auto &Observer : *Observers)
        Observer->onOutcome(*Caller, Outcome);
  }

  void emitInlined() {
    if (Sites)
      Sites->onInlined(*Caller, Path);
    emit<llvm::OptimizationRemark>("Inlined", "' inlined into '");
  }

  template <typename Remark> void emit(const char *Name, const char *Happened) {
    ORE.emit([&] {
      Remark R(InlinePassName, Name, DLoc, Block);
      R << "'" << llvm::ore::NV("Callee", Callee) << Happened
        << llvm::ore::NV("Caller", Caller) << "' as decided by "
        << llvm::ore::NV("Decider", Decider);
      return R;
    });
  }

  llvm::MLInlineAdvisor *const MLAdvisor;
  llvm::FunctionAnalysisManager &FAM;
  const char *const Decider;
  const std::vector<std::unique_ptr<InlineObserver>> *Observers = nullptr;
  InlineSites *Sites = nullptr;
  std::string Path;
};

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_POLICYADVICE_H
