// Which inputs weighed most
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// Explains the score of a tree ensemble by its inputs, along the paths through
/// the trees (Saabas: Interpreting random forests, 2014).
///
/// The value of a node is the mean of the leaves that the model file's examples
/// reach through it, or of both branches where none comes by. A comparison
/// changes the value from its node's to that of the branch taken, and its input
/// is given that difference. Integers throughout: all shares and the usual
/// score add up to the score.
class TreeAttribution {
public:
  /// Fails for models that are no tree ensembles over scalar inputs.
  static Result<TreeAttribution> create(Model M);

  struct Explanation {
    int64_t Score = 0; ///< Of these inputs.
    int64_t Usual = 0; ///< The mean over the model file's examples, rounded.
    /// What each input changes about the usual score, by Model::Inputs.
    std::vector<int64_t> Shares;
    /// The inputs that are out of the model's ranges, where it abstains.
    std::vector<size_t> OutOfRange;
  };

  /// \p Inputs are ordered values (see orderedValue), by Model::Inputs.
  Explanation explain(const std::vector<int64_t> &Inputs) const;

  const Model &model() const { return M; }

private:
  explicit TreeAttribution(Model TheModel);

  Model M;
  std::vector<std::vector<int64_t>> Values; ///< By tree and node.
};
} // namespace mlgo
