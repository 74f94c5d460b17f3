// A model's trainable numbers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// Which numbers of a model are trained, and how far each moves at once.
struct PolicyParameterOptions {
  // Trees.
  bool Leaves = true;
  bool Base = true;
  /// The threshold of each inner node, in ordered values. Its scale is the mean
  /// distance to the next thresholds of the same input, so that a deviation of
  /// one changes places with a neighbour.
  bool Thresholds = false;
  /// A factor for the leaves of each of so many blocks of consecutive trees; 0:
  /// none. A few numbers, of which few candidates tell more. Not with Leaves.
  unsigned TreeBlocks = 0;

  // Networks.
  bool Weights = true;
  bool Biases = true;
  bool LastLayerOnly = false;

  /// The scale of a weight or bias is its magnitude + ScaleFloor. A leaf's is
  /// its magnitude + ScaleFloor times the mean magnitude of all leaves, Base's
  /// its magnitude + this mean. A factor's is 1.
  double ScaleFloor = 0.01;
};

/// The options that \p Groups names: leaves, base, thresholds, blocks:N for
/// TreeBlocks, weights, biases, last-layer. Groups of the other kind of model
/// are allowed, so that one list does for both.
Result<PolicyParameterOptions>
parsePolicyParameters(const std::vector<std::string> &Groups,
                      double ScaleFloor);

/// The chosen numbers of a model as one vector, and models made of such
/// vectors. values() gives back the very model.
class PolicyParameters {
public:
  /// Fails if \p M is not valid or nothing is chosen.
  static Result<PolicyParameters> create(Model M,
                                         const PolicyParameterOptions &Options);

  size_t size() const { return Values.size(); }
  /// The parameters of the model.
  const std::vector<double> &values() const { return Values; }
  /// Positive.
  const std::vector<double> &scales() const { return Scales; }
  /// Names and sizes of the groups, in the order of the vector.
  const std::vector<std::pair<std::string, size_t>> &groups() const {
    return Groups;
  }
  const Model &model() const { return Start; }

  /// The model with \p Parameters in place of its own, rounded and clamped to
  /// what the model can hold, and the examples of the start model answered
  /// anew. Fails if there are too few or too many numbers or one is not finite.
  Result<Model> apply(const std::vector<double> &Parameters) const;

private:
  PolicyParameters() = default;

  void add(const char *Group, const std::vector<double> &Numbers,
           const std::vector<double> &GroupScales);
  void addTrees(const TreeEnsemble &Trees);
  void addNetwork(const Network &Net);
  void applyTrees(const double *Next, TreeEnsemble &Trees) const;
  void applyNetwork(const double *Next, Network &Net) const;

  Model Start;
  PolicyParameterOptions Options;
  std::vector<double> Values;
  std::vector<double> Scales;
  std::vector<std::pair<std::string, size_t>> Groups;
};
} // namespace mlgo
