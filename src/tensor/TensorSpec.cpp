//===- TensorSpec.cpp - Name, port, type and shape of a tensor ------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/tensor/TensorSpec.h"

#include "mlgo/tensor/JSON.h"

#include <cstring>
#include <limits>
#include <sstream>

namespace mlgo {
namespace {

/// Tensors beyond this are a mistake or an attack, not a feature.
constexpr size_t MaxElements = size_t(1) << 32;

/// The product of \p Shape, or 0 with \p Ok false when a dimension is negative
/// or the product is out of bounds.
size_t countElements(const std::vector<int64_t> &Shape, bool &Ok) {
  size_t Count = 1;
  Ok = true;
  for (int64_t Dimension : Shape) {
    // Divide before multiplying: the product itself may overflow.
    if (Dimension < 0 ||
        (Count && static_cast<size_t>(Dimension) > MaxElements / Count)) {
      Ok = false;
      return 0;
    }
    Count *= static_cast<size_t>(Dimension);
  }
  return Count;
}

template <typename T>
void printElements(std::ostringstream &OS, const void *Buffer, size_t Count) {
  for (size_t I = 0; I < Count; ++I) {
    T Value;
    std::memcpy(&Value, static_cast<const char *>(Buffer) + I * sizeof(T),
                sizeof(T));
    // Unary plus prints the one-byte types as numbers.
    OS << (I ? "," : "") << +Value;
  }
}

} // namespace

std::string_view getTensorTypeName(TensorType Type) {
  switch (Type) {
#define MLGO_TENSOR_TYPE_NAME(T, Name)                                         \
  case TensorType::Name:                                                       \
    return #T;
    MLGO_TENSOR_TYPES(MLGO_TENSOR_TYPE_NAME)
#undef MLGO_TENSOR_TYPE_NAME
  case TensorType::Invalid:
    break;
  }
  return "";
}

TensorType getTensorTypeFromName(std::string_view Name) {
#define MLGO_TENSOR_TYPE_FROM_NAME(T, Member)                                  \
  if (Name == #T)                                                              \
    return TensorType::Member;
  MLGO_TENSOR_TYPES(MLGO_TENSOR_TYPE_FROM_NAME)
#undef MLGO_TENSOR_TYPE_FROM_NAME
  return TensorType::Invalid;
}

TensorSpec::TensorSpec(std::string Name, int Port, TensorType Type,
                       std::vector<int64_t> Shape)
    : Name(std::move(Name)), Port(Port), Type(Type), Shape(std::move(Shape)) {
  assert(Type != TensorType::Invalid && "a tensor needs an element type");
  bool Ok;
  ElementCount = countElements(this->Shape, Ok);
  assert(Ok && "negative or huge tensor dimension");
}

std::string toJSON(const TensorSpec &Spec) {
  OrderedJSON Object;
  Object["name"] = Spec.name();
  Object["type"] = getTensorTypeName(Spec.type());
  Object["port"] = Spec.port();
  Object["shape"] = Spec.shape();
  return Object.dump(-1, ' ', false, OrderedJSON::error_handler_t::replace);
}

Result<TensorSpec> getTensorSpecFromJSON(std::string_view Text) {
  OrderedJSON Value = OrderedJSON::parse(Text, nullptr, false);
  if (Value.is_discarded() || !Value.is_object())
    return Error("tensor spec is not a JSON object");
  auto Wrong = [](const char *Key, const char *Expected) {
    return Error(std::string("'") + Key + "' property not present or not " +
                 Expected);
  };
  auto Name = Value.find("name");
  if (Name == Value.end() || !Name->is_string())
    return Wrong("name", "a string");
  auto Type = Value.find("type");
  if (Type == Value.end() || !Type->is_string())
    return Wrong("type", "a string");
  auto Port = Value.find("port");
  if (Port == Value.end() || !Port->is_number_integer() ||
      Port->get<int64_t>() < std::numeric_limits<int>::min() ||
      Port->get<int64_t>() > std::numeric_limits<int>::max())
    return Wrong("port", "an int");
  auto Shape = Value.find("shape");
  std::vector<int64_t> Dimensions;
  if (Shape == Value.end() || !Shape->is_array())
    return Wrong("shape", "an int array");
  for (const OrderedJSON &Dimension : *Shape) {
    if (!Dimension.is_number_integer())
      return Wrong("shape", "an int array");
    Dimensions.push_back(Dimension.get<int64_t>());
  }
  TensorType Known = getTensorTypeFromName(Type->get<std::string>());
  if (Known == TensorType::Invalid)
    return Error("'type' property is '" + Type->get<std::string>() +
                 "', expected one of float, double, int8_t to uint64_t");
  bool Ok;
  countElements(Dimensions, Ok);
  if (!Ok)
    return Error("'shape' property " + Shape->dump() +
                 " has a negative dimension or more than 2^32 elements");
  return TensorSpec(Name->get<std::string>(), Port->get<int>(), Known,
                    std::move(Dimensions));
}

std::string tensorValueToString(const void *Buffer, const TensorSpec &Spec) {
  std::ostringstream OS;
  switch (Spec.type()) {
#define MLGO_TENSOR_TYPE_PRINT(T, Name)                                        \
  case TensorType::Name:                                                       \
    printElements<T>(OS, Buffer, Spec.getElementCount());                      \
    break;
    MLGO_TENSOR_TYPES(MLGO_TENSOR_TYPE_PRINT)
#undef MLGO_TENSOR_TYPE_PRINT
  case TensorType::Invalid:
    break;
  }
  return OS.str();
}

} // namespace mlgo
