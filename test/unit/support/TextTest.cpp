// Tests of text
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Text.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("Text: a number is all of its text, and finite") {
  CHECK(parseFinite("4") == 4.0);
  CHECK(parseFinite("-0.5") == -0.5);
  CHECK(parseFinite("1e3") == 1000.0);
  for (const char *Other : {"", "x", "4x", " 4", "auto", "nan", "inf", "1e999"})
    CHECK_FALSE(parseFinite(Other));
}
