// Tensors of TensorFlow Lite's files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/TFLiteGraphBuilder.h"
#include "support/Text.h"
#include <cstring>
#include <iterator>

namespace mlgo {
/// Types by their numbers in files; Invalid for what LLVM's TensorSpec cannot
/// hold.
constexpr struct {
  const char *Name;
  TensorType Type;
} Types[] = {
    {"float", TensorType::Float},
    {"half float", TensorType::Invalid},
    {"int32", TensorType::Int32},
    {"uint8", TensorType::UInt8},
    {"int64", TensorType::Int64},
    {"string", TensorType::Invalid},
    {"boolean", TensorType::UInt8},
    {"int16", TensorType::Int16},
    {"complex of floats", TensorType::Invalid},
    {"int8", TensorType::Int8},
    {"double", TensorType::Double},
    {"complex of doubles", TensorType::Invalid},
    {"uint64", TensorType::UInt64},
    {"resource", TensorType::Invalid},
    {"variant", TensorType::Invalid},
    {"uint32", TensorType::UInt32},
    {"uint16", TensorType::UInt16},
    {"int4", TensorType::Invalid},
};

static bool isKnownType(int8_t Number) {
  return Number >= 0 && static_cast<size_t>(Number) < std::size(Types);
}

static size_t countItems(const flatbuffers::Vector<int32_t> *Items) {
  return Items ? Items->size() : 0;
}

std::string describeShape(const std::vector<int64_t> &Shape) {
  return "[" +
         joinText(Shape, ",", [](int64_t D) { return std::to_string(D); }) +
         "]";
}

const tflite::Tensor *TFLiteGraphBuilder::fileTensor(int32_t Index) {
  if (Index >= 0 && static_cast<size_t>(Index) < Made.size())
    return Main.tensors()->Get(static_cast<uint32_t>(Index));
  fail("tensor index is " + std::to_string(Index) + ", expected 0 to " +
       std::to_string(static_cast<int64_t>(Made.size()) - 1));
  return nullptr;
}

std::optional<TensorSpec> TFLiteGraphBuilder::specOf(int32_t Index) {
  const tflite::Tensor *T = fileTensor(Index);
  if (!T)
    return std::nullopt;
  const std::string Name = "tensor '" + tfliteText(T->name()) + "' ";
  const bool IsKnown = isKnownType(T->type());
  const TensorType Type = IsKnown ? Types[T->type()].Type : TensorType::Invalid;
  const auto *Quantization = T->quantization();
  Shape Dimensions;
  for (uint32_t D = 0; D < countItems(T->shape()) && D <= MaxGraphRank; ++D)
    Dimensions.push_back(T->shape()->Get(D));
  const auto Elements = countTensorElements(Dimensions);
  if (Type == TensorType::Invalid)
    fail(Name + "has the type " +
         (IsKnown ? Types[T->type()].Name
                  : "type " + std::to_string(T->type())) +
         ", which is not supported");
  else if (Quantization && Quantization->scale() &&
           Quantization->scale()->size() > 0)
    fail(Name + "is quantised, which is not supported");
  else if (T->sparsity() || T->is_variable())
    fail(Name + "is sparse or a variable, which is not supported");
  else if (!Elements || *Elements > MaxGraphMemory ||
           Dimensions.size() > MaxGraphRank)
    fail(Name + "has the shape " + describeShape(Dimensions) +
         ", expected at most " + std::to_string(MaxGraphRank) +
         " dimensions and 64 MiB");
  else
    return TensorSpec(tfliteText(T->name()), 0, Type, std::move(Dimensions));
  return std::nullopt;
}

uint32_t TFLiteGraphBuilder::add(GraphTensor T) {
  Memory += T.Spec.getTotalTensorBufferSize();
  if (T.Spec.getElementCount() == 0)
    fail("tensor '" + T.Spec.name() + "' has no elements");
  if (Failure)
    return 0;
  if (Memory > MaxGraphMemory || G.Tensors.size() > UINT16_MAX) {
    fail("tensors take too much: expected at most 65536 of them and 64 MiB");
    return 0;
  }
  G.Tensors.push_back(std::move(T));
  return static_cast<uint32_t>(G.Tensors.size() - 1);
}

uint32_t
TFLiteGraphBuilder::addConstant(int32_t Index, const TensorSpec &Spec,
                                const flatbuffers::Vector<uint8_t> &Data) {
  if (Data.size() != Spec.getTotalTensorBufferSize()) {
    fail("tensor '" + Spec.name() + "' has " + std::to_string(Data.size()) +
         " bytes of data, expected " +
         std::to_string(Spec.getTotalTensorBufferSize()));
    return 0;
  }
  GraphTensor T{Spec, {}};
  T.Data.assign(Data.begin(), Data.end());
  if (fileTensor(Index)->type() == TFLiteBoolean)
    for (uint8_t &Byte : T.Data)
      Byte = Byte != 0;
  return add(std::move(T));
}

uint32_t TFLiteGraphBuilder::read(int32_t Index) {
  const tflite::Tensor *T = fileTensor(Index);
  if (!T)
    return 0;
  const auto At = static_cast<size_t>(Index);
  if (Made[At] >= 0)
    return static_cast<uint32_t>(Made[At]);
  const auto *Buffers = Root.buffers();
  const tflite::Buffer *Data = Buffers && T->buffer() < Buffers->size()
                                   ? Buffers->Get(T->buffer())
                                   : nullptr;
  const auto Spec = specOf(Index);
  if (!Spec)
    return 0;
  if (!Data || !Data->data() || Data->data()->size() == 0) {
    fail("reads tensor '" + Spec->name() + "', which " +
         (Data && Data->offset() > 1 ? "lies behind the FlatBuffer"
                                     : "nothing before it makes"));
    return 0;
  }
  Made[At] = addConstant(Index, *Spec, *Data->data());
  return static_cast<uint32_t>(Made[At]);
}

TensorType TFLiteGraphBuilder::outputType() {
  const auto Spec = specOf(Current->outputs()->Get(0));
  return Spec ? Spec->type() : TensorType::Float;
}

std::vector<int64_t> TFLiteGraphBuilder::constants(size_t I) {
  const GraphTensor &T = G.Tensors[in(I)];
  std::vector<int64_t> Values;
  const bool IsLong = T.Spec.type() == TensorType::Int64;
  if (T.Data.empty() || (!IsLong && T.Spec.type() != TensorType::Int32)) {
    fail("input " + std::to_string(I) +
         " is not a constant of int32 or int64, as it has to be");
    return Values;
  }
  Work += T.Spec.getElementCount();
  if (Work > MaxGraphWork) {
    fail("constants take too long to read");
    return Values;
  }
  for (size_t E = 0; E < T.Spec.getElementCount(); ++E) {
    int64_t Long = 0;
    int32_t Int = 0;
    if (IsLong)
      std::memcpy(&Long, &T.Data[E * sizeof(Long)], sizeof(Long));
    else
      std::memcpy(&Int, &T.Data[E * sizeof(Int)], sizeof(Int));
    Values.push_back(IsLong ? Long : Int);
  }
  return Values;
}

size_t TFLiteGraphBuilder::axis(int64_t Axis, size_t Rank) {
  const auto End = static_cast<int64_t>(Rank);
  const int64_t Index = Axis < 0 ? Axis + End : Axis;
  if (Index >= 0 && Index < End)
    return static_cast<size_t>(Index);
  fail("axis is " + std::to_string(Axis) + ", expected " +
       std::to_string(-End) + " to " + std::to_string(End - 1));
  return 0;
}
} // namespace mlgo
