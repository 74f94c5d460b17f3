// The hash that names a model in a selector
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace mlgo {
/// The MD5 digest (RFC 1321) of \p Text as two words, {high, low}: digest bytes
/// 8 to 15 and 0 to 7, each little-endian. LLVM names the models of a combined
/// policy this way in the `model_selector` input. Not for security.
std::pair<uint64_t, uint64_t> hashModelName(std::string_view Text);

namespace detail {
constexpr uint32_t MD5Sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
    0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr uint32_t MD5Rotations[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/// Folds the 64 bytes that \p ByteAt yields into \p State.
template <typename Fn>
inline void md5Block(std::array<uint32_t, 4> &State, Fn ByteAt) {
  uint32_t Words[16];
  for (unsigned I = 0; I < 16; ++I)
    Words[I] = uint32_t(ByteAt(4 * I)) | uint32_t(ByteAt(4 * I + 1)) << 8 |
               uint32_t(ByteAt(4 * I + 2)) << 16 |
               uint32_t(ByteAt(4 * I + 3)) << 24;
  auto [A, B, C, D] = State;
  for (unsigned I = 0; I < 64; ++I) {
    uint32_t F;
    unsigned Word;
    switch (I / 16) {
    case 0:
      F = (B & C) | (~B & D), Word = I;
      break;
    case 1:
      F = (D & B) | (~D & C), Word = (5 * I + 1) % 16;
      break;
    case 2:
      F = B ^ C ^ D, Word = (3 * I + 5) % 16;
      break;
    default:
      F = C ^ (B | ~D), Word = (7 * I) % 16;
    }
    F += A + MD5Sines[I] + Words[Word];
    unsigned Rotation = MD5Rotations[I / 16][I % 4];
    A = std::exchange(D, std::exchange(C, B));
    B += F << Rotation | F >> (32 - Rotation);
  }
  State[0] += A, State[1] += B, State[2] += C, State[3] += D;
}
} // namespace detail

inline std::pair<uint64_t, uint64_t> hashModelName(std::string_view Text) {
  std::array<uint32_t, 4> State = {0x67452301, 0xefcdab89, 0x98badcfe,
                                   0x10325476};
  const uint64_t Bits = uint64_t(Text.size()) * 8;
  const size_t Padded = (Text.size() + 8) / 64 * 64 + 64;
  auto ByteAt = [&](size_t I) -> uint8_t {
    if (I < Text.size())
      return static_cast<uint8_t>(Text[I]);
    if (I == Text.size())
      return 0x80;
    return I < Padded - 8 ? 0 : uint8_t(Bits >> 8 * (I - (Padded - 8)));
  };
  for (size_t Block = 0; Block < Padded; Block += 64)
    detail::md5Block(State, [&](size_t I) { return ByteAt(Block + I); });
  return {uint64_t(State[3]) << 32 | State[2],
          uint64_t(State[1]) << 32 | State[0]};
}
} // namespace mlgo
