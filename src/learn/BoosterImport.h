// XGBoost's trees as integer trees
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// The smallest X with float(X) >= \p Threshold, so that comparing integers
/// goes the way in which XGBoost goes when they are given to it as floats.
/// INT64_MAX if there is none; not for NaN.
int64_t integerThreshold(float Threshold);

/// A tree ensemble, and the unit of its scores.
struct ImportedTrees {
  /// Inputs are columns of the matrix that was fitted.
  TreeEnsemble Trees;
  /// Scores are margins times 2^FractionBits; a leaf is off by at most half.
  unsigned FractionBits = 0;

  double margin(int64_t Score) const;
};

/// Converts the first \p Rounds trees of \p Model, the JSON of a booster with
/// \p Columns features and one output. The number of fraction bits, at most 24,
/// is the largest that the leaves allow. A subtree whose leaves are all equal
/// becomes one leaf. Missing values, which the original would send a way of
/// their own, must not occur in what is decided. Features are integers but for
/// those that \p IsFloat says are floats.
Result<ImportedTrees> importBooster(std::string_view Model, unsigned Rounds,
                                    size_t Columns,
                                    const std::vector<bool> &IsFloat = {});
} // namespace mlgo
