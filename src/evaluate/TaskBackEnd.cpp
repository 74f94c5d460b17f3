// What a task adds to the evaluator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/TaskBackEnd.h"
#include "evaluate/ProgramEval.h"
#include "mlgo/model/ModelFile.h"
#include <charconv>

namespace mlgo {
#define MLGO_BACK_ENDS(Name)                                                   \
  void add##Name##BackEnds(std::vector<const TaskBackEnd *> &To);
#include "evaluate/BackEnds.def"
#undef MLGO_BACK_ENDS

Result<std::vector<MeasuredUnit>>
TaskBackEnd::measureUnits(const ProblemOptions &,
                          const std::vector<std::string> &, Worker &,
                          std::vector<std::string> &) const {
  return Error(std::string("task ") + task() +
               " is measured in linked programs alone");
}

Result<ProgramEval> TaskBackEnd::evaluatePrograms(const ProgramEvalOptions &,
                                                  Worker &) const {
  return Error(std::string("task ") + task() + " is measured in modules alone");
}

Result<Model> TaskBackEnd::fit(const LabelFitOptions &) const {
  return Error(std::string("task ") + task() + " has learners of its own");
}

Result<GrowthLimit> parseGrowthLimit(std::string_view Text) {
  GrowthLimit Limit;
  std::string_view Number = Text;
  Limit.IsPercent = !Number.empty() && Number.back() == '%';
  if (Limit.IsPercent)
    Number.remove_suffix(1);
  const char *End = Number.data() + Number.size();
  const auto [Rest, Failure] =
      std::from_chars(Number.data(), End, Limit.Amount);
  if (Failure != std::errc() || Rest != End || !(Limit.Amount >= 0) ||
      Limit.Amount > 1e12)
    return Error("growth is '" + std::string(Text) +
                 "', expected a number of bytes, as in 4096, or of percent, as "
                 "in 1.5%");
  return Limit;
}

const std::vector<const TaskBackEnd *> &allBackEnds() {
  static const std::vector<const TaskBackEnd *> All = [] {
    std::vector<const TaskBackEnd *> Added;
#define MLGO_BACK_ENDS(Name) add##Name##BackEnds(Added);
#include "evaluate/BackEnds.def"
#undef MLGO_BACK_ENDS
    return Added;
  }();
  return All;
}

Result<const TaskBackEnd *> findBackEnd(std::string_view Name) {
  const Task *T = MLGO_TRY(findTask(Name));
  for (const TaskBackEnd *BackEnd : allBackEnds())
    if (T->Name == BackEnd->task())
      return BackEnd;
  return Error("task is '" + std::string(Name) +
               "', which this mlgo was built without");
}

Result<ChosenTask> chooseTask(std::string_view Name,
                              std::string_view Objective) {
  ChosenTask Chosen;
  Chosen.BackEnd = MLGO_TRY(findBackEnd(Name));
  Chosen.Task = *findTask(Name);
  const std::vector<std::string> &Known = Chosen.Task->Objectives;
  std::string Wanted(Objective);
  // A policy's name says what it was trained for.
  for (const ShippedPolicy &P : Chosen.Task->Policies)
    if (Wanted.empty() && P.Model == Name)
      Wanted = P.Objective;
  if (Wanted.empty())
    Wanted = Known.front();
  if (std::find(Known.begin(), Known.end(), Wanted) == Known.end())
    return Error("objective is '" + Wanted + "', which task " +
                 Chosen.Task->Name + " does not know");
  Chosen.Objective = MLGO_TRY(findObjective(Wanted));
  return Chosen;
}

Status makeCanonical(TrainingConfig &Config) {
  ChosenTask Chosen = MLGO_TRY(chooseTask(Config.Task, Config.Objective));
  Config.Task = Chosen.Task->Name;
  Config.Objective = Chosen.Objective->Name;
  for (const ShippedPolicy &P : Chosen.Task->Policies)
    if (P.Objective == Config.Objective && Chosen.Task->isCalled(P.Model)) {
      Config.Task = P.Model;
      Config.Objective.clear();
      break;
    }
  return Success();
}

Result<std::unique_ptr<PolicyObjective>>
createPolicyObjective(const TrainingConfig &Config, TrialContext Context) {
  ChosenTask Chosen = MLGO_TRY(chooseTask(Config.Task, Config.Objective));
  Model Start = MLGO_TRY(loadModel(Config.StartModel));
  MLGO_TRY(Chosen.BackEnd->checkPolicy(Start, Config.StartModel));
  auto Options =
      MLGO_TRY(parsePolicyParameters(Config.Parameters, Config.ScaleFloor));
  auto Parameters =
      MLGO_TRY(PolicyParameters::create(std::move(Start), Options));
  auto Trials = MLGO_TRY(
      Chosen.BackEnd->createTrials(Config, *Chosen.Objective, Context));
  return std::make_unique<PolicyObjective>(Config, std::move(Parameters),
                                           std::move(Trials));
}
} // namespace mlgo
