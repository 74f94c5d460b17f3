// How strongly a policy says yes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/learn/Dataset.h"
#include "mlgo/model/Model.h"

namespace mlgo {
/// The score of row \p Row of \p Data. \p Columns tells which column each input
/// of \p Trees is.
int64_t scoreTrees(const TreeEnsemble &Trees, const Dataset &Data,
                   const std::vector<uint32_t> &Columns, uint32_t Row);

/// The transformed inputs for a row: [Transforms].
void transformInputs(const std::vector<InputTransform> &Transforms,
                     const Dataset &Data, const std::vector<uint32_t> &Columns,
                     uint32_t Row, float *Values);

/// Logit 1 minus logit 0 of \p Network for a row.
float scoreNetwork(const Network &Network, const Dataset &Data,
                   const std::vector<uint32_t> &Columns, uint32_t Row);

/// The result of a learner.
struct LearnedPolicy {
  std::variant<Network, TreeEnsemble>
      Policy; ///< Inputs are TrainingSet::Inputs.
  /// Scores of the policy times this are comparable with those of another that
  /// was learned with the same options.
  double Unit = 1;
};

/// The scores of \p Rows of \p Data, times Unit, into \p Scores [Data.size()].
/// The policy answers 1 where they are > 0.
void scorePolicy(const LearnedPolicy &Learned, const Dataset &Data,
                 const std::vector<uint32_t> &Columns,
                 const std::vector<uint32_t> &Rows,
                 std::vector<double> &Scores);

/// Lowers all scores by \p Cut, so that only those above it answer 1.
void applyCut(LearnedPolicy &Learned, double Cut);
} // namespace mlgo
