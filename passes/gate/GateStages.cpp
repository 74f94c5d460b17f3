// Where trials of sets of passes begin and end in a pipeline.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateStages.h"
#include "GateEffort.h"
#include "GateFeatures.h"
#include "GateLabels.h"
#include "GateSessions.h"
#include "GateTrials.h"
#include "PipelineGate.h"
#include "mlgo/support/File.h"
#include "llvm/CodePlace.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include <dirent.h>

using namespace llvm;

namespace mlgo {
namespace {
/// What the pipelines of one pass builder share.
struct Pipeline {
  TargetMachine *Machine = nullptr;
  bool IsBeforeLink = false; ///< The link decides.
  bool HasEnd = false;       ///< A trial will come to its end.
  bool IsOptimised = false;
  bool HasProfileInliner = false; ///< One runs before a profile is matched.
  bool IsMatched = false;         ///< Or what runs is counted from here on.
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

unsigned countThreads() {
  unsigned Threads = 0;
  DIR *Folder = ::opendir("/proc/self/task");
  if (!Folder)
    return 1;
  while (const dirent *Entry = ::readdir(Folder))
    Threads += Entry->d_name[0] != '.';
  ::closedir(Folder);
  return Threads;
}

/// Why trials cannot be made of \p M.
Status checkTrials(const Module &M, bool MayHaveThreads) {
  if (const unsigned Threads = MayHaveThreads ? 1 : countThreads();
      Threads != 1)
    return mlgo::Error("trials need a compiler of one thread, found " +
                       std::to_string(Threads));
  const Triple Target(M.getTargetTriple());
  if (!Target.isOSBinFormatELF() && !Target.isOSBinFormatWasm())
    return mlgo::Error("trials need an ELF or WebAssembly target, found " +
                       Target.str());
  // Elsewhere nobody ran what came out, and a kernel may refuse what all passes
  // make acceptable (BPF).
  if (getTargetKind(Target) == OtherTargetKind)
    return mlgo::Error("trials need x86-64, AArch64, Arm, RISC-V or "
                       "WebAssembly, found " +
                       Target.str());
  return Success();
}

bool hasFunctionsForSpeed(const Module &M) {
  return std::any_of(M.begin(), M.end(), [](const Function &F) {
    return !F.isDeclaration() && getSizeLevel(F) == SizeLevel::Speed;
  });
}

/// What is to be tried: for labels each pass alone, else at most Effort sets.
Result<std::vector<GateSet>> getSets(const GateOptions &Options,
                                     bool IsForSpeed) {
  const bool IsLabelling = !Options.Labels.empty();
  std::vector<GateSet> Sets;
  if (!Options.Sets.empty())
    Sets = MLGO_TRY(
        parseGateSets(MLGO_TRY(readFile(Options.Sets))).in(Options.Sets));
  else if (!IsLabelling)
    Sets = getGateSets();
  else
    for (size_t Pass = 0; Pass < NumGatePasses; ++Pass)
      if (getDecidedPasses(IsForSpeed).test(Pass))
        Sets.push_back(GateSet().set(Pass));
  if (IsLabelling)
    return Sets;
  Sets.resize(std::min<size_t>(Sets.size(), Options.Effort));
  return Sets;
}

/// Makes the trials that the user wants of \p M, where its pipeline begins.
/// Returns in the compiler, when \p S has its choices, and in each trial. The
/// compiler may have other threads only if \p MayHaveThreads, and none of them
/// may hold a lock. What goes wrong is told once; nothing is chosen then.
void makeTrials(Module &M, GateSession &S, bool MayHaveThreads) {
  const GateOptions &Options = S.options();
  const bool IsLabelling = !Options.Labels.empty();
  if (PluginKit::isTrial() || (!Options.Effort && !IsLabelling))
    return;
  auto Do = [&]() -> Status {
    MLGO_TRY(checkTrials(M, MayHaveThreads));
    const std::vector<GateSet> Sets =
        MLGO_TRY(getSets(Options, hasFunctionsForSpeed(M)));
    return IsLabelling ? labelDecisions(M, S, Sets) : chooseSets(M, S, Sets);
  };
  if (Status Done = Do(); Done || PluginKit::isTrial())
    return;
  else if (IsLabelling)
    getGateKit().fail(M.getContext(), Done.error());
  else
    // No warning: -Werror must not make a build depend on a machine's speed.
    getGateKit().note(Done.error(), S.hasPolicyFor(M)
                                        ? "the policy decides alone"
                                        : "running all passes");
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
      Of->IsMatched = false;
      S->waitForInliner(true);
      makeTrials(M, *S, IsFullLTO);
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
      [P, &PB](ModulePassManager &MPM, OptimizationLevel,
               ThinOrFullLTOPhase Phase) {
        P->HasProfileInliner =
            Phase == ThinOrFullLTOPhase::None && matchesProfile(PB);
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
  addPipelineGate(PB, [P](const Function &F) -> GateSession * {
    // LLVM gives out what it optimises as const.
    return P->IsBeforeLink ? nullptr
                           : P->sessionOf(const_cast<Module &>(*F.getParent()));
  });
  Callbacks->registerBeforeNonSkippedPassCallback([P](StringRef Class, Any) {
    P->IsMatched |=
        Class == "PGOInstrumentationUse" || Class == "PGOInstrumentationGen";
    if (P->Session && Class == "ModuleInlinerWrapperPass" &&
        (P->IsMatched || !P->HasProfileInliner))
      P->Session->waitForInliner(false);
  });
  addTrials(PB, P);
}
} // namespace mlgo
