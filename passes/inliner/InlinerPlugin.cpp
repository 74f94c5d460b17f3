// The inlining policy as a pass plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE:
//   clang-22 -Oz -fpass-plugin=MLGOInliner-22.so -c x.c
//   opt-22 -load-pass-plugin=MLGOInliner-22.so -passes='default<Oz>' x.bc
//   ld.lld-22 --load-pass-plugin=MLGOInliner-22.so ...   (with -flto objects)

#include "BuiltInPolicies.h"
#include "CodeOutlining.h"
#include "InlineLog.h"
#include "InlineRecord.h"
#include "LLVMFeatureAdvisor.h"
#include "LastPass.h"
#include "LibraryLevel.h"
#include "NativeReward.h"
#include "PluginEntry.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/support/File.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

/// LLVM's advisor needs the module analyses, but its factory is not given them.
/// Every pass builder announces its own; in-process ThinLTO runs one a thread.
static thread_local ModuleAnalysisManager *CurrentMAM = nullptr;

static bool hasCode(const Module &M) {
  return any_of(M, [](const Function &F) { return !F.isDeclaration(); });
}

/// Whether the scope that the policy declares is enforced. LLVM's own ML
/// advisor asks in all functions, and searched decisions apply where they were
/// found. A record changes nothing.
static bool heedsScope(const mlgo::InlineOptions &Options) {
  return Options.Features != mlgo::InlineOptions::FeatureKind::LLVM &&
         !Options.Everywhere && Options.Decisions.empty();
}

static mlgo::PolicySpec getSpec(const Module &M,
                                const mlgo::InlineOptions &Options) {
  mlgo::PolicySpec Spec = mlgo::getInlineKit().task().policy();
  Spec.BuiltIn = mlgo::chooseBuiltIn(M).Create;
  if (Options.Features == mlgo::InlineOptions::FeatureKind::LLVM)
    Spec.Inputs = [Always = Options.IncludeDefault](mlgo::RunnerMode Mode,
                                                    const mlgo::Model *) {
      // Models under training may want the default decision.
      return mlgo::getLLVMInlineInputs(Always ||
                                       Mode == mlgo::RunnerMode::Development);
    };
  return Spec;
}

/// What the built-in policies are for, which share the work.
static std::vector<mlgo::ModelScope> getBuiltInScopes() {
  std::vector<mlgo::ModelScope> Scopes;
  for (const auto &Policy : mlgo::getBuiltInInlinePolicies())
    Scopes.push_back(Policy.Scope);
  return Scopes;
}

/// What whoever decides is for.
static std::vector<mlgo::ModelScope>
getScopes(const mlgo::MLModelRunner &Runner,
          const mlgo::InlineOptions &Options) {
  if (Options.usesBuiltIn())
    return getBuiltInScopes();
  return {Runner.scope()};
}

/// Counts \p M as a module where nobody is asked, because of \p Place.
static void countUnserved(const Module &M, const mlgo::InlineOptions &Options,
                          const std::string &Place) {
  if (Options.wantsStatistics())
    mlgo::getInlineKit().writeStatistics(
        Options, M.getName().str(),
        "unserved=" + Place + " " + formatCounts(mlgo::InlineCounts()));
}

/// Who decides, or null when stock does.
static std::unique_ptr<mlgo::MLModelRunner>
createRunner(Module &M, const mlgo::InlineOptions &Options,
             const InlineContext &Context) {
  const bool IsLLVMs =
      Options.Features == mlgo::InlineOptions::FeatureKind::LLVM;
  if (!CurrentMAM || (!IsLLVMs && !hasCode(M)))
    return nullptr;
  if (!IsLLVMs && mlgo::isBeforeLink(Context.LTOPhase) && !Options.BeforeLink) {
    countUnserved(M, Options,
                  mlgo::PluginKit::isInRustc() ? "rustc-link" : "link");
    return nullptr;
  }
  const mlgo::PolicySpec Spec = getSpec(M, Options);
  if (!mlgo::PluginKit::isWanted(Spec, Options) && !Options.wantsDecisions())
    return nullptr;
  auto Runner =
      mlgo::getInlineKit().createRunner(M.getContext(), Spec, Options);
  if (!Runner || !heedsScope(Options))
    return Runner;
  const auto Found = mlgo::findUnserved(M, getScopes(*Runner, Options));
  if (!Found)
    return Runner;
  if (!mlgo::NoInferenceModelRunner::classof(Runner.get()))
    mlgo::getInlineKit().remark(M.getContext(), Found->Why);
  countUnserved(M, Options, Found->Place);
  return nullptr;
}

/// Adds the observers that the user asked for.
static void addObservers(Module &M, const mlgo::InlineOptions &Options,
                         const mlgo::MLModelRunner &Runner,
                         mlgo::InlineAdvisorConfig &Config) {
  if (!Options.TrainingLog.empty())
    if (auto Log = mlgo::InlineLog::create(Options, M, Runner))
      Config.Observers.push_back(std::move(Log));
  if (Options.Record.empty())
    return;
  Config.NameSites = true;
  Config.Observers.push_back(std::make_unique<mlgo::InlineRecord>(
      [&M, Path = Options.Record](const std::string &Lines) {
        mlgo::Status Appended =
            mlgo::appendToFile(Path, mlgo::InlineDecisions::header(), Lines);
        if (!Appended)
          mlgo::getInlineKit().fail(M.getContext(), Appended.error());
      }));
}

