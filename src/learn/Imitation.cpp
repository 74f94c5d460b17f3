// Fits a policy of two choices to logged decisions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/Imitation.h"
#include "learn/CrossValidation.h"
#include "learn/Evaluation.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/support/Random.h"
#include "support/Text.h"
#include "task/Task.h"
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <sstream>

namespace mlgo {
Status Imitation::run() {
  for (auto Step : {&Imitation::load, &Imitation::holdOut, &Imitation::learn})
    MLGO_TRY((this->*Step)());
  return Success();
}

std::string Imitation::report() const {
  OrderedJSON All;
  std::ostringstream Text;
  for (const ImitationReport &Report : Reports) {
    if (Options.JSON)
      All[Report.Title] = Report.toJSON();
    else
      Text << Report.toText() << '\n';
  }
  if (Options.isFlip())
    All["cut"] = Cut;
  if (Options.JSON)
    Text << All.dump(2) << '\n';
  else if (Options.isFlip())
    Text << "cut " << Cut << '\n';
  return Text.str();
}

Status Imitation::load() {
  if (!Options.Except.empty() && (Options.isNetwork() || !Options.isFlip()))
    return Error("--except is given for a network or with --target default, "
                 "expected trees that correct stock");
  if (!Options.Where.empty() && (Options.NoRanges || !Options.isFlip()))
    return Error("--where is given with --no-ranges or --target default, "
                 "expected neither: such a policy cannot abstain");
  for (const std::string &Text : Options.Where)
    Conditions.push_back(MLGO_TRY(RowCondition::parse(Text)));
  for (const std::string &Text : Options.Except)
    Exceptions.push_back(MLGO_TRY(RowCondition::parseAll(Text)));
  const Task &Own = *MLGO_TRY(findTask(Options.Policy.Task));
  LaterFeatures Later;
  for (const TaskInput &Input : Own.Inputs)
    if (Input.Earlier)
      Later.emplace_back(Input.Spec.name(), *Input.Earlier);
  Data = MLGO_TRY(loadDataset(Options.Logs, Options.Programs, Later));
  MLGO_TRY(keepRows(Data, Conditions));
  for (const std::vector<RowCondition> &Exception : Exceptions)
    MLGO_TRY(dropRows(Data, Exception));
  Set.Data = &Data;
  if (Options.isFlip() && Data.DeltaSizes.empty())
    return Error(Options.Logs.front() +
                 ": logs have no score, expected delta_size as mlgo search "
                 "writes it");
  MLGO_TRY(addSpeed());
  std::vector<std::string> Exclude = Options.Exclude;
  for (const std::string &Name : Data.Features)
    if (std::none_of(Own.Inputs.begin(), Own.Inputs.end(),
                     [&](const TaskInput &I) { return I.Spec.name() == Name; }))
      Exclude.push_back(Name);
  // What came after all of the logs is left out already.
  const auto IsAbsent = [&](const std::string &Name) {
    return !Data.findFeature(Name) &&
           std::any_of(Later.begin(), Later.end(),
                       [&](const auto &L) { return L.first == Name; });
  };
  Exclude.erase(std::remove_if(Exclude.begin(), Exclude.end(), IsAbsent),
                Exclude.end());
  if (!Options.isFlip())
    Exclude.push_back(Options.Policy.DefaultFeature);
  Set.Inputs = MLGO_TRY(selectInputs(Data, Options.Inputs, Exclude));
  if (Options.Target == "flip")
    setFlipTargets(Set, Options.MaxBytes, Options.MinBytes);
  else if (Options.Target == "saving")
    setSavingTargets(Set, Options.MaxBytes);
  else
    setImitationTargets(Set, *Data.findFeature(Options.Policy.DefaultFeature));
  IsHeldOut.resize(Data.Programs.size());
  for (const std::string &Name : Options.Validation) {
    const auto Program = Data.findProgram(Name);
    if (!Program)
      return Error("validation is '" + Name +
                   "', expected one of the programs in the logs");
    IsHeldOut[*Program] = true;
  }
  if (Options.Cut != "auto") {
    const std::optional<double> Given = parseFinite(Options.Cut);
    if (!Given)
      return Error("cut is '" + Options.Cut + "', expected auto or a number");
    Cut = *Given;
    HasCut = true;
  }
  return Success();
}

/// Adds to the bytes of labels what they cost in speed.
Status Imitation::addSpeed() {
  if (Options.SpeedPrice <= 0)
    return Success();
  const uint32_t Bytes = MLGO_TRY(Data.requireFeature("function_bytes"));
  const uint32_t Before = MLGO_TRY(Data.requireFeature("executed"));
  const uint32_t After = MLGO_TRY(Data.requireFeature("executed_flipped"));
  std::vector<std::function<bool(size_t)>> Priced;
  for (const std::string &Text : Options.Priced)
    Priced.push_back(
        MLGO_TRY(bindConditions(Data, MLGO_TRY(RowCondition::parseAll(Text)))));
  for (size_t I = 0; I < Data.DeltaSizes.size(); ++I) {
    const int32_t *Row = Data.row(I);
    if (!Priced.empty() &&
        std::none_of(Priced.begin(), Priced.end(),
                     [I](const auto &Holds) { return Holds(I); }))
      continue;
    double Stock = Row[Before], Other = Row[After];
    if (!Data.Decisions[I])
      std::swap(Stock, Other);
    if (Stock > 0 && Other > Stock)
      Data.DeltaSizes[I] += static_cast<float>(
          double(Options.SpeedPrice) * Row[Bytes] * (Other - Stock) / Stock);
  }
  return Success();
}

Result<LearnedPolicy> Imitation::learnPolicy(const TrainingSet &Rows) const {
  LearnedPolicy Learned;
  if (Options.isNetwork()) {
    Learned.Policy = MLGO_TRY(trainNetwork(Rows, Options.Network));
    return Learned;
  }
  auto Trees = MLGO_TRY(trainTrees(Rows, Options.Trees));
  Learned.Unit = Trees.margin(1);
  Learned.Policy = std::move(Trees.Trees);
  return Learned;
}

ImitationReport Imitation::report(const std::string &Title,
                                  const std::vector<bool> &Included,
                                  const std::vector<double> &Scores) const {
  return Options.isFlip() ? reportFlips(Title, Data, Included, Scores, Cut)
                          : reportAgreement(Title, Set, Included, Scores);
}

/// Scores all programs by policies that have not seen them, if that is asked
/// for or if the cut depends on it.
Status Imitation::holdOut() {
  const bool NeedsCut =
      Options.isFlip() && !HasCut && Options.Validation.empty();
  if (!Options.CrossValidate && !NeedsCut)
    return Success();
  auto Scores = MLGO_TRY(crossValidate(
      Set, Options.CrossValidate ? ~0u : Options.Folds, Options.Patience > 0,
      [&](const TrainingSet &Rows) { return learnPolicy(Rows); }));
  if (NeedsCut) {
    std::vector<uint32_t> Rows(Data.size());
    std::iota(Rows.begin(), Rows.end(), 0);
    Cut = chooseCut(Data, Rows, Scores);
    HasCut = true;
  }
  Reports.push_back(report(
      "held out", std::vector<bool>(Data.Programs.size(), true), Scores));
  return Success();
}

void Imitation::limitExamples() {
  if (Set.Train.size() <= Options.MaxExamples)
    return;
  Random(Options.Seed, /*Stream=*/1).shuffle(Set.Train);
  Set.Train.resize(Options.MaxExamples);
  std::sort(Set.Train.begin(), Set.Train.end());
}

Status Imitation::learn() {
  if (Options.Output.empty() && Options.CrossValidate)
    return Success();
  split(Set, IsHeldOut);
  limitExamples();
  auto Policy = MLGO_TRY(learnPolicy(Set));
  std::vector<uint32_t> Rows(Data.size());
  std::iota(Rows.begin(), Rows.end(), 0);
  std::vector<double> Scores(Data.size());
  scorePolicy(Policy, Data, Set.Inputs, Rows, Scores);
  if (Options.isFlip() && !HasCut)
    Cut = chooseCut(Data, Set.Validation, Scores);
  std::vector<bool> Learned = IsHeldOut;
  Learned.flip();
  Reports.push_back(report("training", Learned, Scores));
  if (!Options.Validation.empty())
    Reports.push_back(report("validation", IsHeldOut, Scores));
  return Options.Output.empty() ? Status(Success()) : save(std::move(Policy));
}

std::vector<std::pair<std::string, std::string>> Imitation::describe() const {
  std::vector<std::pair<std::string, std::string>> P;
  auto Add = [&](const char *Key, const OrderedJSON &Value) {
    P.emplace_back(Key,
                   Value.is_string() ? Value.get<std::string>() : Value.dump());
  };
  std::string Learned, HeldOut;
  for (size_t I = 0; I < Data.Programs.size(); ++I) {
    std::string &List = IsHeldOut[I] ? HeldOut : Learned;
    List += (List.empty() ? "" : ",") + Data.Programs[I];
  }
  Add("kind", Options.Kind);
  Add("target", Options.Target);
  Add("seed", Options.Seed);
  Add("programs", Learned);
  Add("validation_programs", HeldOut);
  Add("examples", Set.Train.size());
  const auto AddAll = [&](const char *Key, const std::vector<std::string> &All,
                          const char *Between) {
    std::string Text;
    for (const std::string &One : All)
      Text += (Text.empty() ? "" : Between) + One;
    if (!Text.empty())
      Add(Key, Text);
  };
  AddAll("where", Options.Where, ",");
  AddAll("except", Options.Except, " or ");
  if (Options.isFlip()) {
    Add("max_bytes", Options.MaxBytes);
    if (Options.MinBytes != 1)
      Add("min_bytes", Options.MinBytes);
    if (Options.SpeedPrice > 0)
      Add("speed_price", Options.SpeedPrice);
    AddAll("priced", Options.Priced, " or ");
    Add("cut", Cut);
  }
  if (Options.isNetwork()) {
    Add("hidden", OrderedJSON(Options.Network.Hidden));
    Add("epochs", Options.Network.Epochs);
    Add("batch", Options.Network.Batch);
    Add("learning_rate", Options.Network.LearningRate);
  } else {
    Add("trees", Options.Trees.Trees);
    Add("leaves", Options.Trees.Leaves);
    if (Options.Trees.Depth)
      Add("depth", Options.Trees.Depth);
    Add("learning_rate", Options.Trees.LearningRate);
    Add("min_child_weight", Options.Trees.MinChildWeight);
    Add("lambda", Options.Trees.Lambda);
    Add("subsample", Options.Trees.Subsample);
    Add("column_sample", Options.Trees.ColumnSample);
  }
  for (const ImitationReport &Report : Reports)
    P.emplace_back("result_" + Report.Title, Report.Total.dump());
  for (const std::string &Text : Options.Provenance) {
    const size_t Equals = std::min(Text.find('='), Text.size());
    P.emplace_back(Text.substr(0, Equals),
                   Text.substr(std::min(Equals + 1, Text.size())));
  }
  return P;
}

Status Imitation::save(LearnedPolicy Policy) {
  PolicyOptions Description = Options.Policy;
  Description.Decision =
      Options.isFlip() ? DecisionKind::FlipDefault : DecisionKind::Argmax;
  // What imitates the default has nothing to abstain to.
  Description.WithRanges = Options.isFlip() && !Options.NoRanges;
  Description.Conditions = Conditions;
  Description.Exceptions = Exceptions;
  Description.Provenance = describe();
  if (Options.isFlip())
    applyCut(Policy, Cut);
  auto Model = buildPolicy(Policy, Set, Description);
  return Model ? saveModel(*Model, Options.Output) : Status(Model.error());
}
} // namespace mlgo
