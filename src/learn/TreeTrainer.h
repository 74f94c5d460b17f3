// Fits tree ensembles to decisions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "learn/BoosterImport.h"
#include "mlgo/learn/TrainingSet.h"

namespace mlgo {
/// Gradient-boosted trees (Chen, Guestrin: XGBoost: A Scalable Tree Boosting
/// System, 2016), grown best leaf first.
struct TreeOptions {
  enum class ObjectiveType {
    Logistic, ///< Targets are 0 or 1; a score > 0 means 1.
    Squared,  ///< Targets are numbers; the score is the number.
  };
  ObjectiveType Objective = ObjectiveType::Logistic;
  unsigned Trees = 150; ///< At most.
  unsigned Leaves = 15; ///< In each tree, at most.
  unsigned Depth = 0;   ///< Of a tree, at most; 0: any. What an answer costs.
  float LearningRate = 0.1f;
  float MinChildWeight = 20; ///< Weight (second derivative) of a leaf.
  float Lambda = 1;          ///< Pulls leaves towards 0.
  float Subsample = 0.8f;    ///< Share of the rows for each tree.
  float ColumnSample = 0.8f; ///< Share of the inputs for each tree.
  unsigned Patience = 0; ///< Rounds without progress on the validation rows.
  uint64_t Seed = 1;
};

/// Fits trees and checks that their integer form scores every training row as
/// the original does, up to rounding. The ensemble's inputs are positions in
/// Set.Inputs. One thread; the same input gives the same trees on the same
/// machine and library.
Result<ImportedTrees> trainTrees(const TrainingSet &Set,
                                 const TreeOptions &Options);
} // namespace mlgo