/// The decisions to replay, or null. What cannot be read is an error where a
/// model would be; otherwise the policy decides all.
static std::shared_ptr<const mlgo::InlineDecisions>
readDecisions(Module &M, const mlgo::InlineOptions &Options) {
  if (Options.Decisions.empty())
    return nullptr;
  auto Decisions = mlgo::InlineDecisions::read(Options.Decisions);
  if (Decisions)
    return std::make_shared<const mlgo::InlineDecisions>(std::move(*Decisions));
  if (Options.IsStrict)
    mlgo::getInlineKit().fail(M.getContext(), Decisions.error());
  else
    mlgo::getInlineKit().warn(M.getContext(), Decisions.error(),
                              "compiling without decisions");
  return nullptr;
}

/// A file that knows none of a module's sites is most likely another program's.
static void checkMatches(Module &M, const mlgo::InlineOptions &Options,
                         const mlgo::InlineCounts &Counts) {
  constexpr uint64_t Enough = 20;
  if (Counts.Decisions >= Enough && Counts.Matched == 0)
    mlgo::getInlineKit().warn(
        M.getContext(),
        mlgo::Error(Options.Decisions + ": none of the " +
                    std::to_string(Counts.Decisions) + " call sites of " +
                    M.getName().str() +
                    " is in this file, expected the decisions of this "
                    "program"),
        "all were decided as without it");
}

static llvm::InlineAdvisor *createAdvisor(Module &M,
                                          FunctionAnalysisManager &FAM,
                                          InlineParams Params,
                                          InlineContext Context) {
  const mlgo::InlineOptions Options = mlgo::getInlineOptions();
  // What is inlined before a profile is made or read has to be the same in both
  // builds.
  if (Context.Pass == InlinePass::EarlyInliner) {
    if (Options.wantsDecisions() && !mlgo::isBeforeLink(Context.LTOPhase))
      return mlgo::createEarlyAdvisor(M, FAM, Params, Context);
    return new DefaultInlineAdvisor(M, FAM, Params, Context);
  }
  auto Runner = createRunner(M, Options, Context);
  if (!Runner)
    return new DefaultInlineAdvisor(M, FAM, Params, Context);
  mlgo::InlineAdvisorConfig Config;
  Config.Params = Params;
  Config.Context = Context;
  Config.Everywhere = Options.Everywhere;
  Config.UseStockDecision = mlgo::NoInferenceModelRunner::classof(Runner.get());
  // Whoever trains or plays a host decides all that a policy may.
  Config.GuardHot =
      Options.GuardHot && Options.Mode == mlgo::RunnerMode::Release;
  Config.CompareWithStock =
      Options.wantsStatistics() || !Options.Record.empty();
  Config.Decisions = readDecisions(M, Options);
  addObservers(M, Options, *Runner, Config);
  Config.OnExit = [Options, &M, Replayed = Config.Decisions != nullptr](
                      const std::string &Module, const mlgo::InlineCounts &S) {
    if (Options.wantsStatistics())
      mlgo::getInlineKit().writeStatistics(Options, Module, formatCounts(S));
    if (Replayed)
      checkMatches(M, Options, S);
  };
  Config.OnFailure = [&M, Options](const mlgo::Error &E) {
    mlgo::getInlineKit().reportPolicy(M.getContext(), E, Options);
  };
  if (Options.Features == mlgo::InlineOptions::FeatureKind::LLVM)
    return new mlgo::LLVMFeatureAdvisor(M, *CurrentMAM, FAM, std::move(Runner),
                                        std::move(Config));
  return new mlgo::InlineAdvisor(M, FAM, std::move(Runner), std::move(Config));
}

static bool wantsOutlining(const Module &M) {
  const mlgo::InlineOptions Options = mlgo::getInlineOptions();
  return Options.Outline && !Options.Fault &&
         Triple(M.getTargetTriple()).isWasm();
}

static bool wantsSmallStd() {
  const mlgo::InlineOptions Options = mlgo::getInlineOptions();
  return Options.SmallStd && !Options.Fault;
}

static void addToPassBuilder(PassBuilder &PB) {
  mlgo::registerLibraryLevel(PB, wantsSmallStd);
  mlgo::registerLastPass(PB, wantsOutlining, mlgo::outlineRepeatedCode);
  mlgo::registerNativeReward(PB);
  PB.registerAnalysisRegistrationCallback([](ModuleAnalysisManager &MAM) {
    CurrentMAM = &MAM;
    MAM.registerPass([] { return PluginInlineAdvisorAnalysis(createAdvisor); });
  });
}

/// Flags are added on load, so that the command line knows them.
const bool Installed =
    mlgo::getInlineKit().isInstalled() && mlgo::onPassBuilder(addToPassBuilder);
