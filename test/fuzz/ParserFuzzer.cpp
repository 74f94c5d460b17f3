// hostile input of one parser
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CMakeLists.txt says which parser, where it is declared, and what it is given
// behind the text.

#include MLGO_FUZZ_HEADER
#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string_view Text(reinterpret_cast<const char *>(Data), Size);
  (void)mlgo::MLGO_FUZZ_PARSER(Text MLGO_FUZZ_ARGUMENTS);
  return 0;
}
