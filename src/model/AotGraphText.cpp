// Graphs as straight-line code
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/DenseKernel.h"
#include "mlgo/model/GraphEvaluator.h"
#include "model/AotText.h"
#include <cmath>
#include <cstdio>
#include <cstring>

namespace mlgo {
namespace {
using Kind = GraphOperatorKind;

/// Where tensors begin: at cache lines, with a vector's room behind each.
constexpr size_t Line = 64;

std::string number(size_t N) { return std::to_string(N); }

template <typename T> std::string elementText(T Value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isinf(Value))
      return Value < 0 ? "-__builtin_inff()" : "__builtin_inff()";
    if constexpr (std::is_same_v<T, float>)
      return floatText(Value);
    char Text[64];
    std::snprintf(Text, sizeof(Text), "%a", static_cast<double>(Value));
    return Text;
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    return std::to_string(Value) + "u";
  } else {
    return integerText(static_cast<int64_t>(Value));
  }
}

/// Generates the Traits of AotGraphModel.
class GraphText {
public:
  explicit GraphText(const Model &M)
      : M(M), G(std::get<Graph>(M.Policy)), Offsets(G.Tensors.size()) {}

  Result<std::string> text() {
    std::vector<bool> IsOutput(G.Tensors.size());
    for (uint32_t Output : G.Outputs)
      IsOutput[Output] = true;
    for (size_t I = 0; I < G.Tensors.size(); ++I)
      if (G.Tensors[I].Data.empty() || IsOutput[I])
        place(I);
    for (const GraphOperator &Op : G.Operators)
      addOperator(Op);
    for (size_t I = 0; I < G.Tensors.size(); ++I)
      if (IsOutput[I] && !G.Tensors[I].Data.empty())
        Steps += "    std::memcpy(Memory + " + number(Offsets[I]) + ", " +
                 constant(I) + ", " + number(G.Tensors[I].Data.size()) + ");\n";
    if (HasNaN)
      return Error("a constant of the graph is not a number, which has no "
                   "exact text");
    return inputsText() + outputsText() + scopeText(M.Scope) +
           "  static constexpr size_t MemorySize = " + number(MemorySize) +
           ";\n" + Constants +
           "  MLGO_EXACT static void run(unsigned char *Memory,\n"
           "                             mlgo::DenseFunction Dense) {\n"
           "    MLGO_EXACT_BODY\n    (void)Memory, (void)Dense;\n" +
           Steps + "  }\n";
  }

private:
  const TensorSpec &spec(uint32_t Tensor) const {
    return G.Tensors[Tensor].Spec;
  }
  std::string type(uint32_t Tensor) const {
    return std::string(getTensorTypeName(spec(Tensor).type()));
  }

  void place(size_t Tensor) {
    Offsets[Tensor] = MemorySize;
    const size_t Size = G.Tensors[Tensor].Spec.getTotalTensorBufferSize();
    MemorySize += (Size + Line - 1) / Line * Line + Line;
  }

  std::string inputsText() const {
    std::string Text = "  static constexpr mlgo::AotInput Inputs[] = {\n";
    for (size_t I = 0; I < M.Inputs.size(); ++I)
      Text += "    {" + stringText(M.Inputs[I].name()) + ",\n     " +
              slotText(G.Inputs[I]) + "},\n";
    return Text + "  };\n";
  }

  std::string outputsText() const {
    std::string Text =
        "  static constexpr mlgo::AotGraphOutput Outputs[] = {\n";
    for (size_t I = 0; I < G.Outputs.size(); ++I) {
      const TensorSpec &Spec = I ? M.ExtraOutputs[I - 1] : M.Output;
      Text += "    {" + stringText("fetch_" + Spec.name()) + ",\n     " +
              slotText(G.Outputs[I]) + "},\n";
    }
    return Text + "  };\n";
  }

  std::string slotText(uint32_t Tensor) const {
    return "mlgo::tensorTypeOf<" + type(Tensor) + ">(), " +
           number(spec(Tensor).getElementCount()) + ", " +
           number(Offsets[Tensor]);
  }

  /// The name of constant \p Tensor, which is written when first used.
  std::string constant(size_t Tensor) {
    const std::string Name = "Constant" + number(Tensor);
    if (IsWritten.empty())
      IsWritten.resize(G.Tensors.size());
    if (IsWritten[Tensor])
      return Name;
    IsWritten[Tensor] = true;
    const GraphTensor &T = G.Tensors[Tensor];
    std::vector<std::string> Elements;
    switch (T.Spec.type()) {
#define MLGO_CONSTANT_TEXT(Type, Member)                                       \
  case TensorType::Member:                                                     \
    for (size_t I = 0; I < T.Data.size(); I += sizeof(Type)) {                 \
      Type Value;                                                              \
      std::memcpy(&Value, &T.Data[I], sizeof(Value));                          \
      HasNaN |= Value != Value;                                                \
      Elements.push_back(elementText(Value));                                  \
    }                                                                          \
    break;
      MLGO_TENSOR_TYPES(MLGO_CONSTANT_TEXT)
#undef MLGO_CONSTANT_TEXT
    case TensorType::Invalid:
      break;
    }
    Constants +=
        plainArrayText(type(static_cast<uint32_t>(Tensor)), Name, Elements);
    return Name;
  }

