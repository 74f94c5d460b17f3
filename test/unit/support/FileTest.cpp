//===- FileTest.cpp -------------------------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/support/File.h"

#include "TemporaryFolder.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace mlgo;

namespace {

size_t countEntries(const fs::path &Folder) {
  return static_cast<size_t>(
      std::distance(fs::directory_iterator(Folder), fs::directory_iterator()));
}

} // namespace

TEST_CASE("File: bytes come back as written") {
  TemporaryFolder Folder;
  const std::string Path = (Folder.Path / "file").string();
  std::string Bytes("a\0b\n", 4);
  Bytes.append(100000, 'x');
  REQUIRE(writeFileAtomically(Path, Bytes));
  auto Back = readFile(Path);
  REQUIRE(Back);
  CHECK(*Back == Bytes);
  CHECK(countEntries(Folder.Path) == 1);
  REQUIRE(writeFileAtomically(Path, ""));
  CHECK(readFile(Path)->empty());
}

TEST_CASE("File: what cannot be read is an error, never a hang") {
  TemporaryFolder Folder;
  const std::string Missing = (Folder.Path / "missing").string();
  CHECK(readFile(Missing).error().message() ==
        Missing + ": cannot open: No such file or directory");
  CHECK(readFile(Folder.Path.string()).error().message() ==
        Folder.Path.string() + ": is not a regular file");
  const std::string Fifo = (Folder.Path / "fifo").string();
  REQUIRE(::mkfifo(Fifo.c_str(), 0600) == 0);
  CHECK(readFile(Fifo).error().message() == Fifo + ": is not a regular file");
  const std::string Large = (Folder.Path / "large").string();
  REQUIRE(writeFileAtomically(Large, "123456"));
  CHECK(readFile(Large, 5).error().message() ==
        Large + ": size is 6 bytes, expected at most 5");
}

TEST_CASE("File: a failed write keeps the old file and leaves nothing") {
  TemporaryFolder Folder;
  // What is no regular file keeps its place.
  const fs::path Target = Folder.Path / "target";
  fs::create_directory(Target);
  CHECK_FALSE(writeFileAtomically(Target.string(), "bytes"));
  CHECK(fs::is_directory(Target));
  const std::string Fifo = (Folder.Path / "fifo").string();
  REQUIRE(::mkfifo(Fifo.c_str(), 0600) == 0);
  CHECK(writeFileAtomically(Fifo, "bytes").error().message() ==
        Fifo + ": is not a regular file");
  CHECK(fs::is_fifo(Fifo));
  CHECK(countEntries(Folder.Path) == 2);
  CHECK_FALSE(writeFileAtomically((Folder.Path / "no/such").string(), "x"));
}
