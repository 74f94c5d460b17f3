// Where trials of sets of passes begin and end in a pipeline.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateStages.h"
#include "GateEffort.h"
#include "GateFeatures.h"
#include "GateLabels.h"
#include "GateSessions.h"
#include "GateTrials.h"
#include "PipelineGate.h"
#include "compile/CodePlace.h"
#include "mlgo/support/File.h"
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
  bool AwaitsTrials = false;      ///< Until inlining begins.
  bool MayHaveThreads = false;
  uint64_t Instructions = 0; ///< Of IR, where the pipeline began.
  std::optional<GateEffort> Effort;
  /// The session of the module that was asked about last.
  std::shared_ptr<GateSession> Session;
  const Module *Of = nullptr;
  std::string Name; ///< Another module may come to lie where one was.

  GateSession *sessionOf(Module &M) {
    if (Of != &M || Name != M.getModuleIdentifier() ||
        (Session && Session->hasFinished()))
      setSession(M, startGateSession(M));
    return Session.get();
  }
  /// The same where a pipeline begins: what was decided before is of another
  /// compilation.
  GateSession *beginSession(Module &M) {
    // A trial goes on with what it has been told.
    if (!PluginKit::isTrial())
      setSession(M, renewGateSession(M));
    return sessionOf(M);
  }

private:
  void setSession(const Module &M, std::shared_ptr<GateSession> New) {
    Of = &M;
    Name = M.getModuleIdentifier();
    Session = std::move(New);
  }
};

/// Of this process; nothing if that is not known.
std::optional<unsigned> countThreads() {
  unsigned Threads = 0;
  DIR *Folder = ::opendir("/proc/self/task");
  if (!Folder)
    return std::nullopt;
  while (const dirent *Entry = ::readdir(Folder))
    Threads += Entry->d_name[0] != '.';
  ::closedir(Folder);
  return Threads;
}

/// Why trials cannot be made of \p M.
Status checkTrials(const Module &M, bool MayHaveThreads) {
  if (const auto Threads = MayHaveThreads ? 1 : countThreads(); Threads != 1)
    return mlgo::Error("trials need a compiler of one thread, found " +
                       (Threads ? std::to_string(*Threads)
                                : "no /proc/self/task that lists them"));
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

uint64_t countInstructions(const Module &M) {
  uint64_t Instructions = 0;
  for (const Function &F : M)
    Instructions += mlgo::countInstructions(F);
  return Instructions;
}

bool hasFunctionsForSpeed(const Module &M) {
  return std::any_of(M.begin(), M.end(), [](const Function &F) {
    return !F.isDeclaration() && getSizeLevel(F) == SizeLevel::Speed;
  });
}

/// What is to be tried: for labels each pass alone, else sets, the best first.
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
  return Sets;
}

/// How many sets may be tried of a module: the work of a trial is the number of
/// \p Instructions, which is the same on all machines, and with -g.
Result<size_t> boundEffort(uint64_t Instructions, const GateOptions &Options) {
  if (!Options.Work)
    return Options.Effort;
  const uint64_t Most = Options.Work / std::max<uint64_t>(Instructions, 1);
  const std::string Found = "the module has " + std::to_string(Instructions) +
                            " instructions, expected at most ";
  if (Most == 0)
    return mlgo::Error(Found + std::to_string(Options.Work) +
                       " (mlgo-gate-effort-work)");
  if (Most < Options.Effort)
    getGateKit().note(
        mlgo::Error(Found + std::to_string(Options.Work / Options.Effort) +
                    " (mlgo-gate-effort-work) for " +
                    std::to_string(Options.Effort) + " sets"),
        "fewer are tried");
  return std::min<uint64_t>(Most, Options.Effort);
}

/// What went wrong with trials of \p M is told once; nothing is chosen then.
void noteNoTrials(const Module &M, const GateSession &S,
                  const mlgo::Error &Why) {
  // No warning: -Werror must not make a build depend on a machine's speed.
  getGateKit().note(Why, S.hasPolicyFor(M) ? "the policy decides alone"
                                           : "running all passes");
}

