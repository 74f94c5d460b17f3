// hostile link logs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/LinkLog.h"
#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const auto Commands =
      mlgo::parseLinkLog({reinterpret_cast<const char *>(Data), Size});
  if (Commands)
    for (const mlgo::LinkCommand &Command : *Commands)
      (void)mlgo::parseLinkLine(Command);
  return 0;
}
