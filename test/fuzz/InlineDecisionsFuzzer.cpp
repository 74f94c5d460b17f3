// hostile decisions files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InlineDecisions.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto Decisions = mlgo::InlineDecisions::parse(
      {reinterpret_cast<const char *>(Data), Size});
  if (!Decisions)
    return 0;
  // What was read and is written again is read as the same.
  auto Again = mlgo::InlineDecisions::parse(Decisions->format());
  if (!Again || Again->sites() != Decisions->sites())
    std::abort();
  return 0;
}
