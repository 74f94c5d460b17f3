// Makes a model file's content of what was learned
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/learn/PolicyScore.h"
#include "mlgo/learn/RowCondition.h"
#include "mlgo/learn/TrainingSet.h"

namespace mlgo {
/// The parts of a model file that are not learned.
struct PolicyOptions {
  std::string Task = "inline-oz";
  ModelScope Scope;
  std::string OutputName = "inlining_decision";
  /// Argmax, or FlipDefault to correct the input DefaultFeature.
  DecisionKind Decision = DecisionKind::Argmax;
  std::string DefaultFeature = "inlining_default";
  /// Abstain where an input leaves what was seen. Makes DefaultFeature an
  /// input.
  bool WithRanges = true;
  /// How far beyond, in widths of what was seen, on both sides.
  double Widening = 1;
  /// Also abstain where one of these does not hold; all rows of the set are as
  /// they say. Needs WithRanges.
  std::vector<RowCondition> Conditions;
  /// Where all conditions of one of these hold, trees do not decide otherwise;
  /// no row of the set is like that. Their features are inputs of the set.
  std::vector<std::vector<RowCondition>> Exceptions;
  unsigned NumExamples = 32; ///< Recorded, spread evenly over the rows.
  std::vector<std::pair<std::string, std::string>> Provenance;
};

/// The model of \p Learned, whose inputs are positions in Set.Inputs: with only
/// the inputs that it looks at, ranges and examples from the training and
/// validation rows of \p Set. Fails if the run-time model does not answer every
/// one of these rows as the learned policy does, unless it abstains.
Result<Model> buildPolicy(const LearnedPolicy &Learned, const TrainingSet &Set,
                          const PolicyOptions &Options);
} // namespace mlgo
