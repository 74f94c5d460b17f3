// Advice that tells what came of it
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "InlineAdvisor.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"

namespace mlgo {
/// The pass that our remarks are said to come from.
constexpr const char *InlinePassName = "inline-mlgo";

/// Advice with remarks that people can read, which tells observers what came
/// of it. \p Base is LLVM's class that the advisor's own needs.
template <typename Base> class RemarkingAdvice : public Base {
public:
  template <typename AdvisorT>
  RemarkingAdvice(AdvisorT *Advisor, llvm::CallBase &CB,
                  llvm::OptimizationRemarkEmitter &ORE, bool Inline,
                  const char *Decider)
      : Base(Advisor, CB, ORE, Inline), Decider(Decider) {}

  /// Tells \p TheObservers what becomes of the call.
  void tellOutcome(
      const std::vector<std::unique_ptr<InlineObserver>> &TheObservers) {
    Observers = &TheObservers;
  }

private:
  /// The call was inlined.
  virtual void track(bool CalleeWasDeleted) = 0;

  void recordInliningImpl() final { onInlined(InlineOutcome::Inlined); }

  void recordInliningWithCalleeDeletedImpl() final {
    onInlined(InlineOutcome::InlinedAndDeleted);
  }

  void recordUnsuccessfulInliningImpl(const llvm::InlineResult &R) final {
    Base::recordUnsuccessfulInliningImpl(R);
    tell(InlineOutcome::NotInlined);
  }

  void recordUnattemptedInliningImpl() final {
    tell(InlineOutcome::NotInlined);
    emit<llvm::OptimizationRemarkMissed>("NotInlined", "' not inlined into '");
  }

  void onInlined(InlineOutcome Outcome) {
    emit<llvm::OptimizationRemark>("Inlined", "' inlined into '");
    track(Outcome == InlineOutcome::InlinedAndDeleted);
    tell(Outcome);
  }

  void tell(InlineOutcome Outcome) {
    if (Observers)
      for (const auto &Observer : *Observers)
        Observer->onOutcome(*this->Caller, Outcome);
  }

  template <typename Remark> void emit(const char *Name, const char *Happened) {
    this->ORE.emit([&] {
      Remark R(InlinePassName, Name, this->DLoc, this->Block);
      R << "'" << llvm::ore::NV("Callee", this->Callee) << Happened
        << llvm::ore::NV("Caller", this->Caller) << "' as decided by "
        << llvm::ore::NV("Decider", Decider);
      return R;
    });
  }

  const char *const Decider;
  const std::vector<std::unique_ptr<InlineObserver>> *Observers = nullptr;
};

/// Keeps our advisor's view of the caller up to date.
class PolicyAdvice final : public RemarkingAdvice<llvm::InlineAdvice> {
public:
  PolicyAdvice(llvm::InlineAdvisor *Advisor, FunctionFacts &Facts,
               llvm::CallBase &CB, llvm::OptimizationRemarkEmitter &ORE,
               bool Inline, const char *Decider)
      : RemarkingAdvice(Advisor, CB, ORE, Inline, Decider), Facts(Facts) {
    if (Inline)
      Place.emplace(CB);
  }

  /// Tells \p TheSites when the call at \p ThePath was inlined.
  void notify(InlineSites &TheSites, std::string ThePath) {
    Sites = &TheSites;
    Path = std::move(ThePath);
  }

private:
  void track(bool) override {
    if (Sites)
      Sites->onInlined(*Caller, Path, *Place);
    Facts.onInlined(*Caller, *Place);
  }

  FunctionFacts &Facts;
  std::optional<CallPlace> Place; ///< Of a call that is inlined.
  InlineSites *Sites = nullptr;
  std::string Path;
};
} // namespace mlgo
