// Leaves out passes while IR is optimised.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PipelineGate.h"

#include "GateSessions.h"
#include "GateTrials.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace mlgo {
namespace {

/// What the pipelines of one pass builder share.
struct Pipeline {
  TargetMachine *Machine = nullptr;
  bool IsBeforeLink = false; ///< The link decides.
  bool HasEnd = false;       ///< A trial will come to its end.
  bool IsOptimised = false;
  /// The session of the module that was asked about last.
  std::shared_ptr<GateSession> Session;
  const Module *Of = nullptr;
  /// Passes by where LLVM keeps the names of their classes.
  DenseMap<const char *, std::optional<size_t>> Known;

  GateSession *sessionOf(Module &M) {
    if (Of != &M) {
      Of = &M;
      Session = startGateSession(M);
    }
    return Session.get();
  }
};

/// What a pass over a function or over one of its loops runs on, or null.
const Function *getFunction(const Any &IR) {
  if (const auto *F = any_cast<const Function *>(&IR))
    return *F;
  if (const auto *L = any_cast<const Loop *>(&IR))
    return (*L)->getHeader()->getParent();
  return nullptr;
}

struct TrialBegin : PassInfoMixin<TrialBegin> {
  std::shared_ptr<Pipeline> Of;
  bool IsFullLTO;
  TrialBegin(std::shared_ptr<Pipeline> Of, bool IsFullLTO)
      : Of(std::move(Of)), IsFullLTO(IsFullLTO) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (Of->IsBeforeLink || !Of->HasEnd || !Of->IsOptimised)
      return PreservedAnalyses::all();
    if (GateSession *S = Of->sessionOf(M)) {
      S->waitForInliner(true);
      runGateTrials(M, *S, IsFullLTO);
    }
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

struct TrialEnd : PassInfoMixin<TrialEnd> {
  std::shared_ptr<Pipeline> Of;
  explicit TrialEnd(std::shared_ptr<Pipeline> Of) : Of(std::move(Of)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (const GateSession *S = Of->sessionOf(M))
      endGateTrial(M, *S, Of->Machine);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

void addCallbacks(PassInstrumentationCallbacks &Callbacks,
                  std::shared_ptr<Pipeline> P) {
  Callbacks.registerShouldRunOptionalPassCallback(
      [P, &Callbacks](StringRef Class, Any IR) {
        if (P->IsBeforeLink)
          return true;
        const auto [Found, IsNew] =
            P->Known.try_emplace(Class.data(), std::nullopt);
        if (IsNew) {
          const StringRef Name = Callbacks.getPassNameForClassName(Class);
          Found->second = findGatePass({Name.data(), Name.size()});
        }
        if (!Found->second)
          return true;
        const size_t Pass = *Found->second;
        const Function *F = getFunction(IR);
        if (!F)
          return true;
        // LLVM gives out what it optimises as const.
        GateSession *S = P->sessionOf(*const_cast<Module *>(F->getParent()));
        return !S || S->shouldRun(Pass, *F, /*InCode=*/false, nullptr);
      });
  Callbacks.registerBeforeNonSkippedPassCallback([P](StringRef Class, Any) {
    if (P->Session && Class == "ModuleInlinerWrapperPass")
      P->Session->waitForInliner(false);
  });
  Callbacks.registerAfterPassCallback(
      [P](StringRef, Any IR, const PreservedAnalyses &Kept) {
        if (!P->Session || Kept.areAllPreserved())
          return;
        if (const Function *F = getFunction(IR))
          P->Session->noteChange(*F);
      });
}

void addTrials(PassBuilder &PB, std::shared_ptr<Pipeline> P) {
  PB.registerPipelineStartEPCallback(
      [P](ModulePassManager &MPM, OptimizationLevel Level) {
        P->IsOptimised = Level != OptimizationLevel::O0;
        MPM.addPass(TrialBegin(P, /*IsFullLTO=*/false));
      });
  PB.registerPipelineEarlySimplificationEPCallback(
      [P](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase Phase) {
        P->IsBeforeLink = Phase == ThinOrFullLTOPhase::ThinLTOPreLink ||
                          Phase == ThinOrFullLTOPhase::FullLTOPreLink;
        if (Phase != ThinOrFullLTOPhase::ThinLTOPostLink)
          return;
        P->IsOptimised = true;
        MPM.addPass(TrialBegin(P, /*IsFullLTO=*/false));
      });
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [P](ModulePassManager &MPM, OptimizationLevel) {
        P->IsOptimised = true;
        MPM.addPass(TrialBegin(P, /*IsFullLTO=*/true));
      });
  PB.registerOptimizerLastEPCallback(
      [P](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase) {
        P->HasEnd = true;
        MPM.addPass(TrialEnd(P));
      });
  PB.registerFullLinkTimeOptimizationLastEPCallback(
      [P](ModulePassManager &MPM, OptimizationLevel) {
        P->HasEnd = true;
        MPM.addPass(TrialEnd(P));
      });
}

} // namespace

void addPipelineGate(PassBuilder &PB) {
  PassInstrumentationCallbacks *Callbacks =
      PB.getPassInstrumentationCallbacks();
  if (!Callbacks)
    return;
  auto P = std::make_shared<Pipeline>();
  P->Machine = getMachine(PB);
  addCallbacks(*Callbacks, P);
  addTrials(PB, P);
}

} // namespace mlgo
