// Name, port, type and shape of a tensor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace mlgo {
/// The scalar types a tensor can hold, the ten that LLVM's TensorSpec knows.
/// The left part is the C type, which is also its spelling in JSON.
#define MLGO_TENSOR_TYPES(M)                                                   \
  M(float, Float)                                                              \
  M(double, Double)                                                            \
  M(int8_t, Int8)                                                              \
  M(uint8_t, UInt8)                                                            \
  M(int16_t, Int16)                                                            \
  M(uint16_t, UInt16)                                                          \
  M(int32_t, Int32)                                                            \
  M(uint32_t, UInt32)                                                          \
  M(int64_t, Int64)                                                            \
  M(uint64_t, UInt64)

enum class TensorType : uint8_t {
  Invalid,
#define MLGO_TENSOR_TYPE_MEMBER(_, Name) Name,
  MLGO_TENSOR_TYPES(MLGO_TENSOR_TYPE_MEMBER)
#undef MLGO_TENSOR_TYPE_MEMBER
};

/// The TensorType of a C type; using an unsupported type does not compile.
template <typename T> constexpr TensorType tensorTypeOf();
#define MLGO_TENSOR_TYPE_OF(T, Name)                                           \
  template <> constexpr TensorType tensorTypeOf<T>() {                         \
    return TensorType::Name;                                                   \
  }
MLGO_TENSOR_TYPES(MLGO_TENSOR_TYPE_OF)
#undef MLGO_TENSOR_TYPE_OF

/// Bytes of one element; 0 for Invalid.
constexpr size_t getTensorTypeSize(TensorType Type) {
  switch (Type) {
#define MLGO_TENSOR_TYPE_SIZE(T, Name)                                         \
  case TensorType::Name:                                                       \
    return sizeof(T);
    MLGO_TENSOR_TYPES(MLGO_TENSOR_TYPE_SIZE)
#undef MLGO_TENSOR_TYPE_SIZE
  case TensorType::Invalid:
    break;
  }
  return 0;
}

/// The C spelling, as in JSON; "" for Invalid.
constexpr std::string_view getTensorTypeName(TensorType Type) {
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

/// The type with the C spelling \p Name, or Invalid.
constexpr TensorType getTensorTypeFromName(std::string_view Name) {
#define MLGO_TENSOR_TYPE_FROM_NAME(T, Member)                                  \
  if (Name == #T)                                                              \
    return TensorType::Member;
  MLGO_TENSOR_TYPES(MLGO_TENSOR_TYPE_FROM_NAME)
#undef MLGO_TENSOR_TYPE_FROM_NAME
  return TensorType::Invalid;
}

/// The number of elements of a tensor of \p Shape, or nothing if a dimension is
/// negative or there are more than 2^32: a mistake or an attack, not a feature.
inline std::optional<size_t>
countTensorElements(const std::vector<int64_t> &Shape) {
  constexpr size_t MaxElements = size_t(1) << 32;
  size_t Count = 1;
  for (int64_t Dimension : Shape) {
    // Divide before multiplying: the product itself may overflow.
    if (Dimension < 0 ||
        (Count && static_cast<size_t>(Dimension) > MaxElements / Count))
      return std::nullopt;
    Count *= static_cast<size_t>(Dimension);
  }
  return Count;
}

/// Name, port, element type and shape of one tensor. Row-major; native byte
/// order. Meaning and JSON form are those of LLVM's class of the same name.
class TensorSpec final {
public:
  template <typename T>
  static TensorSpec createSpec(std::string Name, std::vector<int64_t> Shape,
                               int Port = 0) {
    return TensorSpec(std::move(Name), Port, tensorTypeOf<T>(),
                      std::move(Shape));
  }

  /// \p Type must not be Invalid and countTensorElements must accept \p Shape.
  /// JSON from outside goes through getTensorSpecFromJSON, which checks.
  TensorSpec(std::string Name, int Port, TensorType Type,
             std::vector<int64_t> Shape)
      : Name(std::move(Name)), Port(Port), Type(Type), Shape(std::move(Shape)),
        ElementCount(countTensorElements(this->Shape).value_or(0)) {
    assert(Type != TensorType::Invalid && "a tensor needs an element type");
    assert(countTensorElements(this->Shape) && "negative or huge dimension");
  }

  /// \p Other under the name \p NewName.
  TensorSpec(std::string NewName, const TensorSpec &Other)
      : TensorSpec(std::move(NewName), Other.Port, Other.Type, Other.Shape) {}

  const std::string &name() const { return Name; }
  int port() const { return Port; }
  TensorType type() const { return Type; }
  const std::vector<int64_t> &shape() const { return Shape; }

  template <typename T> bool isElementType() const {
    return Type == tensorTypeOf<T>();
  }

  /// The product of the dimensions; 1 for a scalar without dimensions.
  size_t getElementCount() const { return ElementCount; }
  size_t getElementByteSize() const { return getTensorTypeSize(Type); }
  size_t getTotalTensorBufferSize() const {
    return ElementCount * getElementByteSize();
  }

  bool operator==(const TensorSpec &Other) const {
    return Name == Other.Name && Port == Other.Port && Type == Other.Type &&
           Shape == Other.Shape;
  }
  bool operator!=(const TensorSpec &Other) const { return !(*this == Other); }

private:
  std::string Name;
  int Port;
  TensorType Type;
  std::vector<int64_t> Shape;
  size_t ElementCount;
};

/// {"name":..,"type":..,"port":..,"shape":[..]} with LLVM's keys, order and
/// spelling, and no white space.
std::string toJSON(const TensorSpec &Spec);

/// Reads what toJSON writes, keys in any order, others ignored. The error names
/// the key that is missing or wrong.
Result<TensorSpec> getTensorSpecFromJSON(std::string_view JSON);

/// The elements of \p Buffer, which holds one \p Spec, as "1,2,3".
std::string tensorValueToString(const void *Buffer, const TensorSpec &Spec);
} // namespace mlgo
