// What the reader and writer agree on
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <cstdint>
#include <flatbuffers/flatbuffers.h>

namespace mlgo {
/// FNV-1a over \p Size bytes, of which the eight from \p FieldOffset on are
/// read as zeros. Every step is invertible, so a change of one byte always
/// changes the sum.
inline uint64_t modelFileChecksum(const uint8_t *Bytes, size_t Size,
                                  size_t FieldOffset) {
  uint64_t Hash = 0xcbf29ce484222325u;
  // A compiler reads hundreds of kilobytes: no question at each byte.
  const auto Add = [&](size_t From, size_t To, uint8_t Mask) {
    for (size_t I = From; I < To; ++I)
      Hash = (Hash ^ (Bytes[I] & Mask)) * 0x100000001b3u;
  };
  Add(0, FieldOffset, 0xff);
  Add(FieldOffset, FieldOffset + 8, 0);
  Add(FieldOffset + 8, Size, 0xff);
  return Hash;
}

/// Where the checksum of \p Root lies, or null if the table lacks it. Generated
/// tables hide their base, which knows.
template <typename Table> const uint8_t *checksumField(const Table *Root) {
  return reinterpret_cast<const flatbuffers::Table *>(Root)->GetAddressOf(
      Table::VT_CHECKSUM);
}
} // namespace mlgo
