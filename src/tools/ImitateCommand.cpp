//===- ImitateCommand.cpp - mlgo imitate ----------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo imitate --kind trees --logs labels --target flip -o policy.mlgo
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "imitate/ImitationReport.h"

#include "mlgo/model/ModelFile.h"
#include "mlgo/support/Random.h"
#include "mlgo/train/CrossValidation.h"
#include "mlgo/train/Evaluation.h"
#include "mlgo/train/NetworkTrainer.h"
#include "mlgo/train/PolicyBuilder.h"
#include "mlgo/train/TreeTrainer.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <numeric>

namespace mlgo {
namespace {

struct ImitateOptions {
  std::string Kind = "trees", Logs, Target = "flip", Output, Cut = "auto";
  std::vector<std::string> Programs, Validation, Inputs, Exclude, Provenance;
  TreeOptions Trees;
  NetworkOptions Network;
  PolicyOptions Policy;
  float LearningRate = 0; ///< 0: that of the kind.
  float MaxBytes = 100;
  unsigned Patience = 0, Folds = 10;
  size_t MaxExamples = 400000;
  uint64_t Seed = 1;
  bool CrossValidate = false, NoRanges = false, JSON = false;

  bool isNetwork() const { return Kind == "network"; }
  bool isFlip() const { return Target != "default"; }
};

/// One run of the command.
class Imitation {
public:
  explicit Imitation(const ImitateOptions &Options) : Options(Options) {}

  Status run() {
    for (auto Step : {&Imitation::load, &Imitation::holdOut, &Imitation::learn})
      if (Status Done = (this->*Step)(); !Done)
        return Done;
    return Success();
  }

  void print() const {
    OrderedJSON All;
    for (const ImitationReport &Report : Reports) {
      if (Options.JSON)
        All[Report.Title] = Report.toJSON();
      else
        std::cout << Report.toText() << '\n';
    }
    if (Options.isFlip())
      All["cut"] = Cut;
    if (Options.JSON)
      std::cout << All.dump(2) << '\n';
    else if (Options.isFlip())
      std::cout << "cut " << Cut << '\n';
  }

private:
  Status load();
  Status holdOut();
  Status learn();
  Status save(LearnedPolicy Policy);
  Result<LearnedPolicy> learnPolicy(const TrainingSet &Rows) const;
  void limitExamples();
  ImitationReport report(const std::string &Title,
                         const std::vector<bool> &Included,
                         const std::vector<double> &Scores) const;
  std::vector<std::pair<std::string, std::string>> describe() const;

