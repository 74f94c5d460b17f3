// Tests of StagedFolder
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/StagedFolder.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;
namespace fs = std::filesystem;

TEST_CASE("StagedFolder: the old folder stays until the new one is complete") {
  TemporaryFolder Folder;
  const std::string Target = Folder.file("a/b");
  for (const char *Text : {"first", "second"}) {
    auto Staged = StagedFolder::create(Target + "/", "mark");
    REQUIRE(Staged);
    REQUIRE(writeFileAtomically(Staged->path() + "/mark", Text));
    REQUIRE(writeFileAtomically(Staged->path() + "/" + Text, ""));
    if (Text == std::string("second"))
      CHECK(*readFile(Target + "/mark") == "first");
    REQUIRE(Staged->commit());
    CHECK(*readFile(Target + "/mark") == Text);
  }
  CHECK_FALSE(fs::exists(Target + "/first"));
  {
    auto Abandoned = StagedFolder::create(Target, "mark");
  }
  CHECK(*readFile(Target + "/mark") == "second");
  // Neither leftovers nor the old folder remain.
  CHECK(std::distance(fs::directory_iterator(Folder.file("a")), {}) == 1);
}

TEST_CASE("StagedFolder: what is not ours is not replaced") {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("precious"), ""));
  auto Staged = StagedFolder::create(Folder.Path.string(), "mark");
  REQUIRE_FALSE(Staged);
  CHECK(Staged.error().message() ==
        Folder.Path.string() + ": has other files but no mark, expected a new "
                               "or empty folder, or one to replace");
  CHECK_FALSE(StagedFolder::create(Folder.file("precious"), "mark"));
  CHECK_FALSE(StagedFolder::create("/", "mark"));
  CHECK_FALSE(StagedFolder::create("/proc/none", "mark"));
  CHECK(fs::exists(Folder.file("precious")));
}

TEST_CASE("StagedFolder: a folder of a user's is never removed") {
  TemporaryFolder Folder;
  const std::string Target = Folder.file("corpus");
  for (const char *Name : {".unfinished", ".replaced", ".unfinished.old"})
    REQUIRE(writeStagedFile(Target + Name + "/precious", "kept"));
  auto Refused = StagedFolder::create(Target, "mark");
  REQUIRE_FALSE(Refused);
  CHECK(Refused.error().message() ==
        Target + ".unfinished: is in the way and was not left behind by mlgo; "
                 "expected nothing of this name");
  fs::rename(Target + ".unfinished", Target + ".mine");
  for (const char *Text : {"first", "second"}) {
    auto Staged = StagedFolder::create(Target, "mark");
    REQUIRE(Staged);
    REQUIRE(writeStagedFile(Staged->path() + "/mark", Text));
    REQUIRE(Staged->commit());
    CHECK(*readFile(Target + "/mark") == Text);
  }
  CHECK(std::distance(fs::directory_iterator(Target), {}) == 1);
  for (const char *Name : {".mine", ".replaced", ".unfinished.old"})
    CHECK(*readFile(Target + Name + "/precious") == "kept");
}

TEST_CASE("StagedFolder: one process at a time, and leftovers are removed") {
  TemporaryFolder Folder;
  const std::string Target = Folder.file("corpus");
  {
    auto First = StagedFolder::create(Target, "mark");
    REQUIRE(First);
    auto Second = StagedFolder::create(Target, "mark");
    REQUIRE_FALSE(Second);
    CHECK(Second.error().message() ==
          Target + ".unfinished: another process is filling this folder");
    REQUIRE(writeStagedFile(First->path() + "/half", ""));
    // As after a crash, which gives the lock back and removes nothing.
    fs::copy(First->path(), Folder.file("left"), fs::copy_options::recursive);
  }
  fs::rename(Folder.file("left"), Target + ".unfinished");
  auto Third = StagedFolder::create(Target, "mark");
  REQUIRE(Third);
  CHECK_FALSE(fs::exists(Third->path() + "/half"));
}
