// Tests of UnfinishedFile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/support/UnfinishedFile.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace mlgo;

namespace {

size_t countFiles(const TemporaryFolder &Folder) {
  const std::filesystem::directory_iterator Begin(Folder.Path);
  return static_cast<size_t>(std::distance(Begin, {}));
}

} // namespace

TEST_CASE("UnfinishedFile: the file is there when it is complete") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("x");
  for (const std::string Text : {"first", "second"}) {
    auto File = UnfinishedFile::create(Path);
    REQUIRE(File);
    UnfinishedFile Moved = std::move(*File);
    CHECK_FALSE(*File);
    Moved.write(Text);
    // What is there stays until then.
    CHECK(std::filesystem::exists(Path) == (Text == "second"));
    REQUIRE(Moved.finish());
    CHECK(*readFile(Path) == Text);
    CHECK(countFiles(Folder) == 1);
    CHECK(Moved.finish().error().message() == Path + ": is already complete");
  }
}

TEST_CASE("UnfinishedFile: a killed process leaves nothing") {
  TemporaryFolder Folder;
  const pid_t Child = ::fork();
  if (Child == 0) {
    auto File = UnfinishedFile::create(Folder.file("x"));
    File->write(std::string(1 << 20, 'x'));
    ::raise(SIGKILL);
  }
  int Outcome = 0;
  REQUIRE(::waitpid(Child, &Outcome, 0) == Child);
  REQUIRE(WIFSIGNALED(Outcome));
  CHECK(countFiles(Folder) == 0);
}

TEST_CASE("UnfinishedFile: what is given up leaves what was there") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("x");
  REQUIRE(writeFileAtomically(Path, "old"));
  {
    auto File = UnfinishedFile::create(Path);
    REQUIRE(File);
    File->write("new");
  }
  CHECK(*readFile(Path) == "old");
  CHECK(countFiles(Folder) == 1);
}

TEST_CASE("UnfinishedFile: a full disk is told with its reason") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("x");
  REQUIRE(writeFileAtomically(Path, "old"));
  // A bound on the size of files stands for the full disk. Large and small
  // writes fail at different places: at once, and when the file is finished.
  for (const size_t Size : {size_t(100), size_t(1) << 20}) {
    const pid_t Child = ::fork();
    if (Child == 0) {
      ::signal(SIGXFSZ, SIG_IGN);
      const rlimit Limit = {50, 50};
      ::setrlimit(RLIMIT_FSIZE, &Limit);
      auto File = UnfinishedFile::create(Path);
      File->write(std::string(Size, 'x'));
      const Status Done = File->finish();
      ::_exit(Done ? 1
              : Done.error().message() ==
                      Path + ": cannot write: File too large"
                  ? 0
                  : 2);
    }
    int Outcome = 0;
    REQUIRE(::waitpid(Child, &Outcome, 0) == Child);
    CHECK((WIFEXITED(Outcome) && WEXITSTATUS(Outcome) == 0));
    CHECK(*readFile(Path) == "old");
    CHECK(countFiles(Folder) == 1);
  }
}

TEST_CASE("UnfinishedFile: what cannot be written is known before") {
  const TemporaryFolder Folder;
  const std::string Old = Folder.file("old");
  REQUIRE(writeFileAtomically(Old, "bytes"));
  CHECK(checkWritable({"", Old, Folder.file("new")}));
  CHECK(*readFile(Old) == "bytes");
  CHECK_FALSE(std::filesystem::exists(Folder.file("new")));
  for (const std::string &None : {Folder.file("no/such"), Folder.file("")})
    CHECK_FALSE(checkWritable({Old, None}));
}
