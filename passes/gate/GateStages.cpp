// Where trials of sets of passes begin and end in a pipeline.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateStages.h"

#include "GateSessions.h"
#include "GateTrials.h"
#include "PipelineGate.h"

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

  GateSession *sessionOf(Module &M) {
    if (Of != &M) {
      Of = &M;
      Session = startGateSession(M);
    }
    return Session.get();
  }
};

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

void addGateStages(PassBuilder &PB) {
  PassInstrumentationCallbacks *Callbacks =
      PB.getPassInstrumentationCallbacks();
  if (!Callbacks)
    return;
  auto P = std::make_shared<Pipeline>();
  P->Machine = getMachine(PB);
  addPipelineGate(*Callbacks, [P](const Function &F) -> GateSession * {
    // LLVM gives out what it optimises as const.
    return P->IsBeforeLink ? nullptr
                           : P->sessionOf(const_cast<Module &>(*F.getParent()));
  });
  Callbacks->registerBeforeNonSkippedPassCallback([P](StringRef Class, Any) {
    if (P->Session && Class == "ModuleInlinerWrapperPass")
      P->Session->waitForInliner(false);
  });
  addTrials(PB, P);
}

} // namespace mlgo
