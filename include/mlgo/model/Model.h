// What a policy is: inputs, transforms, network or trees
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Graph.h"
#include "mlgo/model/ModelScope.h"

namespace mlgo {
/// An exact map from one element X of an input tensor to one number that a
/// network sees. Only comparisons, integer operations and one multiplication
/// are used, so that the result has the same bits on every machine.
struct InputTransform {
  enum class KindType : uint8_t {
    /// Scale * (number of Edges that are <= X). Edges are ordered values, see
    /// orderedValue, strictly ascending.
    Quantile,
    /// Scale * sign(X) * bit width of |X|; for integer inputs.
    Log2,
    /// Scale * (X, as a float, clamped to [Low, High]); not-a-number gives Low.
    ScaleClamp,
  };
  KindType Kind = KindType::ScaleClamp;
  uint32_t Input = 0; ///< Index into Model::Inputs.
  std::vector<int64_t> Edges;
  float Scale = 1;
  float Low = 0;
  float High = 0;
};

/// Y[j] = Biases[j] + sum over i, in order of i, of X[i] * Weights[i][j]; then
/// max(Y[j], 0) if ReLU.
struct DenseLayer {
  uint32_t In = 0;
  uint32_t Out = 0;
  bool ReLU = false;
  std::vector<float> Weights; ///< [In][Out], row-major.
  std::vector<float> Biases;  ///< [Out].
};

/// Transformed inputs through dense layers to logits.
struct Network {
  std::vector<InputTransform> Transforms; ///< [In of the first layer].
  std::vector<DenseLayer> Layers;
};

/// A node of a binary decision tree; a leaf when Input < 0.
struct TreeNode {
  int32_t Input = -1;    ///< Index into Model::Inputs.
  int64_t Threshold = 0; ///< Go to Left if ordered value < Threshold.
  uint32_t Left = 0;     ///< Index in the tree's nodes, greater than its own.
  uint32_t Right = 0;
  int32_t Value = 0; ///< A leaf's contribution to the score.
};

/// The score is Base + the sum of the reached leaves, in integers: the same on
/// every machine.
struct TreeEnsemble {
  using Tree = std::vector<TreeNode>; ///< The root is node 0.
  std::vector<Tree> Trees;
  int64_t Base = 0;
};

/// How logits or scores become the answer.
enum class DecisionKind : uint8_t {
  /// The index of the largest logit, the smallest index on a tie. A tree
  /// ensemble has the logits 0 and score, so it answers 1 if score > 0.
  Argmax,
  /// The policy is applied to every column of the [1, N] inputs (scalars are
  /// shared by all columns) and yields one logit each; the answer is the column
  /// with the largest one among those whose mask is not 0, or -1 if none is.
  MaskedArgmax,
  /// The default decision, inverted where Argmax answers 1: the policy corrects
  /// the heuristic.
  FlipDefault,
  /// A graph's, and only a graph's: its first output is the answer.
  Computed,
  /// The default decision, a number, plus the policy's output: the network's
  /// only one, rounded towards zero, or the score of a tree ensemble. Zero
  /// leaves the heuristic as it is.
  AddToDefault,
};

/// Ordered values (see orderedValue) that an input had in training.
struct InputRange {
  int64_t Low = INT64_MIN;
  int64_t High = INT64_MAX;
};

/// One recorded evaluation; a file proves itself by repeating it.
struct ModelExample {
  std::vector<uint8_t> Inputs; ///< The tensors of Model::Inputs, concatenated.
  int64_t Output = 0;          ///< As LoadedModel::evaluate gives it.
  /// For graphs: Model::Output and ExtraOutputs, concatenated.
  std::vector<uint8_t> Outputs;
};

/// A policy with all that is needed to evaluate, check and explain it.
///
/// Inputs are scalars ([1] or no dimensions), or [1, N] with one common N when
/// Decision is MaskedArgmax. Output is one integer. Of a graph they may have
/// any type and shape, and it may have more outputs.
struct Model {
  std::string Task; ///< For example "inline-oz".
  ModelScope Scope;
  std::vector<TensorSpec> Inputs;
  TensorSpec Output = TensorSpec::createSpec<int64_t>("decision", {1});
  std::vector<TensorSpec> ExtraOutputs; ///< A graph's, after Output.
  DecisionKind Decision = DecisionKind::Argmax;
  int32_t MaskInput = -1;    ///< Needed by MaskedArgmax.
  int32_t DefaultInput = -1; ///< Needed by FlipDefault, AddToDefault and
                             ///< by Ranges.
  /// Empty, or one for each input. Where any input is outside of its range the
  /// policy abstains: it answers with the default decision. Not for graphs.
  std::vector<InputRange> Ranges;
  std::variant<Network, TreeEnsemble, Graph> Policy;
  /// Where the policy comes from: keys and values, in order.
  std::vector<std::pair<std::string, std::string>> Provenance;
  std::vector<ModelExample> Examples;

  bool isNetwork() const { return std::holds_alternative<Network>(Policy); }
  bool isGraph() const { return std::holds_alternative<Graph>(Policy); }
  /// N of the [1, N] inputs; 1 unless Decision is MaskedArgmax.
  size_t columns() const;
};

/// Checks everything the comments above demand: indices, shapes, counts, tree
/// structure, finite numbers, example sizes. Does not run the examples.
Status validate(const Model &M);

/// Fails unless \p Tasks is empty or has the task of \p M.
Status checkTask(const Model &M, const std::vector<std::string> &Tasks);
} // namespace mlgo
