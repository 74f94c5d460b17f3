// Constants that a linker keeps once
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/MergeableSection.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace mlgo {
StringRef MergeableSection::getEntry(uint64_t Offset) const {
  if (!IsStrings)
    return Bytes.substr(Offset / EntrySize * EntrySize, EntrySize);
  for (uint64_t End = Offset; End < Bytes.size();) {
    const StringRef Character = Bytes.substr(End, EntrySize);
    End += Character.size();
    if (Character.find_first_not_of('\0') == StringRef::npos)
      return Bytes.substr(Offset, End - Offset);
  }
  return Bytes.substr(Offset);
}

std::string MergeableSection::nameEntry(StringRef Entry) const {
  return Name + ":" + std::to_string(Entry.size()) + ":" +
         std::to_string(xxh3_64bits(Entry));
}
} // namespace mlgo
