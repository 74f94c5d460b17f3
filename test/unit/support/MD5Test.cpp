// Tests of MD5
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/support/MD5.h"
#include <catch2/catch.hpp>

using namespace mlgo;

// The digests are those of RFC 1321, appendix A.5, and of md5sum.
TEST_CASE("MD5: known digests, as little-endian words {high, low}") {
  using Words = std::pair<uint64_t, uint64_t>;
  CHECK(hashModelName("") == Words(0x7e42f8ec980980e9, 0x04b2008fd98c1dd4));
  CHECK(hashModelName("abc") == Words(0x727fe1287d3f96d6, 0xb04fd23c98500190));
  CHECK(hashModelName("The quick brown fox jumps over the lazy dog, and then "
                      "some more text to pass a block boundary") ==
        Words(0xa6fca78a37a47a72, 0x9f9151b1c6703805));
}
