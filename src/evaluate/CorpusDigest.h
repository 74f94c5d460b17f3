// What a training run was made with
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/File.h"
#include "mlgo/support/MD5.h"
#include <cstdio>

namespace mlgo {
/// 32 hexadecimal digits that tell \p Bytes from others, by which a checkpoint
/// knows its objective again.
inline std::string digestBytes(std::string_view Bytes) {
  const auto [High, Low] = hashModelName(Bytes);
  char Text[33];
  std::snprintf(Text, sizeof(Text), "%016llx%016llx",
                static_cast<unsigned long long>(High),
                static_cast<unsigned long long>(Low));
  return Text;
}

/// The same for the file \p Path; "-" if it cannot be read, which shows when it
/// is compiled.
inline std::string digestFile(const std::string &Path) {
  const Result<std::string> Bytes = readFile(Path);
  return Bytes ? digestBytes(*Bytes) : "-";
}
} // namespace mlgo
