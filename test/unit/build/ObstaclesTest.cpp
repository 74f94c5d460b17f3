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

TEST_CASE("Obstacles: what Meson keeps, and commands that call by path",
          "[build][obstacles]") {
  const InFolder In;
  std::filesystem::create_directories("built/meson-info");
  REQUIRE(writeFileAtomically(
      "built/build.ninja",
      " command = ccache /usr/bin/gcc $ARGS -o $out -c $in\n"));
  CHECK(findFixedCompilers({"ninja"}).at(0).find(
            "built/build.ninja was set up with /usr/bin/gcc and keeps it") ==
        0);
  CHECK(findFixedCompilers({"make"}, "built")
            .at(0)
            .find("build.ninja was set ") == 0);
  CHECK(findFixedCompilers({"make"}, "elsewhere").empty());
  CHECK(
      findFixedCompilers({"sh", "-c", "cd x && /usr/bin/g++-12 a.cpp"}, "built")
          .at(0) == "the command calls /usr/bin/g++-12; expected a name that "
                    "PATH finds, g++-12");
  CHECK(findFixedCompilers({"cmake", "-DCMAKE_C_COMPILER:FILEPATH=/usr/bin/cc"},
                           "built")
            .at(0)
            .find("CMAKE_C_COMPILER=/usr/bin/cc; expected a name") !=
        std::string::npos);
}

TEST_CASE("Obstacles: builds that optimise nothing", "[build][obstacles]") {
  const InFolder In;
  CHECK(findMissingLevels({"make", "CFLAGS=-O2"}).empty());
  CHECK(findMissingLevels({"make", "CXXFLAGS=-g -O0"}) ==
        std::vector<std::string>{
            "the command says -O0 in CXXFLAGS; expected CXXFLAGS=-Oz"});
  REQUIRE(writeFileAtomically("Makefile", "CFLAGS = -g -O0\n"));
  CHECK(findMissingLevels({"make"}) ==
        std::vector<std::string>{
            "Makefile says -O0 in CFLAGS; expected CFLAGS=-Oz"});
  std::filesystem::remove("Makefile");
  std::filesystem::create_directories("a/meson-info");
  const std::string Options = "a/meson-info/intro-buildoptions.json";
  REQUIRE(
      writeFileAtomically(Options, R"([{"name": "optimization", "value": "0"},
                   {"name": "buildtype", "value": "debug"}, 7])"));
  CHECK(findMissingLevels({"ninja"}) ==
        std::vector<std::string>{
            "a was set up by Meson with buildtype=debug, which is -O0; "
            "expected meson setup --buildtype=minsize, or meson configure a "
            "--buildtype=minsize"});
  REQUIRE(writeFileAtomically(Options, "[{"));
  CHECK(findMissingLevels({"ninja"}).empty());
  REQUIRE(writeFileAtomically("CMakeCache.txt", "CMAKE_BUILD_TYPE:STRING=\n"));
  CHECK(findMissingLevels({"ninja"}) ==
        std::vector<std::string>{
            "CMakeCache.txt has no build type; expected cmake "
            "-DCMAKE_BUILD_TYPE=MinSizeRel"});
  REQUIRE(writeFileAtomically("CMakeCache.txt",
                              "CMAKE_BUILD_TYPE:STRING=Release\n"));
  CHECK(findMissingLevels({"ninja"}).empty());
  // Of several trees the command says which.
  std::filesystem::create_directory("other");
  REQUIRE(writeFileAtomically("other/CMakeCache.txt",
                              "CMAKE_BUILD_TYPE:STRING=Debug\n"));
  CHECK(findMissingLevels({"ninja"}).size() == 1);
  std::filesystem::rename("CMakeCache.txt", "a/CMakeCache.txt");
  CHECK(findMissingLevels({"ninja", "-C", "a"}).empty());
}

TEST_CASE("Obstacles: what compiles elsewhere", "[build][obstacles]") {
  const InFolder In;
  const auto Find = [](const std::vector<std::string> &Command) {
    return findRemoteCompilers(Command).size();
  };
  CHECK(Find({"distcc", "clang-22", "-c", "a.c"}) == 1);
  CHECK(Find({"bazel", "build", "//:app"}) == 1);
  CHECK(Find({"sh", "-c", "make CXX='/usr/bin/icecc clang++-22'"}) == 1);
  CHECK(Find({"make", "CC=clang-22", "-C", "distcc-3.4"}) == 0);
  REQUIRE(writeFileAtomically("Makefile",
                              "all:\n\techo distcc\nCC = sccache clang\n"));
  const auto Found = findRemoteCompilers({"make"});
  REQUIRE(Found.size() == 1);
  CHECK(Found[0].rfind("Makefile calls sccache, which compiles where", 0) == 0);
}

TEST_CASE("Obstacles: nothing was built, or by others", "[build][obstacles]") {
  const InFolder In;
  REQUIRE(writeFileAtomically("log", "make: Nothing to be done for 'all'.\n"));
  CHECK(findIdleness("log").find(
            "nothing was built, it says 'make: Nothing to be done") == 0);
  CHECK(findIdleness("no-log").empty());
  REQUIRE(writeFileAtomically("others", "gcc-12\nclang-19\n"));
  const auto Others = findOtherCompilers("others");
  REQUIRE(Others.size() == 2);
  CHECK(Others[0].find(
            "the build compiles with clang-19; expected --llvm 19") == 0);
  CHECK(Others[1].find("the build compiles with gcc-12; expected the names") ==
        0);
  CHECK(findOtherCompilers("").empty());
}
