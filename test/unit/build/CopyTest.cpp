// Tests of BuildCopy
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/Copy.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <filesystem>

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

TEST_CASE("BuildCopy: cargo finds nothing to be done already") {
  const TemporaryFolder Folder;
  std::filesystem::create_directories(Folder.file("home/target/release"));
  for (const char *File :
       {"home/Cargo.toml", "home/.rustc_info.json",
        "home/target/.rustc_info.json", "home/target/release/app.d"})
    REQUIRE(writeFileAtomically(Folder.file(File), ""));
  REQUIRE(BuildCopy::create(Folder.file("home"), Folder.file("copy")));
  CHECK(std::filesystem::exists(Folder.file("copy/Cargo.toml")));
  CHECK_FALSE(std::filesystem::exists(Folder.file("copy/target")));
}