  std::string place(uint32_t Tensor) {
    return G.Tensors[Tensor].Data.empty()
               ? "Memory + " + number(Offsets[Tensor])
               : constant(Tensor);
  }

  void addOperator(const GraphOperator &Op) {
    if (Op.Kind == Kind::Concatenate)
      return addConcatenate(Op);
    if (Op.Kind == Kind::FullyConnected &&
        !G.Tensors[Op.Inputs[1]].Data.empty() &&
        !G.Tensors[Op.Inputs[2]].Data.empty())
      return addLayer(Op);
    GraphArguments A = graphArguments(G, Op);
    const std::vector<GraphAxis> Axes = graphAxes(G, Op);
    std::string AxesName = "nullptr";
    if (!Axes.empty()) {
      AxesName = "Axes" + number(StepCount);
      std::vector<std::string> Elements;
      for (const GraphAxis &Axis : Axes)
        Elements.push_back("{" + integerText(Axis.Size) + ", {" +
                           integerText(Axis.Strides[0]) + ", " +
                           integerText(Axis.Strides[1]) + ", " +
                           integerText(Axis.Strides[2]) + "}}");
      Constants += plainArrayText("mlgo::GraphAxis", AxesName, Elements);
    }
    addStep(Op, A, Op.Inputs, AxesName, Axes.size());
  }

  void addStep(const GraphOperator &Op, const GraphArguments &A,
               const std::vector<uint32_t> &Inputs, const std::string &Axes,
               size_t AxisCount) {
    std::string From;
    for (size_t I = 0; I < 3; ++I)
      From +=
          (I ? ", " : "") + (I < Inputs.size() ? place(Inputs[I]) : "nullptr");
    Steps += "    mlgo::runAotStep<mlgo::GraphOperatorKind::" +
             std::string(GraphOperatorNames[static_cast<size_t>(Op.Kind)]) +
             ", " + type(Inputs[0]) + ", " + type(Op.Output) + ", " +
             type(Inputs[Inputs.size() > 1 ? 1 : 0]) + ">(\n        {{" + From +
             "},\n         Memory + " + number(Offsets[Op.Output]) + ", " +
             number(A.Count) + ", " + number(A.Rows) + ", " + number(A.Inner) +
             ", " + integerText(A.Parameter) + ", " + Axes + ", " +
             number(AxisCount) + "});\n";
    ++StepCount;
  }

  void addConcatenate(const GraphOperator &Op) {
    const TensorSpec &Out = spec(Op.Output);
    size_t Rows = 1;
    for (int64_t D = 0; D < Op.Attributes[0]; ++D)
      Rows *= static_cast<size_t>(Out.shape()[static_cast<size_t>(D)]);
    GraphArguments A = {};
    A.Count = Out.getTotalTensorBufferSize() / Rows;
    A.Rows = Rows;
    for (uint32_t Input : Op.Inputs) {
      A.Inner = spec(Input).getTotalTensorBufferSize() / Rows;
      addStep(Op, A, {Input}, "nullptr", 0);
      A.Parameter += static_cast<int64_t>(A.Inner);
    }
  }

  void addLayer(const GraphOperator &Op) {
    const GraphArguments A = graphArguments(G, Op);
    const size_t Out = A.Count / A.Rows;
    const uint32_t Stride = denseStride(static_cast<uint32_t>(Out));
    const auto Value = [&](uint32_t Tensor, size_t I) {
      float Element;
      std::memcpy(&Element, &G.Tensors[Tensor].Data[I * sizeof(float)],
                  sizeof(float));
      HasNaN |= Element != Element;
      return elementText(Element);
    };
    std::vector<std::string> Weights, Biases;
    for (size_t I = 0; I < A.Inner; ++I)
      for (size_t J = 0; J < Stride; ++J)
        Weights.push_back(J < Out ? Value(Op.Inputs[1], J * A.Inner + I) : "0");
    for (size_t J = 0; J < Stride; ++J)
      Biases.push_back(J < Out ? Value(Op.Inputs[2], J) : "0");
    const std::string Index = number(StepCount++);
    Constants += plainArrayText("float", "Weights" + Index, Weights) +
                 plainArrayText("float", "Biases" + Index, Biases);
    Steps += "    mlgo::runAotLayer(Dense, " + place(Op.Inputs[0]) + ", " +
             number(A.Rows) + ", " + number(A.Inner) + ", " + number(Out) +
             ", " + number(Stride) + ",\n                      Weights" +
             Index + ", Biases" + Index + ", Memory + " +
             number(Offsets[Op.Output]) + ");\n";
  }

  const Model &M;
  const Graph &G;
  std::vector<size_t> Offsets; ///< In Memory, of what is no constant.
  size_t MemorySize = 0, StepCount = 0;
  std::string Constants, Steps;
  std::vector<bool> IsWritten;
  bool HasNaN = false;
};
} // namespace

Result<std::string> graphTraitsText(const Model &M) {
  return GraphText(M).text();
}
} // namespace mlgo
