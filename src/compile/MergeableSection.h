// Constants that a linker keeps once
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace mlgo {
/// A section of strings, or of constants of one size. A linker keeps what is
/// equal in several of them once. Views bytes of an object.
struct MergeableSection {
  std::string Name;       ///< What equal constants are merged by.
  llvm::StringRef Bytes;  ///< Empty if nothing was read.
  uint64_t EntrySize = 0; ///< Of a constant, or of a string's character.
  bool IsStrings = false;

  /// The string or constant at \p Offset, which lies in the bytes: up to its
  /// zero, or the whole constant that the offset is in.
  llvm::StringRef getEntry(uint64_t Offset) const;

  /// The name of \p Entry, the same in every object.
  std::string nameEntry(llvm::StringRef Entry) const;
};
} // namespace mlgo
