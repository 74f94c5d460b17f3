// Tests of BuildCopy
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/Copy.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("BuildCopy: CMake's cache names a folder, not one beside it") {
  CHECK(namesFolder("CMAKE_HOME_DIRECTORY:INTERNAL=/a/b\n", "/a/b"));
  CHECK(namesFolder("CMAKE_HOME_DIRECTORY:INTERNAL=/a/b", "/a/b"));
  CHECK(namesFolder("A:PATH=/a/bc\nB:PATH=/a/b/build\n", "/a/b"));
  CHECK(namesFolder("A:STRING=/a/b;/c\n", "/a/b"));
  CHECK(namesFolder("F:STRING=-I=/a/b -O2\n", "/a/b"));
  CHECK_FALSE(namesFolder("CMAKE_HOME_DIRECTORY:INTERNAL=/a/bc\n", "/a/b"));
  CHECK_FALSE(namesFolder("A:PATH=/a/b-build/x\n", "/a/b"));
  CHECK_FALSE(namesFolder("", "/a/b"));
}
