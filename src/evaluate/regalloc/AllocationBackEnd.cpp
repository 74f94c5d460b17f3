// Register allocation in the evaluator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/TaskBackEnd.h"
#include "evaluate/regalloc/AllocationGainTrials.h"
#include "evaluate/regalloc/AllocationLabels.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"
#include <charconv>

namespace mlgo {
namespace {
AllocationGoal goalOf(const Objective &O) {
  return O.Name == "size"     ? AllocationGoal::Size
         : O.Name == "cycles" ? AllocationGoal::Cycles
                              : AllocationGoal::Score;
}

class AllocationBackEnd final : public TaskBackEnd {
public:
  explicit AllocationBackEnd(const AllocationTask &Own)
      : Own(Own),
        Header(std::string("# mlgo-") + Own.name() + "-decisions 1\n") {}

private:
  const char *task() const override { return Own.name(); }

  Result<std::unique_ptr<ReadyModule>>
  prepare(const TrialPlace &At) const override {
    return prepareAllocationTrials(At);
  }

  Status checkPolicy(const Model &M, const std::string &Where) const override {
    auto Runner = Own.createRunner(M, Where);
    return Runner ? Success() : Status(Runner.error());
  }

  Result<std::unique_ptr<ObjectiveTrials>>
  createTrials(const TrainingConfig &Config, const Objective &O,
               TrialContext Context) const override {
    return AllocationGainTrials::create(Config, Own, goalOf(O), Context);
  }

  /// The bytes of a policy; none for stock.
  Result<std::string> readPolicy(const std::string &Path) const {
    if (Path == "stock")
      return std::string();
    Model M = MLGO_TRY(loadModel(Path));
    MLGO_TRY(checkPolicy(M, Path));
    return serializeModel(M);
  }

  Result<AllocationSetting> settingOf(const ProblemOptions &Options) const {
    auto Companions = MLGO_TRY(readAllocationCompanions(Options.Beside, Own));
    const AllocationGoal Goal = goalOf(Options.Objective);
    return AllocationSetting{Own.name(), Goal, std::move(Companions),
                             settingFor(Goal, Options.Setting)};
  }

  Result<std::unique_ptr<AllocationProblem>> open(const ProblemOptions &Options,
                                                  const std::string &Policy,
                                                  Worker &Work) const {
    const CorpusSelection &Selection = Options.Selection;
    auto Modules =
        MLGO_TRY(listCorpusModules(Selection.Folders, Selection.Packages));
    AllocationSetting Setting = MLGO_TRY(settingOf(Options));
    MLGO_TRY(checkProfiles(Setting, Modules));
    return std::make_unique<AllocationProblem>(Work, std::move(Setting),
                                               std::move(Modules), Policy);
  }

  Result<std::unique_ptr<LabelSource>>
  createLabels(const ProblemOptions &Options, const LabelOptions &Labels,
               Worker &Work) const override {
    if (Labels.Settings.size() > 1)
      return Error(std::string("task ") + task() +
                   " is labelled in one setting, found " +
                   formatCodeSettings(Labels.Settings));
    ProblemOptions InSetting = Options;
    if (!Labels.Settings.empty())
      InSetting.Setting = Labels.Settings[0];
    std::string Policy = MLGO_TRY(readPolicy(Options.Policy));
    auto Inputs = MLGO_TRY(Own.inputs(Policy));
    auto Problem = MLGO_TRY(open(InSetting, Policy, Work));
    const size_t NumDecisions = Own.numDecisions(Inputs);
    return std::unique_ptr<LabelSource>(std::make_unique<AllocationLabels>(
        Labels, std::move(Problem), std::move(Inputs), NumDecisions));
  }

  Result<std::unique_ptr<CorpusProblem>>
  createProblem(const ProblemOptions &Options, Worker &Work) const override {
    std::string Policy = MLGO_TRY(readPolicy(Options.Policy));
    return std::unique_ptr<CorpusProblem>(
        MLGO_TRY(open(Options, Policy, Work)));
  }

