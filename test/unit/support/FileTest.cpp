// Tests of File
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/support/File.h"
#include "TemporaryFolder.h"
#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace mlgo;

namespace {

size_t countEntries(const fs::path &Folder) {
  return static_cast<size_t>(
      std::distance(fs::directory_iterator(Folder), fs::directory_iterator()));
}

/// Runs \p Body in \p Count processes at once; returns how many said true.
int countSuccesses(int Count, const std::function<bool(int)> &Body) {
  for (int I = 0; I < Count; ++I)
    if (::fork() == 0)
      ::_exit(Body(I) ? 0 : 1);
  int Successes = 0, Status = 0;
  for (int I = 0; I < Count; ++I)
    Successes +=
        ::wait(&Status) > 0 && WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
  return Successes;
}

/// Appends in a process that may not make files longer than \p MaxBytes, which
/// is what a full disk looks like. Returns whether that failed by value.
bool failsBeyond(size_t MaxBytes, const std::string &Path,
                 const std::string &Header, const std::string &Bytes) {
  return countSuccesses(1, [&](int) {
           ::signal(SIGXFSZ, SIG_IGN);
           const rlimit Limit = {MaxBytes, MaxBytes};
           return ::setrlimit(RLIMIT_FSIZE, &Limit) == 0 &&
                  !appendToFile(Path, Header, Bytes);
         }) == 1;
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

TEST_CASE("File: equal bytes are equal, and what cannot be read is not") {
  const TemporaryFolder Folder;
  const std::string One = Folder.file("one"), Other = Folder.file("other");
  REQUIRE(writeFileAtomically(One, "bytes"));
  CHECK_FALSE(haveSameBytes(One, Other));
  CHECK_FALSE(haveSameBytes(Other, Other));
  REQUIRE(writeFileAtomically(Other, "bytes"));
  CHECK(haveSameBytes(One, Other));
  REQUIRE(writeFileAtomically(Other, "bytez"));
  CHECK_FALSE(haveSameBytes(One, Other));
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

TEST_CASE("File: writing does not touch what other threads create") {
  TemporaryFolder Folder;
  const mode_t Before = ::umask(027);
  std::atomic<bool> Stop = false;
  std::thread Writer([&] {
    while (!Stop)
      (void)writeFileAtomically(Folder.file("written"), "");
  });
  mode_t Seen = 0;
  for (int I = 0; I < 20000; ++I) {
    const std::string Path = Folder.file("created");
    const int Number = ::open(Path.c_str(), O_WRONLY | O_CREAT, 0666);
    struct stat Info = {};
    ::fstat(Number, &Info);
    Seen |= Info.st_mode & 0777;
    ::close(Number);
    ::unlink(Path.c_str());
  }
  Stop = true;
  Writer.join();
  ::umask(Before);
  CHECK(Seen == 0640);
  struct stat Info = {};
  REQUIRE(::stat(Folder.file("written").c_str(), &Info) == 0);
  CHECK((Info.st_mode & 0777) == 0640);
}

TEST_CASE("File: the header is written once, before what is appended") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("log");
  REQUIRE(appendToFile(Path, "head\n", "one\n"));
  REQUIRE(appendToFile(Path, "head\n", "two\n"));
  REQUIRE(appendToFile(Path, "head\n", ""));
  CHECK(*readFile(Path) == "head\none\ntwo\n");
  // An empty file is as good as none.
  REQUIRE(writeFileAtomically(Path, ""));
  REQUIRE(appendToFile(Path, "head\n", ""));
  CHECK(*readFile(Path) == "head\n");
}

TEST_CASE("File: processes that append at once do not mix their lines") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("log");
  constexpr int NumProcesses = 8, NumAppends = 25;
  CHECK(countSuccesses(NumProcesses, [&](int Process) {
          // Long enough for the system to split a write.
          const std::string Line(9000 + Process, char('a' + Process));
          for (int I = 0; I < NumAppends; ++I)
            if (!appendToFile(Path, "head\n", Line + "\n"))
              return false;
          return true;
        }) == NumProcesses);
  std::istringstream Lines(*readFile(Path));
  std::string Line;
  REQUIRE(std::getline(Lines, Line));
  CHECK(Line == "head");
  std::map<std::string, int> Counts;
  while (std::getline(Lines, Line))
    ++Counts[Line];
  CHECK(Counts.size() == NumProcesses);
  for (const auto &[Text, Count] : Counts)
    CHECK(Count == NumAppends);
}

TEST_CASE("File: what does not fit is not appended in part") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("log");
  REQUIRE(appendToFile(Path, "head\n", "one\n"));
  CHECK(failsBeyond(12, Path, "head\n", "two\nthree\n"));
  CHECK(*readFile(Path) == "head\none\n");
  REQUIRE(appendToFile(Path, "head\n", "two\n"));
  CHECK(*readFile(Path) == "head\none\ntwo\n");
  // Neither is a header whose first lines do not fit.
  const std::string New = Folder.file("new");
  CHECK(failsBeyond(7, New, "head\n", "one\n"));
  CHECK(readFile(New)->empty());
  REQUIRE(appendToFile(New, "head\n", "one\n"));
  CHECK(*readFile(New) == "head\none\n");
}

TEST_CASE("File: what cannot be appended to is an error, never a hang") {
  TemporaryFolder Folder;
  CHECK(appendToFile(Folder.Path.string(), "", "x").error().message() ==
        Folder.Path.string() + ": cannot open: Is a directory");
  CHECK(appendToFile("/dev/full", "", "x").error().message() ==
        "/dev/full: is not a regular file");
  const std::string Nowhere = Folder.file("no/such");
  CHECK(appendToFile(Nowhere, "", "x").error().message() ==
        Nowhere + ": cannot open: No such file or directory");
  const std::string Fifo = Folder.file("fifo");
  REQUIRE(::mkfifo(Fifo.c_str(), 0600) == 0);
  CHECK_FALSE(appendToFile(Fifo, "", "x"));
  CHECK(countEntries(Folder.Path) == 1);
}
