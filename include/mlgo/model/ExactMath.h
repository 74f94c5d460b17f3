// exp, log, tanh: the same bits everywhere
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

// A decision must not depend on the C library or on fused multiply-add, so
// these are sums and products of doubles in a fixed order and nothing else, and
// the results are rounded to float once. Measured over all floats with any
// effect (test ExactMathTest): within 0.5001 units in the last place.
//
// GCC contracts across statements unless told not to, clang within one.
#if defined(__clang__)
#define MLGO_EXACT
#define MLGO_EXACT_BODY _Pragma("clang fp contract(off)")
#elif defined(__GNUC__)
#define MLGO_EXACT __attribute__((optimize("fp-contract=off")))
#define MLGO_EXACT_BODY
#endif

namespace mlgo {
/// 2^\p Power; \p Power is from -1022 to 1023.
inline double exactPowerOfTwo(int Power) {
  const uint64_t Bits = static_cast<uint64_t>(Power + 1023) << 52;
  double Value;
  std::memcpy(&Value, &Bits, sizeof(Value));
  return Value;
}

/// e^X, for results that become floats: 0 below -110, infinite above 100.
MLGO_EXACT inline double exactExp(double X) {
  MLGO_EXACT_BODY
  if (X != X)
    return X;
  if (X < -110)
    return 0;
  if (X > 100)
    return std::numeric_limits<double>::infinity();
  // X = Power * ln 2 + R with |R| <= ln(2) / 2; ln 2 in two parts, the first of
  // which has zeros at the end, so that the first product is exact.
  const double Scaled = X * 1.4426950408889634;
  const int Power = static_cast<int>(Scaled + (Scaled < 0 ? -0.5 : 0.5));
  const double High = X - Power * 0x1.62e42fee00000p-1;
  const double R = High - Power * 0x1.a39ef35793c76p-33;
  // Taylor's series; the first term left out is less than 2^-55.
  double Sum = 1;
  for (int Term = 14; Term > 0; --Term) {
    const double Next = Sum * R;
    Sum = 1 + Next / Term;
  }
  return Sum * exactPowerOfTwo(Power);
}

/// The natural logarithm of a normal double; of 0 minus infinity, of less
/// not-a-number.
MLGO_EXACT inline double exactLog(double X) {
  MLGO_EXACT_BODY
  if (X != X || X < 0)
    return std::numeric_limits<double>::quiet_NaN();
  if (X == 0)
    return -std::numeric_limits<double>::infinity();
  if (X == std::numeric_limits<double>::infinity())
    return X;
  uint64_t Bits;
  std::memcpy(&Bits, &X, sizeof(Bits));
  int Power = static_cast<int>(Bits >> 52) - 1023;
  double M = X * exactPowerOfTwo(Power == 1023 ? -1022 : -Power);
  M = Power == 1023 ? M * 0.5 : M;
  if (M > 1.4142135623730951) {
    M = M * 0.5;
    ++Power;
  }
  // ln M = 2 (S + S^3 / 3 + S^5 / 5 + ...) with S = (M - 1) / (M + 1).
  const double S = (M - 1) / (M + 1);
  const double Square = S * S;
  double Sum = 0;
  for (int Term = 25; Term >= 1; Term -= 2) {
    const double Next = Sum * Square;
    Sum = 1.0 / Term + Next;
  }
  const double Low = Power * 0x1.a39ef35793c76p-33;
  const double Fraction = 2 * S * Sum;
  const double Tail = Fraction + Low;
  return Power * 0x1.62e42fee00000p-1 + Tail;
}

/// 1 / (1 + e^-X).
MLGO_EXACT inline float exactLogistic(float X) {
  MLGO_EXACT_BODY
  const double E = exactExp(X < 0 ? double(X) : -double(X));
  return static_cast<float>((X < 0 ? E : 1) / (1 + E));
}

/// The hyperbolic tangent.
MLGO_EXACT inline float exactTanh(float X) {
  MLGO_EXACT_BODY
  const double Size = X < 0 ? -double(X) : double(X);
  double Value;
  if (Size < 0x1p-10) {
    const double Cube = Size * Size * Size;
    Value = Size - Cube / 3; // The next term is less than 2^-42 of this.
  } else {
    const double E = exactExp(-2 * Size);
    Value = (1 - E) / (1 + E);
  }
  return static_cast<float>(X < 0 ? -Value : X != X ? double(X) : Value);
}
} // namespace mlgo