  Result<Decisions> readDecisions(const std::string &Path) const override {
    std::string Text = MLGO_TRY(readFile(Path));
    if (Text.compare(0, Header.size(), Header) != 0)
      return Error(Path + ": expected a first line " + Header);
    Decisions D;
    for (size_t Begin = Header.size(); Begin < Text.size();) {
      const size_t End = Text.find('\n', Begin);
      int64_t Decision = -1;
      const char *First = Text.data() + Begin;
      const char *Last = Text.data() + std::min(End, Text.size());
      const char *Tab = std::from_chars(First, Last, Decision).ptr;
      if (End == Text.npos || Decision < 0 || Decision > MaxDecision ||
          Tab == Last || *Tab != '\t')
        return Error(Path + ": a line is no decision, a tab and a key");
      D[std::string(Tab + 1, Last)] = Decision;
      Begin = End + 1;
    }
    return D;
  }

  std::string formatDecisions(const Decisions &D) const override {
    std::string Text = Header;
    for (const auto &[Key, Decision] : D)
      Text.append(std::to_string(Decision))
          .append("\t")
          .append(Key)
          .append("\n");
    return Text;
  }

  Result<std::vector<MeasuredUnit>>
  measureUnits(const ProblemOptions &Options,
               const std::vector<std::string> &Policies, Worker &Work,
               std::vector<std::string> &Failures) const override {
    std::vector<std::string> Models = {""};
    for (const std::string &Path : Policies) {
      Models.push_back(MLGO_TRY(readPolicy(Path)));
    }
    auto Modules = MLGO_TRY(listCorpusModules(Options.Selection.Folders,
                                              Options.Selection.Packages));
    AllocationSetting Setting = MLGO_TRY(settingOf(Options));
    MLGO_TRY(checkProfiles(Setting, Modules));
    std::vector<TrialRequest> Requests;
    for (const CorpusModule &M : Modules)
      Requests.push_back(
          allocationTrials(Setting, M, {AllocationRequest::Whole, {}, false}));
    std::vector<Result<std::string>> Answers(Requests.size(), Error("none"));
    runTrials(Work, Requests, toBytes(Models),
              [&](size_t I, Result<std::string> Answer) {
                Answers[I] = std::move(Answer);
              });
    std::vector<MeasuredUnit> Units;
    for (size_t I = 0; I < Answers.size(); ++I)
      if (Status Added = addUnits(Modules[I], Answers[I], Units); !Added)
        Failures.push_back(Modules[I].Path + ": " + Added.error().message());
    if (Failures.size() == Modules.size())
      return Error("all of " + std::to_string(Failures.size()) +
                   " modules failed");
    return Units;
  }

  /// Adds the functions of \p M to \p Units.
  static Status addUnits(const CorpusModule &M,
                         const Result<std::string> &Answer,
                         std::vector<MeasuredUnit> &Units) {
    auto Found = MLGO_TRY(
        readTrialAnswer<std::vector<std::vector<FunctionAllocation>>>(Answer));
    const std::vector<FunctionAllocation> &Stock = Found.front();
    for (const auto &Variant : Found)
      if (Variant.size() != Stock.size())
        return Error("functions are missing");
    for (size_t F = 0; F < Stock.size(); ++F) {
      MeasuredUnit &Unit = Units.emplace_back();
      Unit.Package = M.Package;
      Unit.Name = Stock[F].Name.empty() ? M.Name : Stock[F].Name;
      Unit.IsDecided = Stock[F].Questions > 0;
      Unit.Stock = Stock[F].Score;
      for (size_t P = 1; P < Found.size(); ++P)
        Unit.Policies.push_back(Found[P][F].Score);
    }
    return Success();
  }

  Result<Model> fit(const LabelFitOptions &Options) const override {
    return Own.fit(Options);
  }

  Result<Model> createStart(const Objective &O) const override {
    return Own.makeStart(goalOf(O));
  }

  Result<Model> createBytesPolicy() const override {
    if (auto Made = Own.makeBytesPolicy())
      return std::move(*Made);
    return TaskBackEnd::createBytesPolicy();
  }

  const AllocationTask &Own;
  const std::string Header; ///< How files with decisions begin.
};
} // namespace

void addAllocationBackEnds(std::vector<const TaskBackEnd *> &To) {
  static const std::vector<std::unique_ptr<AllocationBackEnd>> All = [] {
    std::vector<std::unique_ptr<AllocationBackEnd>> Made;
    for (const AllocationTask *Task : allAllocationTasks())
      Made.push_back(std::make_unique<AllocationBackEnd>(*Task));
    return Made;
  }();
  for (const auto &BackEnd : All)
    To.push_back(BackEnd.get());
}
} // namespace mlgo
