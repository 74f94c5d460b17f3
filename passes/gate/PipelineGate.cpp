// Leaves out passes while IR is optimised.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PipelineGate.h"
#include "GateSession.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/GVN.h"

using namespace llvm;

namespace mlgo {
namespace {
/// What a pass over a function or over one of its loops runs on, or null.
const Function *getFunction(const Any &IR) {
  if (const auto *F = any_cast<const Function *>(&IR))
    return *F;
  if (const auto *L = any_cast<const Loop *>(&IR))
    return (*L)->getHeader()->getParent();
  return nullptr;
}

/// Passes by where LLVM keeps the names of their classes.
using KnownPasses = DenseMap<const char *, std::optional<size_t>>;

constexpr size_t Redundant = *findGatePass("gvn");
constexpr size_t PartlyRedundant = *findGatePass("gvn-pre");

/// What the callbacks of one pass builder share.
struct PipelineGate {
  PipelineGate(PassInstrumentationCallbacks &Callbacks, GateOfFunction Find)
      : Callbacks(Callbacks), Find(std::move(Find)) {}

  PassInstrumentationCallbacks &Callbacks;
  const GateOfFunction Find;
  FunctionAnalysisManager *Analyses = nullptr;
  KnownPasses Known;
  /// A pass over more than one function has run since a session was asked.
  bool HasMovedCalls = false;

  std::optional<size_t> findPass(StringRef Class) {
    const auto [Found, IsNew] = Known.try_emplace(Class.data(), std::nullopt);
    if (IsNew) {
      const StringRef Name = Callbacks.getPassNameForClassName(Class);
      Found->second = findGatePass({Name.data(), Name.size()});
    }
    return Found->second;
  }

  bool shouldRun(StringRef Class, const Any &IR) {
    const std::optional<size_t> Pass = findPass(Class);
    const Function *F = Pass ? getFunction(IR) : nullptr;
    GateSession *S = F ? Find(*F) : nullptr;
    if (!S)
      return true;
    if (std::exchange(HasMovedCalls, false))
      S->noteMovedCalls();
    if (S->mayLeaveOut(*Pass) &&
        !S->shouldRun(*Pass, *F, /*InCode=*/false, nullptr))
      return false;
    return Pass != Redundant || !runWithoutPRE(*F, *S);
  }

  /// Runs GVN on \p F, but without PRE, which makes partly redundant values
  /// wholly redundant by copies of their computations, if that is decided.
  bool runWithoutPRE(const Function &F, GateSession &S) {
    // Another gate may say that nothing is to run.
    if (!Analyses || F.getContext().getOptPassGate().isEnabled() ||
        !S.mayLeaveOut(PartlyRedundant) ||
        S.shouldRun(PartlyRedundant, F, /*InCode=*/false, nullptr))
      return false;
    Function &Changed = const_cast<Function &>(F);
    const PreservedAnalyses Kept =
        GVNPass(GVNOptions().setPRE(false).setLoadPRE(false))
            .run(Changed, *Analyses);
    Analyses->invalidate(Changed, Kept);
    if (!Kept.areAllPreserved())
      S.noteChange(F);
    return true;
  }
};
} // namespace

void addPipelineGate(PassBuilder &PB, GateOfFunction Find) {
  PassInstrumentationCallbacks *Callbacks =
      PB.getPassInstrumentationCallbacks();
  auto Gate = std::make_shared<PipelineGate>(*Callbacks, Find);
  PB.registerAnalysisRegistrationCallback(
      [Gate](FunctionAnalysisManager &AM) { Gate->Analyses = &AM; });
  Callbacks->registerShouldRunOptionalPassCallback(
      [Gate](StringRef Class, Any IR) { return Gate->shouldRun(Class, IR); });
  Callbacks->registerAfterPassCallback(
      [Gate, Find](StringRef, Any IR, const PreservedAnalyses &Kept) {
        if (Kept.areAllPreserved())
          return;
        const Function *F = getFunction(IR);
        Gate->HasMovedCalls |= !F;
        if (GateSession *S = F ? Find(*F) : nullptr)
          S->noteChange(*F);
      });
  // What a pass leaves nothing of may live on in others.
  Callbacks->registerAfterPassInvalidatedCallback(
      [Gate](StringRef, const PreservedAnalyses &) {
        Gate->HasMovedCalls = true;
      });
}
} // namespace mlgo
