// Fits a policy of two choices to logged decisions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "learn/ImitationReport.h"
#include "learn/TreeTrainer.h"
#include "mlgo/learn/NetworkTrainer.h"
#include "mlgo/learn/PolicyBuilder.h"

namespace mlgo {
/// What the command line says.
struct ImitateOptions {
  std::string Kind = "trees", Target = "flip", Output, Cut = "auto";
  std::vector<std::string> Logs, Programs, Validation, Inputs, Exclude, Where,
      Except, Provenance;
  TreeOptions Trees;
  NetworkOptions Network;
  PolicyOptions Policy;
  float LearningRate = 0; ///< 0: that of the kind.
  float MaxBytes = 100, MinBytes = 1;
  /// What a label with `executed` and `executed_flipped` costs beside its
  /// bytes: so many per cent of `function_bytes` for each per cent that the
  /// function executes more.
  float SpeedPrice = 0;
  /// Labels that have this price: those of which one of these holds, as
  /// RowCondition::parseAll(); empty: all.
  std::vector<std::string> Priced;
  unsigned Patience = 0, Folds = 10;
  size_t MaxExamples = 400000;
  uint64_t Seed = 1;
  bool CrossValidate = false, NoRanges = false, JSON = false;

  bool isNetwork() const { return Kind == "network"; }
  bool isFlip() const { return Target != "default"; }
};

/// One fit of mlgo fit, of a task with two choices. The options must outlive
/// it.
class Imitation {
public:
  explicit Imitation(const ImitateOptions &Options) : Options(Options) {}

  /// Scores what is held out, learns, and writes the model.
  Status run();
  /// What came of it, for people or as JSON.
  std::string report() const;

private:
  Status load();
  Status addSpeed();
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
  std::vector<RowCondition> Conditions;
  std::vector<std::vector<RowCondition>> Exceptions;
  Dataset Data;
  TrainingSet Set;
  std::vector<bool> IsHeldOut; ///< By program.
  double Cut = 0;
  bool HasCut = false;
  std::vector<ImitationReport> Reports;
};
} // namespace mlgo
