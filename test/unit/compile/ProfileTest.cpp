// Tests of Profile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/Profile.h"
#include "ProfileFixture.h"
#include "TemporaryFolder.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("Profile: what a program executed") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("a.profdata");
  writeProfile(Path, {{"f", 1, {10, 30}}, {"g", 2, {5}}});
  auto Read = readProfile(Path);
  REQUIRE(Read);
  CHECK(Read->Functions == 2);
  CHECK(Read->TotalCount == 45);
}

TEST_CASE("Profile: what is none is refused") {
  TemporaryFolder Folder;
  auto Missing = readProfile(Folder.file("missing"));
  REQUIRE_FALSE(Missing);
  CHECK(Missing.error().message().find("missing: ") != std::string::npos);
  for (const std::string &Bytes :
       {std::string(), std::string("no profile"), std::string(4000, '\0'),
        std::string("\xfflprofi\x81") + std::string(300, '\x7f')}) {
    REQUIRE(writeFileAtomically(Folder.file("bad"), Bytes));
    auto Bad = readProfile(Folder.file("bad"));
    REQUIRE_FALSE(Bad);
    CHECK(Bad.error().message().find("bad: ") != std::string::npos);
  }
  writeProfile(Folder.file("front"), {{"f", 1, {10}}},
               llvm::InstrProfKind::FrontendInstrumentation);
  auto Front = readProfile(Folder.file("front"));
  REQUIRE_FALSE(Front);
  CHECK(Front.error().message().find("-fprofile-generate") !=
        std::string::npos);
}
