// A network as the bytes of an ONNX model
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//
// The numbers of fields are those of ONNX's published schema, onnx.proto.
//
//===----------------------------------------------------------------------===//

#include "ONNXModel.h"

namespace mlgo {
namespace {

/// A message of Protocol Buffers.
class Message {
public:
  Message &number(unsigned Field, uint64_t Value) {
    variable(Field << 3);
    return variable(Value);
  }

  Message &bytes(unsigned Field, const std::string &Value) {
    variable(Field << 3 | 2);
    variable(Value.size());
    Text += Value;
    return *this;
  }

  Message &message(unsigned Field, const Message &Value) {
    return bytes(Field, Value.Text);
  }

  const std::string &text() const { return Text; }

private:
  Message &variable(uint64_t Value) {
    for (; Value >= 128; Value >>= 7)
      Text += static_cast<char>(Value | 128);
    Text += static_cast<char>(Value);
    return *this;
  }

  std::string Text;
};

constexpr uint64_t Float = 1; ///< TensorProto::FLOAT.

Message tensor(const std::string &Name, const std::vector<size_t> &Dimensions,
               const std::vector<float> &Values) {
  Message M;
  for (size_t D : Dimensions)
    M.number(1, D);
  return M.number(2, Float).bytes(8, Name).bytes(
      9, std::string(reinterpret_cast<const char *>(Values.data()),
                     Values.size() * sizeof(float)));
}

/// The description of an input or output.
Message value(const std::string &Name, size_t Rows, size_t Columns) {
  Message Shape;
  for (size_t D : {Rows, Columns})
    Shape.message(1, Message().number(1, D));
  return Message().bytes(1, Name).message(
      2, Message().message(1, Message().number(1, Float).message(2, Shape)));
}

Message node(const std::string &Kind, const std::vector<std::string> &Inputs,
             const std::string &Output) {
  Message M;
  for (const std::string &Input : Inputs)
    M.bytes(1, Input);
  return M.bytes(2, Output).bytes(4, Kind);
}

} // namespace

std::string onnxModel(const Network &N, size_t Rows) {
  Message Graph;
  std::string From = "x";
  for (size_t I = 0; I < N.Layers.size(); ++I) {
    const DenseLayer &L = N.Layers[I];
    const std::string Index = std::to_string(I);
    const std::string Last = I + 1 == N.Layers.size() ? "y" : "h" + Index;
    const std::string Sum = L.ReLU ? "s" + Index : Last;
    Graph.message(1, node("Gemm", {From, "w" + Index, "b" + Index}, Sum));
    if (L.ReLU)
      Graph.message(1, node("Relu", {Sum}, Last));
    Graph.message(5, tensor("w" + Index, {L.In, L.Out}, L.Weights));
    Graph.message(5, tensor("b" + Index, {L.Out}, L.Biases));
    From = Last;
  }
  Graph.bytes(2, "network");
  Graph.message(11, value("x", Rows, N.Layers[0].In));
  Graph.message(12, value("y", Rows, N.Layers.back().Out));
  return Message()
      .number(1, 8)
      .message(8, Message().number(2, 13))
      .message(7, Graph)
      .text();
}

} // namespace mlgo
