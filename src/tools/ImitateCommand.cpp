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
#include "imitate/Imitation.h"

#include <memory>

namespace mlgo {
namespace {

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
  Command.add_option("--logs", O.Logs, "Folders with PROGRAM/**/*.log")
      ->delimiter(',')
      ->required();
  Command
      .add_option("--target", O.Target,
                  "default: what the stock heuristic decides; flip: whether "
                  "the opposite is smaller; saving: by how many bytes")
      ->check(CLI::IsMember({"default", "flip", "saving"}))
      ->capture_default_str();
  Command.add_option("--programs,--only", O.Programs, "Only these")
      ->delimiter(',');
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
