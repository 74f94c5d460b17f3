// What operators make of single elements
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/ExactMath.h"
#include "mlgo/model/Graph.h"
#include <cmath>
#include <type_traits>

namespace mlgo {
namespace graph {
using Kind = GraphOperatorKind;

/// \p Value as a U: exact where possible, else rounded, truncated, saturated.
template <typename U, typename T> inline U castElement(T Value) {
  if constexpr (std::is_floating_point_v<T> && std::is_integral_v<U>) {
    if (Value != Value)
      return 0;
    // One above the largest U is a power of two, so exact.
    const T End = std::ldexp(T(1), std::numeric_limits<U>::digits);
    if (Value >= End)
      return std::numeric_limits<U>::max();
    if (Value <= static_cast<T>(std::numeric_limits<U>::min()))
      return std::numeric_limits<U>::min();
    return static_cast<U>(Value);
  } else {
    return static_cast<U>(Value);
  }
}

/// Integers are computed with as unsigned ones, which may wrap around. At least
/// 32 bits, or the compiler would compute with int.
template <typename T, bool = std::is_integral_v<T>> struct Wrapping {
  using Type = T;
};
/// The unsigned integer.
template <typename T> struct Wrapping<T, true> {
  using Type = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
};

template <Kind K, typename T> inline T mapElement(T X) {
  using W = typename Wrapping<T>::Type;
  if constexpr (K == Kind::Relu)
    return X > 0 ? X : T(0);
  else if constexpr (K == Kind::Relu6)
    return X > 0 ? (X < 6 ? X : T(6)) : T(0);
  else if constexpr (K == Kind::ReluN1To1)
    return std::is_unsigned_v<T> || X > T(-1) ? (X < 1 ? X : T(1)) : T(-1);
  else if constexpr (K == Kind::Neg)
    return std::is_integral_v<T> ? static_cast<T>(W(0) - W(X))
                                 : static_cast<T>(-X);
  else if constexpr (K == Kind::Abs)
    return X < T(0) ? mapElement<Kind::Neg>(X) : X > T(0) ? X : T(0) * X;
  else if constexpr (K == Kind::Square)
    return static_cast<T>(W(X) * W(X));
  else if constexpr (K == Kind::LogicalNot)
    return X == 0;
  else if constexpr (!std::is_floating_point_v<T>)
    return X; // Never chosen.
  else if constexpr (K == Kind::Floor)
    return std::floor(X);
  else if constexpr (K == Kind::Ceil)
    return std::ceil(X);
  else if constexpr (K == Kind::Sqrt)
    return std::sqrt(X);
  else if constexpr (K == Kind::Rsqrt)
    return T(1) / std::sqrt(X);
  else if constexpr (K == Kind::Exp)
    return static_cast<T>(exactExp(static_cast<double>(X)));
  else if constexpr (K == Kind::Log)
    return static_cast<T>(exactLog(static_cast<double>(X)));
  else if constexpr (K == Kind::Logistic)
    return static_cast<T>(exactLogistic(static_cast<float>(X)));
  else
    return static_cast<T>(exactTanh(static_cast<float>(X)));
}

template <typename T> inline T divide(T X, T Y, bool Down) {
  if constexpr (std::is_floating_point_v<T>) {
    return Down ? std::floor(X / Y) : X / Y;
  } else {
    if (Y == 0)
      return 0;
    if (std::is_signed_v<T> && Y == T(-1))
      return mapElement<Kind::Neg>(X);
    const T Quotient = static_cast<T>(X / Y);
    const bool IsAbove = (X % Y != 0) && ((X < 0) != (Y < 0));
    return static_cast<T>(Quotient - (Down && IsAbove));
  }
}

template <Kind K, typename T> inline T combine(T X, T Y) {
  using W = typename Wrapping<T>::Type;
  if constexpr (K == Kind::Add)
    return static_cast<T>(W(X) + W(Y));
  else if constexpr (K == Kind::Sub)
    return static_cast<T>(W(X) - W(Y));
  else if constexpr (K == Kind::Mul)
    return static_cast<T>(W(X) * W(Y));
  else if constexpr (K == Kind::Div || K == Kind::FloorDiv)
    return divide(X, Y, K == Kind::FloorDiv);
  else if constexpr (K == Kind::Maximum)
    return X > Y || X != X ? X : Y;
  else if constexpr (K == Kind::Minimum)
    return X < Y || X != X ? X : Y;
  else
    return static_cast<T>((W(X) - W(Y)) * (W(X) - W(Y)));
}

template <Kind K, typename T> inline bool compare(T X, T Y) {
  switch (K) {
  case Kind::Less:
    return X < Y;
  case Kind::LessEqual:
    return X <= Y;
  case Kind::Greater:
    return X > Y;
  case Kind::GreaterEqual:
    return X >= Y;
  case Kind::Equal:
    return X == Y;
  case Kind::NotEqual:
    return X != Y;
  case Kind::LogicalAnd:
    return X != 0 && Y != 0;
  default:
    return X != 0 || Y != 0;
  }
}
} // namespace graph
} // namespace mlgo
