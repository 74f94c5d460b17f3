// Bytes that depend on the number of a register
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <array>
#include <cstdint>

namespace mlgo {
/// What an operand makes of the number of its register, in bytes. Some numbers
/// need a prefix, which an instruction has once for all of its operands; others
/// cost the operand's own bytes.
struct EncodingRole {
  enum PrefixKind : uint8_t {
    NoPrefix,  ///< The instruction has one anyway, or none whatever it is.
    Extended,  ///< 8 to 15 need it.
    ByteNeeds, ///< So do spl, bpl, sil and dil.
    NumPrefixKinds
  };
  enum OwnKind : uint8_t {
    NoBytes,
    Accumulator,   ///< A byte less for register 0.
    Base,          ///< An address without an index: 12 needs a byte more.
    BaseAtZero,    ///< Without a displacement, too: so do 5 and 13.
    IndexedAtZero, ///< With an index but no displacement: 5 and 13 need it.
    SlowAddress, ///< The same in `lea`, which LLVM would make two instructions.
    NumOwnKinds
  };
  uint8_t Prefix = NoPrefix;
  uint8_t Own = NoBytes;

  bool isFree() const { return Prefix == NoPrefix && Own == NoBytes; }
};

/// Numbers that need a prefix, as bits.
constexpr uint32_t PrefixNumbers[EncodingRole::NumPrefixKinds] = {0, 0xff00,
                                                                  0xfff0};

constexpr int8_t SlowAddressBytes = 7;

/// Bytes by kind and number.
constexpr int8_t OwnBytes[EncodingRole::NumOwnKinds][32] = {
    {},
    {-1},
    {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0},
    {0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0},
    {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0},
    {0, 0, 0, 0, 0, SlowAddressBytes, 0, 0, 0, 0, 0, 0, 0, SlowAddressBytes, 0,
     0},
};

constexpr bool needsPrefix(EncodingRole Role, unsigned Number) {
  return PrefixNumbers[Role.Prefix] >> Number & 1;
}
constexpr int getOwnBytes(EncodingRole Role, unsigned Number) {
  return OwnBytes[Role.Own][Number];
}

/// The form that an instruction has for some registers. It asks which of up to
/// three are low, and which are the same.
struct ShortForm {
  static constexpr unsigned MaxTerms = 3;
  static constexpr int Bytes = 2; ///< That it saves.
  /// Not the number of any other register, but low if that without it is.
  static constexpr unsigned Other = 64;
  using Numbers = std::array<unsigned, MaxTerms>;
  /// Of operands that are not there.
  static constexpr Numbers NoNumbers = {256, 257, 258};

  /// One of 64 cases; \p Low are numbers, as bits.
  static constexpr unsigned index(const Numbers &N, uint32_t Low) {
    const auto IsLow = [&](unsigned Number) {
      return Number < 256 ? Low >> (Number & 31) & 1 : 0;
    };
    return IsLow(N[0]) | IsLow(N[1]) << 1 | IsLow(N[2]) << 2 |
           unsigned(N[0] == N[1]) << 3 | unsigned(N[0] == N[2]) << 4 |
           unsigned(N[1] == N[2]) << 5;
  }
};
} // namespace mlgo