/// The sets that \p Options allow \p P to try.
Result<GateEffort> planTrials(const Pipeline &P, std::vector<GateSet> Sets,
                              const GateOptions &Options) {
  if (!Options.PerCent)
    Sets.resize(
        std::min(Sets.size(), MLGO_TRY(boundEffort(P.Instructions, Options))));
  return GateEffort(std::move(Sets), {Options.PerCent, P.Instructions});
}

/// Makes the trials that the user wants of \p M, where inlining begins. Returns
/// in the compiler, and in each trial. The compiler may have other threads only
/// if they hold no lock.
void makeTrials(Module &M, GateSession &S, Pipeline &P) {
  const GateOptions &Options = S.options();
  const bool IsLabelling = !Options.Labels.empty();
  auto Do = [&]() -> Status {
    MLGO_TRY(checkTrials(M, P.MayHaveThreads));
    std::vector<GateSet> Sets =
        MLGO_TRY(getSets(Options, hasFunctionsForSpeed(M)));
    if (IsLabelling)
      return labelDecisions(M, S, Sets);
    P.Effort = MLGO_TRY(planTrials(P, std::move(Sets), Options));
    return P.Effort->begin(M, S);
  };
  if (Status Done = Do(); Done || PluginKit::isTrial())
    return;
  else if (IsLabelling)
    getGateKit().fail(M.getContext(), Done.error());
  else
    noteNoTrials(M, S, Done.error());
}

struct TrialBegin : PassInfoMixin<TrialBegin> {
  std::shared_ptr<Pipeline> Of;
  bool IsFullLTO;
  TrialBegin(std::shared_ptr<Pipeline> Of, bool IsFullLTO)
      : Of(std::move(Of)), IsFullLTO(IsFullLTO) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (Of->IsBeforeLink || !Of->HasEnd || !Of->IsOptimised)
      return PreservedAnalyses::all();
    GateSession *const S = Of->beginSession(M);
    if (!S)
      return PreservedAnalyses::all();
    Of->IsMatched = false;
    S->waitForInliner(true);
    const GateOptions &Options = S->options();
    Of->AwaitsTrials = !PluginKit::isTrial() &&
                       (Options.makesTrials() || !Options.Labels.empty());
    Of->MayHaveThreads = IsFullLTO;
    Of->Effort.reset();
    if (Of->AwaitsTrials)
      Of->Instructions = countInstructions(M);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

struct TrialEnd : PassInfoMixin<TrialEnd> {
  std::shared_ptr<Pipeline> Of;
  explicit TrialEnd(std::shared_ptr<Pipeline> Of) : Of(std::move(Of)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    GateSession *const S = Of->sessionOf(M);
    if (!S)
      return PreservedAnalyses::all();
    Status Tried =
        Of->Effort ? Of->Effort->finish(M, *S, Of->Machine) : Success();
    if (!Tried && PluginKit::isTrial())
      endFailedTrial(Tried.error());
    if (!Tried)
      noteNoTrials(M, *S, Tried.error());
    endGateTrial(M, *S, Of->Machine);
    return PreservedAnalyses::all();
  }

private:
  [[noreturn]] static void endFailedTrial(const mlgo::Error &Why) {
    GateTrial Failed;
    Failed.Failure = Why;
    endGateTrial(std::move(Failed));
  }

public:
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
  Callbacks->registerBeforeNonSkippedPassCallback([P](StringRef Class, Any IR) {
    P->IsMatched |=
        Class == "PGOInstrumentationUse" || Class == "PGOInstrumentationGen";
    if (!P->Session || Class != "ModuleInlinerWrapperPass" ||
        (!P->IsMatched && P->HasProfileInliner))
      return;
    const auto *M = any_cast<const Module *>(&IR);
    if (M && std::exchange(P->AwaitsTrials, false))
      makeTrials(const_cast<Module &>(**M), *P->Session, *P);
    P->Session->waitForInliner(false);
  });
  addTrials(PB, P);
}
} // namespace mlgo
