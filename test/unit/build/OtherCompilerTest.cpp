// Tests of OtherCompiler
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/OtherCompiler.h"
#include <algorithm>
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

const BuildTarget &target(const char *Name) { return **findBuildTarget(Name); }

bool has(const std::vector<std::string> &All, const std::string &One) {
  return std::find(All.begin(), All.end(), One) != All.end();
}

} // namespace

TEST_CASE("OtherCompiler: the compiler of C++ goes with that of C") {
  const auto Found = findOtherCompiler("gcc", target("x86-64"));
  REQUIRE(Found);
  CHECK(Found->C == "gcc");
  CHECK(Found->Cxx == "g++");
  CHECK(Found->Version.find("gcc") == 0);
  const auto Clang = findOtherCompiler("clang-22", target("aarch64"));
  REQUIRE(Clang);
  CHECK(Clang->Cxx == "clang++-22");
}

TEST_CASE("OtherCompiler: what cannot be is refused") {
  const auto Unknown = findOtherCompiler("tcc", target("x86-64"));
  REQUIRE_FALSE(Unknown);
  CHECK(Unknown.error().message() == "compiler is 'tcc', expected gcc or "
                                     "clang, with or without a version");
  const auto Absent = findOtherCompiler("gcc-1", target("x86-64"));
  REQUIRE_FALSE(Absent);
  CHECK(Absent.error().message() == "g++-1: cannot run the compiler, expected "
                                    "one that is installed");
  CHECK_FALSE(findOtherCompiler("gcc", target("wasm32")));
}

TEST_CASE("OtherCompiler: gcc gets no flag of clang's") {
  BuildSettings Settings;
  Settings.Target = "thumb2";
  OtherCompiler Compiler;
  Compiler.C = "arm-linux-gnueabihf-gcc";
  const WrapperFlags Flags = otherFlags(Compiler, Settings, "/tools");
  CHECK(Flags.Always ==
        std::vector<std::string>{"-mthumb", "-march=armv7-a+fp"});
  CHECK(has(Flags.Compile, "-Oz"));
  CHECK(Flags.Link.front() == "-B/tools");
}
