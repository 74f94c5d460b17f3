// Fits tree ensembles to decisions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/TreeTrainer.h"
#include "learn/Booster.h"
#include "mlgo/learn/PolicyScore.h"
#include <cmath>
#include <sstream>

namespace mlgo {
static BoosterMatrix makeMatrix(const TrainingSet &Set,
                                const std::vector<uint32_t> &Rows) {
  BoosterMatrix Matrix;
  Matrix.Columns = Set.Inputs.size();
  Matrix.Values.reserve(Rows.size() * Matrix.Columns);
  for (uint32_t Row : Rows) {
    for (uint32_t Input : Set.Inputs)
      Matrix.Values.push_back(static_cast<float>(Set.Data->row(Row)[Input]));
    Matrix.Targets.push_back(Set.Targets[Row]);
    Matrix.Weights.push_back(Set.Weights[Row]);
  }
  return Matrix;
}

static std::string text(double Value) {
  std::ostringstream OS;
  OS.imbue(std::locale::classic());
  OS << Value;
  return OS.str();
}

static BoosterParameters makeParameters(const TreeOptions &O) {
  const bool Logistic = O.Objective == TreeOptions::ObjectiveType::Logistic;
  return {{"objective", Logistic ? "binary:logistic" : "reg:squarederror"},
          {"eval_metric", Logistic ? "logloss" : "rmse"},
          {"base_score", Logistic ? "0.5" : "0"},
          {"tree_method", "hist"},
          {"grow_policy", "lossguide"},
          {"max_depth", std::to_string(O.Depth)},
          {"max_leaves", std::to_string(O.Leaves)},
          {"max_bin", "256"},
          {"eta", text(O.LearningRate)},
          {"min_child_weight", text(O.MinChildWeight)},
          {"lambda", text(O.Lambda)},
          {"subsample", text(O.Subsample)},
          {"colsample_bytree", text(O.ColumnSample)},
          {"seed", std::to_string(O.Seed % (1u << 31))},
          {"nthread", "1"},
          {"verbosity", "0"}};
}

/// Compares the integer trees with what XGBoost predicts.
static Status verify(const TrainingSet &Set, const ImportedTrees &Trees,
                     const std::vector<float> &Margins) {
  const double NumTrees = static_cast<double>(Trees.Trees.Trees.size());
  for (size_t I = 0; I < Set.Train.size(); ++I) {
    const double Found = Trees.margin(
        scoreTrees(Trees.Trees, *Set.Data, Set.Inputs, Set.Train[I]));
    const double Expected = Margins[I];
    // Half a unit for each leaf, and what summing floats loses.
    const double Tolerance =
        std::ldexp(NumTrees + 1, -static_cast<int>(Trees.FractionBits) - 1) +
        NumTrees * 0x1p-23 * (1 + std::fabs(Expected));
    if (std::fabs(Found - Expected) > Tolerance)
      return Error("imported trees score row " + std::to_string(Set.Train[I]) +
                   " as " + text(Found) + ", XGBoost as " + text(Expected));
  }
  return Success();
}

Result<ImportedTrees> trainTrees(const TrainingSet &Set,
                                 const TreeOptions &Options) {
  auto Fit = MLGO_TRY(
      fitBooster(makeMatrix(Set, Set.Train), makeMatrix(Set, Set.Validation),
                 makeParameters(Options), Options.Trees, Options.Patience));
  auto Trees =
      MLGO_TRY(importBooster(Fit.Model, Fit.Rounds, Set.Inputs.size()));
  MLGO_TRY(verify(Set, Trees, Fit.Margins));
  return Trees;
}
} // namespace mlgo
