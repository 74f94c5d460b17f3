// Makes small .tflite files for tests
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tflite_generated.h"
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mlgo {

/// Collects tensors and operators of one subgraph; finish() gives the file.
class TFLiteWriter {
public:
  using Offset = flatbuffers::Offset<tflite::Nothing>;
  using Shape = std::vector<int32_t>;
  using Names = std::vector<std::pair<std::string, int32_t>>;

  template <typename T> static constexpr int8_t typeOf() {
    return std::is_same_v<T, float>     ? 0
           : std::is_same_v<T, int32_t> ? 2
           : std::is_same_v<T, uint8_t> ? 3
           : std::is_same_v<T, int64_t> ? 4
           : std::is_same_v<T, bool>    ? 6
           : std::is_same_v<T, double>  ? 10
                                        : 9;
  }

  /// A tensor of type T that is an input or made by an operator.
  template <typename T>
  int32_t tensor(Shape Dimensions, const std::string &Name = "t") {
    return add(Dimensions, typeOf<T>(), 0, Name);
  }

  template <typename T>
  int32_t constant(Shape Dimensions, const std::vector<T> &Values) {
    std::vector<uint8_t> Bytes;
    for (T Value : Values) {
      const auto *First = reinterpret_cast<const uint8_t *>(&Value);
      Bytes.insert(Bytes.end(), First, First + sizeof(T));
    }
    Buffers.push_back(std::move(Bytes));
    return add(Dimensions, typeOf<T>(),
               static_cast<uint32_t>(Buffers.size() - 1), "constant");
  }

  /// \p Options is a table of the kind \p OptionsKind.
  template <typename T = tflite::Nothing>
  void op(int32_t Code, const std::vector<int32_t> &Inputs,
          const std::vector<int32_t> &Outputs, uint8_t OptionsKind = 0,
          flatbuffers::Offset<T> Options = 0) {
    Codes.push_back(Code);
    auto In = B.CreateVector(Inputs);
    auto Out = B.CreateVector(Outputs);
    Operators.push_back(
        tflite::CreateOperator(B, static_cast<uint32_t>(Codes.size() - 1), In,
                               Out, OptionsKind, Offset(Options.o)));
  }

  std::string finish(const std::vector<int32_t> &Inputs,
                     const std::vector<int32_t> &Outputs,
                     const Names &SignatureInputs = {},
                     const Names &SignatureOutputs = {},
                     const char *CustomCode = nullptr) {
    std::vector<flatbuffers::Offset<tflite::OperatorCode>> CodeTables;
    for (int32_t Code : Codes) {
      auto Custom = CustomCode ? B.CreateString(CustomCode) : 0;
      CodeTables.push_back(tflite::CreateOperatorCode(
          B, static_cast<int8_t>(Code > 127 ? 127 : Code), Custom, 1, Code));
    }
    std::vector<flatbuffers::Offset<tflite::Buffer>> BufferTables;
    for (const std::vector<uint8_t> &Bytes : Buffers) {
      B.ForceVectorAlignment(Bytes.size(), 1, 16);
      auto Data = B.CreateVector(Bytes);
      BufferTables.push_back(tflite::CreateBuffer(B, Data));
    }
    auto Main = tflite::CreateSubGraphDirect(B, &Tensors, &Inputs, &Outputs,
                                             &Operators);
    auto MainList = B.CreateVector(&Main, 1);
    auto CodeList = B.CreateVector(CodeTables);
    auto BufferList = B.CreateVector(BufferTables);
    auto In = maps(SignatureInputs), Out = maps(SignatureOutputs);
    auto Signature = tflite::CreateSignatureDef(B, In, Out);
    auto Signatures =
        B.CreateVector(&Signature, SignatureInputs.empty() ? 0 : 1);
    B.Finish(
        tflite::CreateModel(B, 3, CodeList, MainList, BufferList, Signatures),
        tflite::ModelIdentifier());
    return std::string(reinterpret_cast<const char *>(B.GetBufferPointer()),
                       B.GetSize());
  }

  /// For making options.
  flatbuffers::FlatBufferBuilder B;
  std::vector<flatbuffers::Offset<tflite::Tensor>> Tensors;

private:
  int32_t add(const Shape &Dimensions, int8_t Type, uint32_t Buffer,
              const std::string &Name) {
    auto ShapeAt = B.CreateVector(Dimensions);
    auto NameAt = B.CreateString(Name);
    Tensors.push_back(tflite::CreateTensor(B, ShapeAt, Type, Buffer, NameAt));
    return static_cast<int32_t>(Tensors.size() - 1);
  }

  flatbuffers::Offset<
      flatbuffers::Vector<flatbuffers::Offset<tflite::TensorMap>>>
  maps(const Names &Pairs) {
    std::vector<flatbuffers::Offset<tflite::TensorMap>> Maps;
    for (const auto &[Name, Index] : Pairs) {
      auto At = B.CreateString(Name);
      Maps.push_back(
          tflite::CreateTensorMap(B, At, static_cast<uint32_t>(Index)));
    }
    return B.CreateVector(Maps);
  }

  std::vector<std::vector<uint8_t>> Buffers = {{}};
  std::vector<int32_t> Codes;
  std::vector<flatbuffers::Offset<tflite::Operator>> Operators;
};

} // namespace mlgo
