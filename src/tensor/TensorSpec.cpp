// Name, port, type and shape of a tensor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/tensor/TensorSpec.h"
#include "tensor/JSON.h"
#include <cstring>
#include <limits>
#include <sstream>

namespace mlgo {
namespace {
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

std::string toJSON(const TensorSpec &Spec) {
  OrderedJSON Object;
  Object["name"] = Spec.name();
  Object["type"] = getTensorTypeName(Spec.type());
  Object["port"] = Spec.port();
  Object["shape"] = Spec.shape();
  return toJSONText(Object);
}

Result<TensorSpec> getTensorSpecFromJSON(std::string_view Text) {
  OrderedJSON Value = parseJSON(Text);
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
  if (!countTensorElements(Dimensions))
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
