// From the operators of a file to a graph
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/TFLiteGraphBuilder.h"
#include "mlgo/model/GraphEvaluator.h"
#include <cstring>

namespace mlgo {
using tflite::Code;

static size_t count(const flatbuffers::Vector<int32_t> *Items) {
  return Items ? Items->size() : 0;
}

static int32_t codeOf(const tflite::OperatorCode &C) {
  // Newer files keep codes that do not fit a byte in a field of their own.
  return std::max<int32_t>(C.deprecated_builtin_code(), C.builtin_code());
}

static std::string operatorName(int32_t Number) {
  const std::string Name = EnumNameCode(static_cast<Code>(Number));
  return Name.empty() ? "code " + std::to_string(Number) : Name;
}

std::vector<int64_t> rowMajorStrides(const std::vector<int64_t> &Shape) {
  std::vector<int64_t> Strides(Shape.size(), 1);
  for (size_t D = Shape.size(); D-- > 1;)
    Strides[D - 1] = Strides[D] * Shape[D];
  return Strides;
}

TFLiteGraphBuilder::TFLiteGraphBuilder(const tflite::Model &Root,
                                       const std::vector<uint8_t> &Bytes)
    : Root(Root), Bytes(Bytes), Main(*Root.subgraphs()->Get(0)),
      Made(Main.tensors() ? Main.tensors()->size() : 0, -1) {}

void TFLiteGraphBuilder::fail(const std::string &Message) {
  if (!Failure)
    Failure = Error(Where + Message);
}

uint32_t TFLiteGraphBuilder::emit(Kind K, std::vector<uint32_t> From,
                                  TensorType Type, Shape To,
                                  std::vector<int64_t> Attributes) {
  const auto Elements = countTensorElements(To);
  if (Failure)
    return 0;
  if (!Elements || *Elements == 0 || *Elements > MaxGraphMemory ||
      To.size() > MaxGraphRank) {
    fail("yields the shape " + describeShape(To) +
         ", expected 1 to 2^26 elements");
    return 0;
  }
  const tflite::Tensor *Named = fileTensor(Current->outputs()->Get(0));
  const uint32_t Output = add(
      {TensorSpec(Named ? tfliteText(Named->name()) : "", 0, Type, To), {}});
  GraphOperator Op{K, std::move(From), Output, std::move(Attributes)};
  if (Failure)
    return 0;
  if (Status Valid = checkGraphOperator(G, Op); !Valid) {
    fail(Valid.error().message());
    return 0;
  }
  if (std::all_of(Op.Inputs.begin(), Op.Inputs.end(),
                  [&](uint32_t I) { return !G.Tensors[I].Data.empty(); }))
    return fold(Op);
  G.Operators.push_back(std::move(Op));
  return Output;
}

/// Computes what depends on constants only.
uint32_t TFLiteGraphBuilder::fold(const GraphOperator &Op) {
  Graph Small;
  GraphOperator Own = Op;
  for (uint32_t &Input : Own.Inputs) {
    Small.Tensors.push_back(G.Tensors[Input]);
    Input = static_cast<uint32_t>(Small.Tensors.size() - 1);
  }
  Own.Output = static_cast<uint32_t>(Small.Tensors.size());
  Small.Tensors.push_back(G.Tensors[Op.Output]);
  // A graph needs an input; nothing reads this one.
  Small.Tensors.push_back({TensorSpec::createSpec<float>("", {1}), {}});
  Small.Inputs = {Own.Output + 1};
  Small.Outputs = {Own.Output};
  Small.Operators = {Own};
  if (Status Valid = validateGraph(Small); !Valid) {
    fail(Valid.error().message());
    return 0;
  }
  Work += countGraphWork(Small) + Small.Tensors[0].Data.size();
  if (Work > MaxGraphWork) {
    fail("constants take too long to compute");
    return 0;
  }
  GraphEvaluator Evaluator(Small, VectorWidth::Baseline);
  Evaluator.run();
  GraphTensor &Result = G.Tensors[Op.Output];
  Result.Data.resize(Result.Spec.getTotalTensorBufferSize());
  std::memcpy(Result.Data.data(), Evaluator.output(0), Result.Data.size());
  return Op.Output;
}

uint32_t TFLiteGraphBuilder::view(uint32_t From, int64_t Offset,
                                  std::vector<int64_t> Strides, Shape To) {
  if (Failure)
    return 0;
  Strides.insert(Strides.begin(), Offset);
  const TensorType Type = spec(From).type();
  return emit(Kind::View, {From}, Type, std::move(To), std::move(Strides));
}

void TFLiteGraphBuilder::finish(size_t Output, uint32_t Tensor) {
  if (Failure)
    return;
  const int32_t Index = Current->outputs()->Get(static_cast<uint32_t>(Output));
  const auto Recorded = specOf(Index);
  if (!Recorded)
    return;
  const tflite::Tensor *T = fileTensor(Index);
  bool IsFixed = true;
  for (uint32_t D = 0; D < count(T->shape_signature()) && D <= MaxGraphRank;
       ++D)
    IsFixed &= T->shape_signature()->Get(D) >= 0;
  const TensorSpec &Own = spec(Tensor);
  if (Own.type() != Recorded->type() ||
      (IsFixed && Own.getElementCount() != Recorded->getElementCount()))
    return fail("yields " + std::string(getTensorTypeName(Own.type())) +
                describeShape(Own.shape()) + ", but output '" +
                Recorded->name() + "' is " +
                std::string(getTensorTypeName(Recorded->type())) +
                describeShape(Recorded->shape()));
  if (Made[static_cast<size_t>(Index)] >= 0)
    return fail("makes tensor '" + Recorded->name() +
                "', which was made already");
  Made[static_cast<size_t>(Index)] = Tensor;
}

void TFLiteGraphBuilder::translate(const tflite::Operator &Op, size_t Index) {
  Current = &Op;
  Where = "operator " + std::to_string(Index) + ": ";
  const auto *Codes = Root.operator_codes();
  if (!Codes || Op.opcode_index() >= Codes->size())
    return fail("operator code is number " + std::to_string(Op.opcode_index()) +
                " of " + std::to_string(Codes ? Codes->size() : 0));
  const tflite::OperatorCode &FileCode = *Codes->Get(Op.opcode_index());
  const int32_t Number = codeOf(FileCode);
  std::string Name = operatorName(Number);
  if (Number == static_cast<int32_t>(Code::CUSTOM))
    Name += " '" + tfliteText(FileCode.custom_code()) + "'";
  Where = "operator " + std::to_string(Index) + " (" + Name + "): ";
  const Rule *Found = nullptr;
  for (const Rule *R = Rules; R->Translate; ++R)
    if (static_cast<int32_t>(R->Code) == Number)
      Found = R;
  if (!Found)
    return fail("is not supported");
  const size_t Given = count(Op.inputs());
  if (Given < Found->MinInputs ||
      (Given > Found->MaxInputs && Found->MaxInputs > 0) ||
      count(Op.outputs()) == 0)
    return fail("has " + std::to_string(Given) + " inputs and " +
                std::to_string(count(Op.outputs())) + " outputs, expected " +
                std::to_string(Found->MinInputs) + " to " +
                std::to_string(Found->MaxInputs) + " and at least 1");
  // Many operators may share one long list.
  Work += Given;
  if (Work > MaxGraphWork)
    return fail("operators have too many inputs");
  Inputs.clear();
  for (uint32_t I = 0; I < Given && !Failure; ++I) {
    const int32_t Input = Op.inputs()->Get(I);
    if (Input == -1 && I >= Found->MinInputs)
      break; // Left out.
    // An input without elements adds nothing to a concatenation; as a shape, it
    // is that of a scalar.
    const bool MayBeEmpty = Found->Code == Code::CONCATENATION ||
                            (Found->Code == Code::RESHAPE && I == 1);
    const auto Spec = MayBeEmpty ? specOf(Input) : std::nullopt;
    if (!Spec || Spec->getElementCount() > 0)
      Inputs.push_back(read(Input));
  }
  if (!Failure && Inputs.size() < Found->MinInputs)
    return fail("has only inputs without elements");
  if (!Failure)
    (this->*Found->Translate)(Found->K);
}

Result<Graph> TFLiteGraphBuilder::build() {
  for (uint32_t I = 0; I < count(Main.inputs()) && !Failure; ++I) {
    const int32_t Index = Main.inputs()->Get(I);
    Where = "input " + std::to_string(I) + ": ";
    const auto Spec = specOf(Index);
    if (!Spec)
      break;
    if (Made[static_cast<size_t>(Index)] >= 0)
      fail("is the same tensor as another one: '" + Spec->name() + "'");
    Made[static_cast<size_t>(Index)] = add({*Spec, {}});
    G.Inputs.push_back(static_cast<uint32_t>(Made[static_cast<size_t>(Index)]));
  }
  for (uint32_t I = 0; Main.operators() && I < Main.operators()->size() &&
                       I <= UINT16_MAX && !Failure;
       ++I)
    translate(*Main.operators()->Get(I), I);
  for (uint32_t I = 0; I < count(Main.outputs()) && !Failure; ++I) {
    Where = "output " + std::to_string(I) + ": ";
    G.Outputs.push_back(read(Main.outputs()->Get(I)));
  }
  if (Failure)
    return *Failure;
  MLGO_TRY(validateGraph(G));
  return std::move(G);
}
} // namespace mlgo
