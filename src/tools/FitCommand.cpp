// mlgo fit
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo fit --kind trees --logs labels --target flip -o policy.mlgo

#include "learn/Imitation.h"
#include "mlgo/model/ModelFile.h"
#include "support/Text.h"
#include "tools/SearchFlags.h"
#include "tools/help/CommandText.h"
#include <iostream>

namespace mlgo {
static void addLearnerOptions(CLI::App &Command, ImitateOptions &O) {
  addDefaulted(Command, "--seed", O.Seed, "(rare) Of everything random");
  Command.add_option("--learning-rate", O.LearningRate,
                     "(rare) 0: 0.1 for trees, 0.002 for networks");
  addDefaulted(
      Command, "--patience", O.Patience,
      "(rare, flips) Stop after as many rounds without progress on the "
      "validation programs; 0: never");
  addDefaulted(Command, "--trees", O.Trees.Trees, "How many");
  addDefaulted(Command, "--leaves", O.Trees.Leaves,
               "(rare) Of a tree, at most");
  addDefaulted(Command, "--depth", O.Trees.Depth,
               "(flips) Of a tree, at most; 0: any");
  addDefaulted(Command, "--min-child-weight", O.Trees.MinChildWeight,
               "(rare) Of examples on each side of a split, at least");
  addDefaulted(Command, "--lambda", O.Trees.Lambda,
               "(rare, flips) L2 penalty of leaves");
  addDefaulted(Command, "--subsample", O.Trees.Subsample,
               "(rare, flips) Share of the examples that a tree sees");
  addDefaulted(Command, "--column-sample", O.Trees.ColumnSample,
               "(rare, flips) Share of the features that a tree sees");
  addDefaulted(Command, "--hidden", O.Network.Hidden,
               "(rare, flips) Widths of the layers")
      ->delimiter(',');
  addDefaulted(Command, "--epochs", O.Network.Epochs,
               "(rare, flips) How often a network sees each example");
}

static void addTaskOptions(CLI::App &Command, ImitateOptions &O) {
  addDefaulted(Command, "--kind", O.Kind,
               "trees, network, start: what decides as stock, or bytes: "
               "evictions by estimated bytes, without training")
      ->check(CLI::IsMember({"trees", "network", "start", "bytes"}));
  Command.add_option("--logs", O.Logs, "Folders with PROGRAM/**/*.log")
      ->delimiter(',');
  addDefaulted(
      Command, "--target", O.Target,
      "(flips) default: what the stock heuristic decides; flip: whether "
      "the opposite is smaller; saving: by how many bytes")
      ->check(CLI::IsMember({"default", "flip", "saving"}));
  Command.add_option("--programs,--packages", O.Programs, "Only these")
      ->delimiter(',');
  Command
      .add_option("--validation", O.Validation, "(flips) Programs to hold out")
      ->delimiter(',');
  Command.add_option("--inputs", O.Inputs, "(rare, flips) Only these features")
      ->delimiter(',');
  Command
      .add_option("--exclude", O.Exclude,
                  "(rare, flips) All features but these")
      ->delimiter(',');
  Command
      .add_option("--where", O.Where,
                  "(rare, flips) Learn from, and decide about, decisions of "
                  "which this holds "
                  "only: FEATURE=VALUE or FEATURE=LOW..HIGH")
      ->delimiter(',');
  Command.add_option(
      "--except", O.Except,
      "(rare, flips) Leave out, and decide as stock, decisions of which all "
      "of this holds: FEATURE=VALUE,FEATURE=LOW..HIGH,...");
  addDefaulted(Command, "--max-bytes", O.MaxBytes,
               "(flips) Bytes at stake count up to this")
      ->check(CLI::Range(1.f, 1e6f));
  addDefaulted(
      Command, "--min-bytes", O.MinBytes,
      "(rare, flips) What changes nothing counts as so many bytes at stake")
      ->check(CLI::Range(0.01f, 1e6f));
  addDefaulted(Command, "--speed-price", O.SpeedPrice,
               "(rare, flips) Per cent of a function's bytes that one per cent "
               "more executed "
               "code costs, guessed by block frequencies (task gate)")
      ->check(CLI::Range(0.f, 100.f));
  Command.add_option(
      "--priced", O.Priced,
      "(rare, flips) The decisions to which that applies, written as for "
      "--except; all by default");
  addDefaulted(Command, "--max-examples", O.MaxExamples,
               "(rare, flips) Learn from at most as many, drawn at random");
  addDefaulted(
      Command, "--cut", O.Cut,
      "Score above which to decide otherwise; auto: what saves most on "
      "programs held out");
  addDefaulted(Command, "--folds", O.Folds,
               "(rare, flips) Groups of programs held out in turn for the cut");
  Command.add_flag(
      "--cross-validate", O.CrossValidate,
      "(flips) Hold out every program in turn, and say what comes of it");
  addDefaulted(
      Command, "--widen", O.Policy.Widening,
      "(rare, flips) Abstain where an input is as many widths of its range "
      "beyond what was seen")
      ->check(CLI::Range(0., 1000.));
  addScopeOptions(Command, O.Policy.Scope, "(rare) ");
  Command.add_option("--provenance", O.Provenance,
                     "(rare, flips) KEY=VALUE to keep in the model");
  Command.add_option("-o,--output", O.Output, "The model file");
  Command.add_flag("--json", O.JSON, "(flips) Print results as JSON");
}

/// Conditions may name values, as passes; models are told numbers.
static void numberConditions(ImitateOptions &O, const Task &T) {
  for (auto *Conditions : {&O.Where, &O.Except, &O.Priced})
    for (std::string &Condition : *Conditions)
      Condition = orFail(T.numberValues(Condition));
}

/// Fits a policy of \p T that corrects what stock decides.
static void fitFlips(ImitateOptions &O, const Task &T) {
  numberConditions(O, T);
  if (&T != &defaultTask()) {
    O.Policy.Task = T.Name;
    O.Policy.OutputName = T.Decision.Spec.name();
    O.Policy.DefaultFeature = T.Decision.StockInput;
  }
  O.Trees.Seed = O.Network.Seed = O.Seed;
  O.Trees.Patience = O.Network.Patience = O.Patience;
  if (O.LearningRate > 0)
    O.Trees.LearningRate = O.Network.LearningRate = O.LearningRate;
  if (O.Target == "saving") {
    O.Trees.Objective = TreeOptions::ObjectiveType::Squared;
    if (O.isNetwork())
      failUsage(Error("target is saving, which is for trees; a network takes "
                      "default or flip"));
  }
  if (O.Output.empty() && !O.CrossValidate && O.Validation.empty())
    failUsage(
        Error("nothing to do: give -o, --cross-validate or --validation"));
  Imitation Run(O);
  orFail(Run.run());
  std::cout << Run.report();
}

/// What \p Command was told, over what labels of several decisions take.
static LabelFitOptions readLabelFit(const CLI::App &Command,
                                    const ImitateOptions &O,
                                    const Objective &Objective, float Clip) {
  LabelFitOptions Fit;
  Fit.Logs = O.Logs[0];
  Fit.Packages = O.Programs;
  Fit.InBytes = Objective.Name == "size";
  if (Fit.InBytes) {
    Fit.Clip = 16;
    Fit.Cut = 4;
  }
  if (Command.count("--clip"))
    Fit.Clip = Clip;
  Fit.Seed = O.Seed;
  if (O.LearningRate > 0)
    Fit.LearningRate = O.LearningRate;
  if (Command.count("--trees"))
    Fit.Trees = O.Trees.Trees;
  if (Command.count("--leaves"))
    Fit.Leaves = O.Trees.Leaves;
  if (Command.count("--min-child-weight"))
    Fit.MinChildWeight = O.Trees.MinChildWeight;
  if (Command.count("--cut")) {
    const std::optional<double> Cut = parseFinite(O.Cut);
    if (!Cut)
      failUsage(Error("cut is '" + O.Cut +
                      "', expected a number; auto is for tasks with two "
                      "choices"));
    Fit.Cut = static_cast<float>(*Cut);
  }
  return Fit;
}

/// Limits that only other tasks know.
static void refuseLimits(const CLI::App &Command, const Task &T) {
  for (const Task &Other : allTasks())
    for (const ScopeLimit &Limit : Other.Limits)
      if (std::none_of(
              T.Limits.begin(), T.Limits.end(),
              [&](const ScopeLimit &Own) { return Own.Name == Limit.Name; }))
        refuseOptions(
            Command,
            [&](const CLI::Option &O) {
              return O.get_name() == limitOption(Limit);
            },
            " is for task " + Other.Name + ", found task " + T.Name);
}

static void refuseForOthers(const CLI::App &Command) {
  refuseOptions(
      Command, [](const CLI::Option &O) { return hasTag(O, "flips"); },
      " is for tasks with two choices; for others, expected of --programs, "
      "--cut, --clip, --seed, --learning-rate, --trees, --leaves, "
      "--min-child-weight");
}

static void save(Result<Model> M, const ImitateOptions &O) {
  if (!M)
    fail(M.error());
  if (O.Output.empty())
    failUsage(Error("nothing to do: give -o"));
  M->Scope = O.Policy.Scope;
  orFail(saveModel(*M, O.Output));
}

void addFitCommand(CLI::App &App) {
  struct FitOptions {
    TaskChoice Choice;
    ImitateOptions Learning;
    float Clip = LabelFitOptions().Clip;
  };
  auto Options = std::make_shared<FitOptions>();
  CLI::App *Command =
      App.add_subcommand("fit", "Learn a policy from logged decisions");
  addTaskFlags(*Command, Options->Choice);
  addTaskOptions(*Command, Options->Learning);
  addLearnerOptions(*Command, Options->Learning);
  Command
      ->add_option(
          "--clip", Options->Clip,
          "(rare) Cut gains to this: bytes, or a share of the function's "
          "score (register allocation) [16, 0.02]")
      ->check(CLI::Range(1e-6f, 1e6f));
  Command->footer("Example:\n  mlgo fit --kind trees --logs labels "
                  "--target flip -o inline-size.mlgo");
  Command->callback([Options, Command] {
    const ChosenTask Chosen = readTask(Options->Choice);
    ImitateOptions &O = Options->Learning;
    if (O.Kind == "start")
      return save(Chosen.BackEnd->createStart(*Chosen.Objective), O);
    if (O.Kind == "bytes")
      return save(Chosen.BackEnd->createBytesPolicy(), O);
    if (O.Logs.empty())
      failUsage(Error("--logs is required; see mlgo fit --help"));
    refuseLimits(*Command, *Chosen.Task);
    if (Chosen.Task->Decision.Choices == 2)
      return fitFlips(O, *Chosen.Task);
    refuseForOthers(*Command);
    save(Chosen.BackEnd->fit(
             readLabelFit(*Command, O, *Chosen.Objective, Options->Clip)),
         O);
  });
}
} // namespace mlgo
