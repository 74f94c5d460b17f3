// Evaluates a graph at run time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/DenseKernel.h"
#include "mlgo/model/Graph.h"
#include "mlgo/model/GraphStep.h"
#include "mlgo/tensor/TensorBuffer.h"

namespace mlgo {
/// Runs a Graph in memory of its own. Sums run in the order of the inputs and
/// no operation is fused, so that every machine and \p Width give the same
/// bits. One thread at a time may use it. Movable; addresses stay the same.
class GraphEvaluator {
public:
  /// \p G must be valid, see validateGraph; it is not needed afterwards.
  explicit GraphEvaluator(const Graph &G, VectorWidth Width);

  /// The memory of input or output \p Index, valid for the object's life.
  void *input(size_t Index) { return Inputs[Index]; }
  const void *output(size_t Index) const { return Outputs[Index]; }

  /// Fills the outputs. Does not change the inputs and does not allocate.
  void run() noexcept;

private:
  struct Step {
    GraphKernel Kernel; ///< Null for a packed layer.
    GraphArguments Arguments;
    uint32_t Stride;
  };

  void add(const Graph &G, const GraphOperator &Op);
  void addConcatenate(const Graph &G, const GraphOperator &Op);
  void addLayer(const Graph &G, const GraphOperator &Op);
  const void *at(uint32_t Tensor) const { return Addresses[Tensor]; }

  DenseFunction RunDense;
  std::vector<TensorBuffer> Memory;
  std::vector<void *> Addresses; ///< Where each tensor is.
  std::vector<void *> Inputs, Outputs;
  std::vector<Step> Steps;
  std::vector<std::vector<GraphAxis>> Axes;
};

/// The kernel for \p Op, which must be valid in \p G.
GraphKernel selectGraphKernel(const Graph &G, const GraphOperator &Op);

/// How View, Select and the binary operators walk over their output; empty for
/// the others.
std::vector<GraphAxis> graphAxes(const Graph &G, const GraphOperator &Op);

/// The numbers for \p Op; inputs, output and axes are left null.
GraphArguments graphArguments(const Graph &G, const GraphOperator &Op);
} // namespace mlgo
