// What inlining adds to the evaluator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineAdvisor.h"
#include "compile/Profile.h"
#include "evaluate/inline/InlineLabels.h"
#include "evaluate/inline/LinkedSizeTrials.h"
#include "evaluate/inline/ProgramEval.h"
#include "evaluate/inline/TrialBeside.h"
#include "mlgo/model/ModelFile.h"

namespace mlgo {
namespace {
class InlineBackEnd final : public TaskBackEnd {
  const char *task() const override { return "inline"; }
  bool measuresPrograms() const override { return true; }

  Result<ProgramEval> evaluatePrograms(const ProgramEvalOptions &Options,
                                       Worker &Work) const override {
    return evaluateInlining(Options, Work);
  }

  /// Its process has the module parsed and stopped at its first decision.
  Result<std::unique_ptr<ReadyModule>>
  prepare(const TrialPlace &At) const override {
    return serveInProcess(At.Path, [At](int RequestPipe, int AnswerPipe) {
      serveModuleTrials(At.Path, At.Setting, RequestPipe, AnswerPipe);
    });
  }

  Status checkPolicy(const Model &M, const std::string &Where) const override {
    auto Runner = createPolicyRunner((*findTask(task()))->policy(), M, Where);
    return Runner ? Success() : Status(Runner.error());
  }

  Result<std::unique_ptr<ObjectiveTrials>>
  createTrials(const TrainingConfig &Config, const Objective &O,
               TrialContext Context) const override {
    MLGO_TRY(checkProfiles(O, {}));
    if (O.Name == "cycles")
      return Error("policies are not trained by cycles, expected mlgo search "
                   "or mlgo tune");
    if (!Config.Beside.empty())
      return Error(Config.Beside[0] +
                   ": nothing decides beside a policy under training of task "
                   "inline");
    if (Config.Profiles != "hidden")
      return Error("key 'profiles' is '" + Config.Profiles +
                   "', expected hidden for task inline");
    return std::unique_ptr<ObjectiveTrials>(
        MLGO_TRY(LinkedSizeTrials::create(Config, Context)));
  }

  Status checkBeside(const std::vector<std::string> &Beside) const override {
    return prepareTrialsBeside(Beside);
  }

  /// Cycles are known by a profile, and nothing else is asked of one.
  static Status checkProfiles(const Objective &O,
                              const std::vector<CodeSetting> &Settings) {
    for (const CodeSetting &S : Settings) {
      if (S.Profile.empty() != (O.Name != "cycles"))
        return Error("objective is '" + O.Name + "', expected cycles with a " +
                     "profile, and another without one");
      if (!S.Profile.empty())
        MLGO_TRY(readProfile(S.Profile));
    }
    return Success();
  }

  using Problems = std::vector<std::unique_ptr<InlineDecisionProblem>>;

  /// The problem that \p Options describe, in each of \p Settings; \p Corpus is
  /// what they are made of.
  Result<Problems> open(const ProblemOptions &Options,
                        std::vector<CodeSetting> Settings, Worker &Work,
                        MeasuredCorpus &Corpus) const {
    MLGO_TRY(checkBeside(Options.Beside));
    for (CodeSetting &S : Settings)
      if (Options.Objective.Name == "cycles" && S.Profile.empty())
        S.Profile = MLGO_TRY(findOwnProfile(Options.Selection));
    MLGO_TRY(checkProfiles(Options.Objective, Settings));
    const bool IsStock = Options.Policy == "stock";
    if (!IsStock) {
      Model M = MLGO_TRY(loadModel(Options.Policy));
      MLGO_TRY(checkPolicy(M, Options.Policy));
    }
    Corpus = MLGO_TRY(loadMeasuredCorpus(Options.Selection));
    InlineTrialOptions Trial;
    Trial.TrialSeconds = Options.Limits.Seconds;
    Trial.TrialMegabytes = Options.Limits.Megabytes;
    Problems Opened;
    for (const CodeSetting &Setting : Settings)
      Opened.push_back(std::make_unique<InlineDecisionProblem>(
          Work, Trial, Corpus.Paths, Corpus.Programs,
          IsStock ? "" : Options.Policy, Setting, Options.Beside));
    for (auto &Problem : Opened) {
      if (Options.MaxGrowth)
        Problem->limitGrowth(*Options.MaxGrowth);
      Problem->priceSize(Options.SizePrice);
    }
    Opened[0]->CorpusFailures = Corpus.Failures;
    return Opened;
  }

  Result<std::unique_ptr<CorpusProblem>>
  createProblem(const ProblemOptions &Options, Worker &Work) const override {
    MeasuredCorpus Corpus;
    auto Opened = MLGO_TRY(open(Options, {Options.Setting}, Work, Corpus));
    return std::unique_ptr<CorpusProblem>(std::move(Opened[0]));
  }

  Result<std::unique_ptr<LabelSource>>
  createLabels(const ProblemOptions &Options, const LabelOptions &Labels,
               Worker &Work) const override {
    MeasuredCorpus Corpus;
    LabelOptions Own = Labels;
    if (Own.Settings.empty())
      Own.Settings = {Options.Setting};
    auto Opened = MLGO_TRY(open(Options, Own.Settings, Work, Corpus));
    for (auto &Problem : Opened)
      Problem->priceSize(Options.SizePrice, InlineLabels::LeastCycles);
    return std::unique_ptr<LabelSource>(std::make_unique<InlineLabels>(
        Own, std::move(Opened), std::move(Corpus)));
  }

  Result<Decisions> readDecisions(const std::string &Path) const override {
    InlineDecisions Read = MLGO_TRY(InlineDecisions::read(Path));
    return Decisions(Read.sites().begin(), Read.sites().end());
  }

  std::string formatDecisions(const Decisions &D) const override {
    return InlineDecisions({D.begin(), D.end()}).format();
  }

  Result<Model> createStart(const Objective &) const override {
    return Error("task inline has no start, expected labels to fit");
  }
};
} // namespace

void addInlineBackEnds(std::vector<const TaskBackEnd *> &To) {
  static const InlineBackEnd Only;
  To.push_back(&Only);
}
} // namespace mlgo
