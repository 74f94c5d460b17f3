// Names that messages and generated code can show
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string_view>

namespace mlgo {
/// Whether \p Name is printable ASCII without quotes or backslashes, and not
/// empty: names become parts of generated code and of messages.
inline bool isPlainName(std::string_view Name) {
  for (char C : Name)
    if (C < ' ' || C > '~' || C == '"' || C == '\\')
      return false;
  return !Name.empty();
}
} // namespace mlgo
