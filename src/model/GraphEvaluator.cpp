// Evaluates a graph at run time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/GraphEvaluator.h"
#include "mlgo/model/GraphKernels.h"

namespace mlgo {
using Kind = GraphOperatorKind;

/// Kernels read and write whole vectors; this is what they may touch behind.
constexpr int64_t Padding = 64;

static TensorBuffer makeBytes(size_t Count) {
  return TensorBuffer(TensorSpec::createSpec<uint8_t>(
      "", {static_cast<int64_t>(Count) + Padding}));
}

static const TensorSpec &specOf(const Graph &G, uint32_t Tensor) {
  return G.Tensors[Tensor].Spec;
}

std::vector<GraphAxis> graphAxes(const Graph &G, const GraphOperator &Op) {
  const std::vector<int64_t> &Shape = specOf(G, Op.Output).shape();
  const bool IsView = Op.Kind == Kind::View;
  if (!IsView && (Op.Kind < Kind::Add || Op.Kind > Kind::Select))
    return {};
  std::vector<GraphAxis> Axes(Shape.size());
  for (size_t D = 0; D < Shape.size(); ++D)
    Axes[D] = {Shape[D], {IsView ? Op.Attributes[D + 1] : 0, 0, 0}};
  for (size_t I = 0; !IsView && I < Op.Inputs.size(); ++I) {
    const std::vector<int64_t> &From = specOf(G, Op.Inputs[I]).shape();
    int64_t Stride = 1;
    for (size_t D = From.size(); D-- > 0;) {
      Axes[Shape.size() - From.size() + D].Strides[I] =
          From[D] == 1 ? 0 : Stride;
      Stride *= From[D];
    }
  }
  // Dimensions that are walked like one become one, so that runs are long.
  std::vector<GraphAxis> Merged;
  for (const GraphAxis &Axis : Axes) {
    if (Axis.Size == 1)
      continue;
    bool Joins = !Merged.empty();
    for (size_t I = 0; I < 3 && Joins; ++I)
      Joins = Merged.back().Strides[I] == Axis.Strides[I] * Axis.Size;
    if (!Joins) {
      Merged.push_back(Axis);
      continue;
    }
    Merged.back().Size *= Axis.Size;
    for (size_t I = 0; I < 3; ++I)
      Merged.back().Strides[I] = Axis.Strides[I];
  }
  if (Merged.empty())
    Merged.push_back({1, {0, 0, 0}});
  return Merged;
}

GraphArguments graphArguments(const Graph &G, const GraphOperator &Op) {
  const TensorSpec &Out = specOf(G, Op.Output);
  const size_t InCount = specOf(G, Op.Inputs[0]).getElementCount();
  const auto Attribute = [&](size_t I) {
    return static_cast<size_t>(Op.Attributes[I]);
  };
  GraphArguments A = {{}, nullptr, Out.getElementCount(), 0, 0, 0, nullptr, 0};
  switch (Op.Kind) {
  case Kind::Copy:
    A.Count = Out.getTotalTensorBufferSize();
    break;
  case Kind::View:
    A.Parameter = Op.Attributes[0];
    break;
  case Kind::FullyConnected:
    A.Inner = static_cast<size_t>(specOf(G, Op.Inputs[1]).shape()[1]);
    A.Rows = InCount / A.Inner;
    break;
  case Kind::Gather:
    A.Rows = Attribute(0);
    A.Parameter = Op.Attributes[1];
    A.Inner = InCount / Attribute(0) / Attribute(1) * Out.getElementByteSize();
    A.Count = specOf(G, Op.Inputs[1]).getElementCount();
    break;
  case Kind::OneHot:
    A.Rows = Attribute(0);
    A.Parameter = Op.Attributes[1];
    A.Inner = InCount / Attribute(0);
    break;
  case Kind::Bucketize:
    A.Parameter =
        static_cast<int64_t>(specOf(G, Op.Inputs[1]).getElementCount());
    break;
  default:
    if (Op.Kind >= Kind::Sum && Op.Kind <= Kind::ArgMin) {
      A.Inner = Attribute(0);
      A.Rows = InCount / A.Inner;
    }
  }
  return A;
}

GraphEvaluator::GraphEvaluator(const Graph &G, VectorWidth Width)
    : RunDense(getDenseFunction(Width)) {
  for (const GraphTensor &T : G.Tensors) {
    Memory.push_back(makeBytes(T.Spec.getTotalTensorBufferSize()));
    Addresses.push_back(Memory.back().data());
    if (!T.Data.empty())
      std::memcpy(Addresses.back(), T.Data.data(), T.Data.size());
  }
  for (uint32_t Input : G.Inputs)
    Inputs.push_back(Addresses[Input]);
  for (uint32_t Output : G.Outputs)
    Outputs.push_back(Addresses[Output]);
  for (const GraphOperator &Op : G.Operators) {
    if (Op.Kind == Kind::Concatenate)
      addConcatenate(G, Op);
    else if (Op.Kind == Kind::FullyConnected &&
             !G.Tensors[Op.Inputs[1]].Data.empty())
      addLayer(G, Op);
    else
      add(G, Op);
  }
}

void GraphEvaluator::add(const Graph &G, const GraphOperator &Op) {
  GraphArguments A = graphArguments(G, Op);
  for (size_t I = 0; I < Op.Inputs.size(); ++I)
    A.Inputs[I] = at(Op.Inputs[I]);
  A.Output = Addresses[Op.Output];
  Axes.push_back(graphAxes(G, Op)); // Moving a vector keeps its elements.
  A.Axes = Axes.back().data();
  A.AxisCount = Axes.back().size();
  Steps.push_back({selectGraphKernel(G, Op), A, 0});
}

void GraphEvaluator::addConcatenate(const Graph &G, const GraphOperator &Op) {
  const TensorSpec &Out = specOf(G, Op.Output);
  size_t Rows = 1;
  for (int64_t D = 0; D < Op.Attributes[0]; ++D)
    Rows *= static_cast<size_t>(Out.shape()[static_cast<size_t>(D)]);
  GraphArguments A = {{},
                      Addresses[Op.Output],
                      Out.getTotalTensorBufferSize() / Rows,
                      Rows,
                      0,
                      0,
                      nullptr,
                      0};
  for (uint32_t Input : Op.Inputs) {
    A.Inputs[0] = at(Input);
    A.Inner = specOf(G, Input).getTotalTensorBufferSize() / Rows;
    Steps.push_back({graph::runConcatenate, A, 0});
    A.Parameter += static_cast<int64_t>(A.Inner);
  }
}

void GraphEvaluator::addLayer(const Graph &G, const GraphOperator &Op) {
  GraphArguments A = graphArguments(G, Op);
  const size_t Out = A.Count / A.Rows;
  const uint32_t Stride = denseStride(static_cast<uint32_t>(Out));
  Memory.push_back(makeBytes(A.Inner * Stride * sizeof(float)));
  auto *Weights = Memory.back().as<float>();
  const auto *From = static_cast<const float *>(at(Op.Inputs[1]));
  for (size_t J = 0; J < Out; ++J)
    for (size_t I = 0; I < A.Inner; ++I)
      Weights[I * Stride + J] = From[J * A.Inner + I];
  A.Inputs[0] = at(Op.Inputs[0]);
  A.Inputs[1] = Weights;
  A.Inputs[2] = at(Op.Inputs[2]);
  A.Output = Addresses[Op.Output];
  A.Count = Out;
  Steps.push_back({nullptr, A, Stride});
}

void GraphEvaluator::run() noexcept {
  for (const Step &S : Steps) {
    const GraphArguments &A = S.Arguments;
    if (S.Kernel) {
      S.Kernel(A);
      continue;
    }
    for (size_t R = 0; R < A.Rows; ++R)
      RunDense(static_cast<const float *>(A.Inputs[0]) + R * A.Inner,
               static_cast<uint32_t>(A.Inner), S.Stride,
               static_cast<const float *>(A.Inputs[1]),
               static_cast<const float *>(A.Inputs[2]), false,
               static_cast<float *>(A.Output) + R * A.Count);
  }
}
} // namespace mlgo
