// How long descriptions of frames are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/FrameTable.h"
#include "llvm/Support/Endian.h"
#include <algorithm>

using namespace llvm;
using support::endian::read32le;

namespace mlgo {
/// Entry in .eh_frame_hdr: two 32-bit offsets.
static constexpr uint64_t HeaderEntryBytes = 8;

/// Of a description, before its function's address: its length and what it has
/// in common with others.
static constexpr uint64_t AddressOffset = 8;

FrameTable::FrameTable(StringRef Bytes) : Bytes(Bytes) {
  for (uint64_t Offset = 0; Offset + 4 <= Bytes.size();
       Offset += uint64_t(read32le(Bytes.data() + Offset)) + 4)
    Starts.push_back(Offset);
}

uint64_t FrameTable::getDescriptionBytes(uint64_t Offset) const {
  const auto Next = std::upper_bound(Starts.begin(), Starts.end(), Offset);
  if (Next == Starts.begin())
    return 0;
  const uint64_t Start = *std::prev(Next);
  const uint64_t End = Next == Starts.end() ? Bytes.size() : *Next;
  // The lengths that the table gives may lead out of it.
  if (End > Bytes.size() || Offset != Start + AddressOffset)
    return 0;
  // The last entry of a table is padded to 8 bytes, all others to 4; which
  // function happens to be the last is to make no difference.
  const bool IsPadded = Next == Starts.end() && End >= Start + AddressOffset &&
                        read32le(Bytes.data() + End - 4) == 0;
  return End - Start - (IsPadded ? 4 : 0) + HeaderEntryBytes;
}
} // namespace mlgo