  const ImitateOptions &Options;
  Dataset Data;
  TrainingSet Set;
  std::vector<bool> IsHeldOut; ///< By program.
  double Cut = 0;
  bool HasCut = false;
  std::vector<ImitationReport> Reports;
};

Status Imitation::load() {
  auto Loaded = loadDataset(Options.Logs, Options.Programs);
  if (!Loaded)
    return Loaded.error();
  Data = std::move(*Loaded);
  Set.Data = &Data;
  if (Options.isFlip() && Data.DeltaSizes.empty())
    return Error(Options.Logs + ": logs have no score, expected delta_size as "
                                "mlgo label writes it");
  std::vector<std::string> Exclude = Options.Exclude;
  if (!Options.isFlip())
    Exclude.push_back(Options.Policy.DefaultFeature);
  auto Inputs = selectInputs(Data, Options.Inputs, Exclude);
  if (!Inputs)
    return Inputs.error();
  Set.Inputs = std::move(*Inputs);
  if (Options.Target == "flip")
    setFlipTargets(Set, Options.MaxBytes);
  else if (Options.Target == "saving")
    setSavingTargets(Set, Options.MaxBytes);
  else
    setImitationTargets(Set, *Data.findFeature(Options.Policy.DefaultFeature));
  IsHeldOut.resize(Data.Programs.size());
  for (const std::string &Name : Options.Validation) {
    const auto Program = Data.findProgram(Name);
    if (!Program)
      return Error(Options.Logs + ": has no program '" + Name + "'");
    IsHeldOut[*Program] = true;
  }
  if (Options.Cut != "auto") {
    char *End = nullptr;
    Cut = std::strtod(Options.Cut.c_str(), &End);
    HasCut = true;
    if (*End || !std::isfinite(Cut))
      return Error("cut is '" + Options.Cut + "', expected auto or a number");
  }
  return Success();
}

Result<LearnedPolicy> Imitation::learnPolicy(const TrainingSet &Rows) const {
  LearnedPolicy Learned;
  if (Options.isNetwork()) {
    auto Net = trainNetwork(Rows, Options.Network);
    if (!Net)
      return Net.error();
    Learned.Policy = std::move(*Net);
    return Learned;
  }
  auto Trees = trainTrees(Rows, Options.Trees);
  if (!Trees)
    return Trees.error();
  Learned.Unit = Trees->margin(1);
  Learned.Policy = std::move(Trees->Trees);
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
  auto Scores = crossValidate(
      Set, Options.CrossValidate ? ~0u : Options.Folds, Options.Patience > 0,
      [&](const TrainingSet &Rows) { return learnPolicy(Rows); });
  if (!Scores)
    return Scores.error();
  if (NeedsCut) {
    std::vector<uint32_t> Rows(Data.size());
    std::iota(Rows.begin(), Rows.end(), 0);
    Cut = chooseCut(Data, Rows, *Scores);
    HasCut = true;
  }
  Reports.push_back(report(
      "held out", std::vector<bool>(Data.Programs.size(), true), *Scores));
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
  auto Policy = learnPolicy(Set);
  if (!Policy)
    return Policy.error();
  std::vector<uint32_t> Rows(Data.size());
  std::iota(Rows.begin(), Rows.end(), 0);
  std::vector<double> Scores(Data.size());
  scorePolicy(*Policy, Data, Set.Inputs, Rows, Scores);
  if (Options.isFlip() && !HasCut)
    Cut = chooseCut(Data, Set.Validation, Scores);
  std::vector<bool> Learned = IsHeldOut;
  Learned.flip();
  Reports.push_back(report("training", Learned, Scores));
  if (!Options.Validation.empty())
    Reports.push_back(report("validation", IsHeldOut, Scores));
  return Options.Output.empty() ? Status(Success()) : save(std::move(*Policy));
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
  if (Options.isFlip()) {
    Add("max_bytes", Options.MaxBytes);
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
  Description.Provenance = describe();
  if (Options.isFlip())
    applyCut(Policy, Cut);
  auto Model = buildPolicy(Policy, Set, Description);
  return Model ? saveModel(*Model, Options.Output) : Status(Model.error());
}

void addLearnerOptions(CLI::App &Command, ImitateOptions &O) {
  Command.add_option("--seed", O.Seed)->capture_default_str();
  Command.add_option("--learning-rate", O.LearningRate,
                     "0: 0.1 for trees, 0.002 for networks");
  Command
      .add_option("--patience", O.Patience,
                  "Stop after as many rounds without progress on the "
                  "validation programs; 0: never")
      ->capture_default_str();
  Command.add_option("--trees", O.Trees.Trees)->capture_default_str();
  Command.add_option("--leaves", O.Trees.Leaves, "Of a tree, at most")
      ->capture_default_str();
  Command.add_option("--min-child-weight", O.Trees.MinChildWeight)
      ->capture_default_str();
  Command.add_option("--lambda", O.Trees.Lambda)->capture_default_str();
  Command.add_option("--subsample", O.Trees.Subsample)->capture_default_str();
  Command.add_option("--column-sample", O.Trees.ColumnSample)
      ->capture_default_str();
  Command.add_option("--hidden", O.Network.Hidden, "Widths of the layers")
      ->delimiter(',')
      ->capture_default_str();
  Command.add_option("--epochs", O.Network.Epochs)->capture_default_str();
  Command.add_option("--batch", O.Network.Batch)->capture_default_str();
  Command.add_option("--weight-decay", O.Network.WeightDecay)
      ->capture_default_str();
  Command
      .add_option("--quantiles", O.Network.Transforms.Quantiles,
                  "Edges of the staircase over each input")
      ->capture_default_str();
  Command
      .add_option("--steps", O.Network.Transforms.Steps,
                  "Single steps for each input, where they tell most")
      ->capture_default_str();
  Command.add_flag("--balance", O.Network.BalanceClasses,
                   "Give both answers the same weight");
}

void addTaskOptions(CLI::App &Command, ImitateOptions &O) {
  Command.add_option("--kind", O.Kind, "trees or network")
      ->check(CLI::IsMember({"trees", "network"}))
      ->capture_default_str();
  Command.add_option("--logs", O.Logs, "Folder with PROGRAM/**/*.log")
      ->required();
  Command
      .add_option("--target", O.Target,
                  "default: what the stock heuristic decides; flip: whether "
                  "the opposite is smaller; saving: by how many bytes")
      ->check(CLI::IsMember({"default", "flip", "saving"}))
      ->capture_default_str();
  Command.add_option("--programs", O.Programs, "Only these")->delimiter(',');
  Command.add_option("--validation", O.Validation, "Programs to hold out")
      ->delimiter(',');
  Command.add_option("--inputs", O.Inputs, "Only these features")
      ->delimiter(',');
  Command.add_option("--exclude", O.Exclude, "All features but these")
      ->delimiter(',');
  Command
      .add_option("--max-bytes", O.MaxBytes, "Bytes at stake count up to this")
      ->check(CLI::Range(1.f, 1e6f))
      ->capture_default_str();
  Command
      .add_option("--max-examples", O.MaxExamples,
                  "Learn from at most as many, drawn at random")
      ->capture_default_str();
  Command
      .add_option(
          "--cut", O.Cut,
          "Score above which to flip; auto: what saves most on programs "
          "held out")
      ->capture_default_str();
  Command
      .add_option("--folds", O.Folds,
                  "Groups of programs held out in turn for the cut")
      ->capture_default_str();
  Command.add_flag("--cross-validate", O.CrossValidate,
                   "Hold out every program in turn, and say what comes of it");
  Command
      .add_option("--widen", O.Policy.Widening,
                  "Abstain where an input is as many widths of its range "
                  "beyond what was seen")
      ->check(CLI::Range(0., 1000.))
      ->capture_default_str();
  Command.add_flag("--no-ranges", O.NoRanges, "Never abstain");
  Command.add_option("--task", O.Policy.Task)->capture_default_str();
  Command.add_option("--provenance", O.Provenance,
                     "KEY=VALUE to keep in the model");
  Command.add_option("-o,--output", O.Output, "The model file");
  Command.add_flag("--json", O.JSON, "Print results as JSON");
}

} // namespace

void addImitateCommand(CLI::App &App) {
  auto Options = std::make_shared<ImitateOptions>();
  CLI::App *Command =
      App.add_subcommand("imitate", "Learn a policy from logged decisions");
  addTaskOptions(*Command, *Options);
  addLearnerOptions(*Command, *Options);
  Command->footer("Example:\n  mlgo imitate --kind trees --logs labels "
                  "--target flip -o inline-oz.mlgo");
  Command->callback([Options] {
    ImitateOptions &O = *Options;
    O.Trees.Seed = O.Network.Seed = O.Seed;
    O.Trees.Patience = O.Network.Patience = O.Patience;
    if (O.LearningRate > 0)
      O.Trees.LearningRate = O.Network.LearningRate = O.LearningRate;
    if (O.Target == "saving") {
      O.Trees.Objective = TreeOptions::ObjectiveType::Squared;
      if (O.isNetwork())
        fail(Error("target is saving, which is for trees; a network takes "
                   "default or flip"));
    }
    if (O.Output.empty() && !O.CrossValidate && O.Validation.empty())
      fail(Error("nothing to do: give -o, --cross-validate or --validation"));
    Imitation Run(O);
    if (Status Done = Run.run(); !Done)
      fail(Done.error());
    Run.print();
  });
}

} // namespace mlgo
