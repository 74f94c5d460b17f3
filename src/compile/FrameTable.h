// How long descriptions of frames are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace mlgo {
/// The descriptions in a section .eh_frame (Linux Standard Base, core, "The
/// .eh_frame section"). Views the section's bytes, and trusts no length in it.
class FrameTable {
public:
  FrameTable() = default;
  explicit FrameTable(llvm::StringRef Bytes);

  /// How much larger a program is by the description whose function's address
  /// is at \p Offset, with what .eh_frame_hdr says of it. 0 if no such address
  /// is there.
  uint64_t getDescriptionBytes(uint64_t Offset) const;

private:
  llvm::StringRef Bytes;
  std::vector<uint64_t> Starts; ///< Of each description, in order.
};
} // namespace mlgo
