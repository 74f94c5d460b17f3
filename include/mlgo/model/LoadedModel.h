// Evaluates a policy at run time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/GraphEvaluator.h"
#include "mlgo/model/Model.h"

namespace mlgo {
/// The run-time face of a Model: any kind, any shape, no code generation, and
/// bit for bit the answers of the generated class. It offers what generated
/// classes offer, so ReleaseModeModelRunner<LoadedModel> runs a model file.
///
/// One thread at a time may use it. Movable; the addresses that arg_data and
/// result_data give stay the same.
class LoadedModel {
public:
  /// Fails if validate() refuses \p M. The answers are the same for every
  /// supported \p Width.
  static Result<LoadedModel> create(Model M,
                                    VectorWidth Width = bestVectorWidth());

  /// The index of input "feed_<name>", or -1.
  int LookupArgIndex(const std::string &Name) const;
  /// For "fetch_<output name>" 0, or I + 1 for extra output I, else -1. Outputs
  /// of a graph also answer to the names that its file gave their tensors.
  int LookupResultIndex(const std::string &Name) const;
  void *arg_data(int Index) {
    return Computation ? Computation->input(static_cast<size_t>(Index))
                       : Buffers[Index].data();
  }
  void *result_data(int Index) {
    return Computation ? const_cast<void *>(
                             Computation->output(static_cast<size_t>(Index)))
                       : Answer.data();
  }
  /// Decides on the current inputs; does not change them and does not allocate.
  void Run() noexcept;
  /// True if the last answer was the default because inputs were out of range.
  bool Abstained() const { return HasAbstained; }

  /// For which code the model is.
  ModelScope Scope() const { return M.Scope; }

  const char *InputName(int Index) const {
    return static_cast<size_t>(Index) < M.Inputs.size()
               ? M.Inputs[Index].name().c_str()
               : nullptr;
  }
  TensorType InputType(int Index) const { return M.Inputs[Index].type(); }
  size_t InputElementCount(int Index) const {
    return M.Inputs[Index].getElementCount();
  }

  /// True if the input \p Name may be left zero: it is of a graph and only
  /// there for training, see isTrainingOnlyInput.
  bool InputIsOptional(std::string_view Name) const {
    return M.isGraph() && isTrainingOnlyInput(Name);
  }

  /// The outputs of a graph beside the decision, in the order of its file.
  const std::vector<TensorSpec> &extraOutputs() const { return M.ExtraOutputs; }
  /// The tensor of extra output \p I, owned by this and filled by Run().
  const void *extraOutput(size_t I) const { return Computation->output(I + 1); }
  /// The tensors of all outputs, one after the other.
  std::vector<uint8_t> copyOutputs() const;

  /// Runs on the tensors of Model::Inputs that lie one after the other at
  /// \p Inputs. Returns the answer, of floats its ordered value (see
  /// orderedValue), of more elements than one the first.
  int64_t evaluate(const uint8_t *Inputs);

  /// The value that the last Run() decided by: the score of a tree ensemble
  /// (the last column's if there are several).
  int64_t score() const { return Score; }

  /// The same for a network: one value for each output of its last layer, owned
  /// by this. Null for other policies.
  const float *logits() const {
    return Layers.empty() ? nullptr : Activations.back().as<float>();
  }

  const Model &model() const { return M; }

private:
  LoadedModel(Model TheModel, VectorWidth Width);

  /// A leaf has Input < 0 and its value in Threshold. The right child follows
  /// the left one, so that going down is an addition, not a branch.
  struct Node {
    int64_t Threshold;
    int32_t Input;
    uint32_t Left;
  };

  /// A dense layer with rows of weights padded to a whole number of vectors.
  struct Layer {
    uint32_t In, Out, Stride;
    bool ReLU;
    TensorBuffer Weights; ///< [In][Stride].
    TensorBuffer Biases;  ///< [Stride].
  };

  void packTrees(const TreeEnsemble &Trees);
  void packNetwork(const Network &N);
  void readColumn(size_t Column);
  bool isInRange() const;
  int64_t defaultDecision() const;
  int64_t decide();
  int64_t decideMasked();
  /// The logits for the current column; [Out of the last layer].
  const float *runNetwork();
  int64_t runTrees() const;
  void storeResult(int64_t Value);

  Model M;
  std::optional<GraphEvaluator> Computation; ///< For a graph only.
  DenseFunction RunDense;
  std::vector<TensorBuffer> Buffers; ///< One for each of M.Inputs.
  TensorBuffer Answer;
  std::vector<int64_t> Ordered; ///< Inputs of the current column, as integers,
  std::vector<float> Numbers;   ///< and as floats.
  std::vector<Node> Nodes;
  std::vector<uint32_t> Roots;
  std::vector<Layer> Layers;
  std::vector<TensorBuffer> Activations; ///< Before each layer, after the last.
  int64_t Score = 0;
  bool HasAbstained = false;
};
} // namespace mlgo
