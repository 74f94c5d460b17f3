// From the operators of a file to a graph
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Graph.h"
#include "tflite_generated.h"
#include <algorithm>

namespace mlgo {
/// The type of tensors of truth values, which become UInt8.
constexpr int8_t TFLiteBoolean = 6;

/// Translates the first subgraph of a verified file. The first fault is kept,
/// and all that follows it does nothing.
class TFLiteGraphBuilder {
public:
  /// \p Root lies in \p Bytes and has a subgraph.
  TFLiteGraphBuilder(const tflite::Model &Root,
                     const std::vector<uint8_t> &Bytes);

  /// The graph; its inputs and outputs are those of the file, in order.
  Result<Graph> build();

private:
  using Kind = GraphOperatorKind;
  using Shape = std::vector<int64_t>;

  /// How an operator is translated. Kind is for handlers of several.
  struct Rule {
    tflite::Code Code;
    uint8_t MinInputs, MaxInputs;
    void (TFLiteGraphBuilder::*Translate)(Kind);
    Kind K;
  };
  static const Rule Rules[];

  // TFLiteTensors.cpp; and TFLiteGraphBuilder.cpp, the walk over operators.
  void fail(const std::string &Message);
  const tflite::Tensor *fileTensor(int32_t Index);
  std::optional<TensorSpec> specOf(int32_t Index);
  uint32_t add(GraphTensor T);
  uint32_t addConstant(int32_t Index, const TensorSpec &Spec,
                       const flatbuffers::Vector<uint8_t> &Data);
  /// The tensor \p Index of the file, which was made or is a constant.
  uint32_t read(int32_t Index);
  void translate(const tflite::Operator &Op, size_t Index);
  uint32_t fold(const GraphOperator &Op);

  // What the handlers use. In(I) is input I of the current operator.
  uint32_t in(size_t I) const { return Inputs[I]; }
  const TensorSpec &spec(uint32_t Tensor) const {
    return G.Tensors[Tensor].Spec;
  }
  const Shape &shape(size_t I) const { return spec(in(I)).shape(); }
  TensorType outputType();
  /// The elements of input \p I, which has to be a constant of integers.
  std::vector<int64_t> constants(size_t I);
  /// \p Axis, which may count from the end, as an index below \p Rank.
  size_t axis(int64_t Axis, size_t Rank);
  /// The result of a new operator; a constant if all of \p From are.
  uint32_t emit(Kind K, std::vector<uint32_t> From, TensorType Type, Shape To,
                std::vector<int64_t> Attributes = {});
  /// Elements \p Offset + sum of index * \p Strides of \p From.
  uint32_t view(uint32_t From, int64_t Offset, std::vector<int64_t> Strides,
                Shape To);
  uint32_t activate(uint32_t From, int8_t Activation);
  uint32_t zeros(size_t Count);
  /// Moves the dimensions in \p Last behind the others, in order.
  uint32_t moveBack(uint32_t From, const std::vector<bool> &Last);
  void finish(size_t Output, uint32_t Tensor);
  void finish(uint32_t Tensor) { finish(0, Tensor); }
  /// The options of the current operator, or null if it has none.
  template <typename T> const T *options(tflite::OptionsKind Expected);

  // TFLiteOperators.cpp: arithmetic.
  void map(Kind K);
  void cast(Kind);
  void binary(Kind K);
  void select(Kind);
  void fullyConnected(Kind);
  void reduce(Kind K);
  void softmax(Kind K);
  void arg(Kind K);
  void bucketize(Kind);
  uint32_t broadcast(Kind K, std::vector<uint32_t> From, TensorType Type);

  // TFLiteShapeOperators.cpp: moving elements.
  void reshape(Kind);
  void expandDims(Kind);
  void squeeze(Kind);
  void shapeOf(Kind);
  void concatenate(Kind);
  void pack(Kind);
  void unpack(Kind);
  void split(Kind);
  void stridedSlice(Kind);
  void slice(Kind);
  void transpose(Kind);
  void broadcastTo(Kind);
  void fill(Kind);
  void gather(Kind);
  void oneHot(Kind);

  const tflite::Model &Root;
  const std::vector<uint8_t> &Bytes;
  const tflite::SubGraph &Main;
  Graph G;
  std::vector<int64_t> Made; ///< By tensor of the file; -1 if not yet.
  uint64_t Memory = 0, Work = 0;
  std::optional<Error> Failure;
  // The current operator.
  const tflite::Operator *Current = nullptr;
  std::string Where;
  std::vector<uint32_t> Inputs;
};

/// \p S, but not so much of it that many tensors with it were a burden.
inline std::string tfliteText(const flatbuffers::String *S) {
  constexpr uint32_t MaxLength = 512;
  return S ? std::string(S->c_str(), std::min(S->size(), MaxLength)) : "";
}

/// [1,2,3].
std::string describeShape(const std::vector<int64_t> &Shape);

std::vector<int64_t> rowMajorStrides(const std::vector<int64_t> &Shape);

template <typename T>
const T *TFLiteGraphBuilder::options(tflite::OptionsKind Expected) {
  const auto Found =
      static_cast<tflite::OptionsKind>(Current->builtin_options_type());
  if (Found == tflite::OptionsKind::None || !Current->builtin_options())
    return nullptr;
  if (Found != Expected) {
    fail("has options of kind " + std::to_string(int(Found)) + ", expected " +
         std::to_string(int(Expected)));
    return nullptr;
  }
  // The file's verification did not know which table this is.
  const auto *Table = reinterpret_cast<const T *>(Current->builtin_options());
  flatbuffers::Verifier Verifier(Bytes.data(), Bytes.size());
  if (!Table->Verify(Verifier)) {
    fail("has damaged options: FlatBuffers verification failed");
    return nullptr;
  }
  return Table;
}
} // namespace mlgo
