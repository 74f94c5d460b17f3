//===- InlineBackEnd.cpp - What inlining adds to the evaluator ------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineAdvisor.h"
#include "evaluate/TaskBackEnd.h"
#include "evaluate/inline/InlineLabels.h"
#include "evaluate/inline/LinkedSizeTrials.h"

#include "mlgo/model/ModelFile.h"

namespace mlgo {
namespace {

class InlineBackEnd final : public TaskBackEnd {
  const char *task() const override { return "inline"; }
  bool measuresPrograms() const override { return true; }

  std::pair<std::string, WorkFunctionMaker>
  work(size_t KeepReady) const override {
    return {InlineTrialWork, makeInlineTrialWork(KeepReady)};
  }

  Status checkPolicy(const Model &M, const std::string &Where) const override {
    auto Runner = createPolicyRunner((*findTask(task()))->policy(), M, Where);
    return Runner ? Success() : Status(Runner.error());
  }

  Result<std::unique_ptr<ObjectiveTrials>>
  createTrials(const TrainingConfig &Config, const Objective &,
               TrialContext Context) const override {
    MLGO_TRY(checkAlone(Config.Beside));
    auto Made = MLGO_TRY(LinkedSizeTrials::create(Config, Context));
    return std::unique_ptr<ObjectiveTrials>(std::move(Made));
  }

  /// Trials of inlining end before registers are allocated.
  static Status checkAlone(const std::vector<std::string> &Beside) {
    if (Beside.empty())
      return Success();
    return Error(Beside[0] + ": nothing decides beside task inline");
  }

  /// The problem that \p Options describe; \p Corpus is what it is made of.
  Result<std::unique_ptr<InlineDecisionProblem>>
  open(const ProblemOptions &Options, Worker &Work,
       MeasuredCorpus &Corpus) const {
    MLGO_TRY(checkAlone(Options.Beside));
    const bool IsStock = Options.Policy == "stock";
    if (!IsStock) {
      Model M = MLGO_TRY(loadModel(Options.Policy));
      MLGO_TRY(checkPolicy(M, Options.Policy));
    }
    Corpus = MLGO_TRY(loadMeasuredCorpus(Options.Selection));
    InlineTrialOptions Trial;
    Trial.TrialSeconds = Options.Limits.Seconds;
    Trial.TrialMegabytes = Options.Limits.Megabytes;
    auto Problem = std::make_unique<InlineDecisionProblem>(
        Work, Trial, Corpus.Paths, Corpus.Programs,
        IsStock ? "" : Options.Policy);
    Problem->CorpusFailures = Corpus.Failures;
    return Problem;
  }

  Result<std::unique_ptr<CorpusProblem>>
  createProblem(const ProblemOptions &Options, Worker &Work) const override {
    MeasuredCorpus Corpus;
    auto Problem = MLGO_TRY(open(Options, Work, Corpus));
    return std::unique_ptr<CorpusProblem>(std::move(Problem));
  }

  Result<std::unique_ptr<LabelSource>>
  createLabels(const ProblemOptions &Options, const LabelOptions &Labels,
               Worker &Work) const override {
    MeasuredCorpus Corpus;
    auto Problem = MLGO_TRY(open(Options, Work, Corpus));
    return std::unique_ptr<LabelSource>(std::make_unique<InlineLabels>(
        Labels, std::move(Problem), std::move(Corpus)));
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
