// Why a build used no compiler of ours
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/Obstacles.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

struct InFolder {
  TemporaryFolder Folder;
  const std::filesystem::path Before = std::filesystem::current_path();
  InFolder() { std::filesystem::current_path(Folder.Path); }
  ~InFolder() { std::filesystem::current_path(Before); }
};

} // namespace

TEST_CASE("Obstacles: a compiler that is named by its path",
          "[build][obstacles]") {
  const InFolder In;
  const auto Found = findFixedCompilers({"make", "CC=/usr/bin/gcc"});
  REQUIRE(Found.size() == 1);
  CHECK(Found[0] ==
        "the command names a compiler by its path, CC=/usr/bin/gcc; expected a "
        "name that PATH finds, CC=gcc");
  REQUIRE(writeFileAtomically("Makefile", "CXX := /opt/bin/g++\nall:\n"));
  CHECK(findFixedCompilers({"make", "CC=gcc"})
            .at(0)
            .find("Makefile names a compiler by its path, CXX=/opt/bin/g++") ==
        0);
}

TEST_CASE("Obstacles: what CMake keeps", "[build][obstacles]") {
  const InFolder In;
  std::filesystem::create_directory("built");
  REQUIRE(writeFileAtomically("built/CMakeCache.txt",
                              "CMAKE_C_COMPILER:FILEPATH=/usr/bin/cc\n"));
  CHECK(findFixedCompilers({"make"}).at(0).find(
            "built/CMakeCache.txt was configured with /usr/bin/cc") == 0);
}

TEST_CASE("Obstacles: nothing was built", "[build][obstacles]") {
  const InFolder In;
  REQUIRE(writeFileAtomically("log", "make: Nothing to be done for 'all'.\n"));
  CHECK(findBuildObstacles({"make"}, "others", "log")
            .at(0)
            .find("nothing was built, it says 'make: Nothing to be done") == 0);
  REQUIRE(writeFileAtomically("others", "gcc-12\nclang-19\n"));
  const auto Others = findBuildObstacles({"make"}, "others", "log");
  REQUIRE(Others.size() == 2);
  CHECK(Others[0].find(
            "the build compiles with clang-19; expected --llvm 19") == 0);
  CHECK(Others[1].find("the build compiles with gcc-12; expected the names") ==
        0);
}
