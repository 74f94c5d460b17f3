// Tests of DeadlineIO
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/DeadlineIO.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>

using namespace mlgo;
using Kind = IOOutcome::Kind;

namespace {

struct Pipe {
  FileDescriptor Read, Write;

  Pipe() {
    int Ends[2];
    REQUIRE(::pipe2(Ends, O_NONBLOCK | O_CLOEXEC) == 0);
    Read = FileDescriptor(Ends[0]);
    Write = FileDescriptor(Ends[1]);
  }
};

Deadline soon() { return Deadline::after(0.05); }
Deadline late() { return Deadline::after(30); }

volatile std::sig_atomic_t NumSignals = 0;
void countSignal(int) { NumSignals = NumSignals + 1; }

/// Counts a signal while it lives.
struct SignalCounter {
  const int Signal;
  struct sigaction Old;

  explicit SignalCounter(int Signal) : Signal(Signal) {
    struct sigaction Action = {};
    Action.sa_handler = countSignal;
    NumSignals = 0;
    ::sigaction(Signal, &Action, &Old);
  }
  ~SignalCounter() { ::sigaction(Signal, &Old, nullptr); }
};

} // namespace

TEST_CASE("DeadlineIO: a deadline passes, and not before") {
  CHECK(Deadline::after(0).hasPassed());
  CHECK(Deadline::after(-1).millisecondsLeft() == 0);
  CHECK_FALSE(late().hasPassed());
  CHECK(late().millisecondsLeft() > 20000);
  // More than clocks can hold is a day.
  CHECK(Deadline::after(1e300).millisecondsLeft() <= 86400000);
}

TEST_CASE("DeadlineIO: bytes come whole however they were cut") {
  Pipe P;
  std::thread Writer([&] {
    for (char C : {'a', 'b', 'c', 'd'}) {
      CHECK(writeAll(P.Write.get(), &C, 1, late()));
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });
  char Text[4];
  const IOOutcome Read = readExactly(P.Read.get(), Text, 4, late());
  Writer.join();
  CHECK(Read);
  CHECK(Read.Moved == 4);
  CHECK(std::string(Text, 4) == "abcd");
}

TEST_CASE("DeadlineIO: no more is read than wanted, unless there is room") {
  Pipe P;
  REQUIRE(writeAll(P.Write.get(), "abcdef", 6, late()));
  char Text[8];
  CHECK(readExactly(P.Read.get(), Text, 2, late()).Moved == 2);
  CHECK(readAtLeast(P.Read.get(), Text, 2, 3, late()).Moved == 3);
  CHECK(readAtLeast(P.Read.get(), Text, 1, 8, late()).Moved == 1);
  CHECK(readExactly(P.Read.get(), Text, 0, soon()).Moved == 0);
}

TEST_CASE("DeadlineIO: what does not come is not waited for") {
  Pipe P;
  char Text[4];
  CHECK(readExactly(P.Read.get(), Text, 4, soon()).Ended == Kind::Expired);
  REQUIRE(writeAll(P.Write.get(), "ab", 2, late()));
  const IOOutcome Part = readExactly(P.Read.get(), Text, 4, soon());
  CHECK(Part.Ended == Kind::Expired);
  CHECK(Part.Moved == 2);
}

TEST_CASE("DeadlineIO: the end is an outcome at once") {
  Pipe P;
  REQUIRE(writeAll(P.Write.get(), "ab", 2, late()));
  P.Write.close();
  char Text[4];
  const IOOutcome Part = readExactly(P.Read.get(), Text, 4, late());
  CHECK(Part.Ended == Kind::Closed);
  CHECK(Part.Moved == 2);
}

TEST_CASE("DeadlineIO: more than the pipe holds waits for the reader") {
  Pipe P;
  const std::string Sent(300000, 'x');
  std::string Received(Sent.size(), ' ');
  std::thread Reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(readExactly(P.Read.get(), Received.data(), Received.size(), late()));
  });
  const IOOutcome Wrote =
      writeAll(P.Write.get(), Sent.data(), Sent.size(), late());
  Reader.join();
  CHECK(Wrote);
  CHECK(Received == Sent);
}

TEST_CASE("DeadlineIO: a reader that takes nothing is not waited for") {
  Pipe P;
  const std::string Sent(300000, 'x');
  const IOOutcome Wrote =
      writeAll(P.Write.get(), Sent.data(), Sent.size(), soon());
  CHECK(Wrote.Ended == Kind::Expired);
  CHECK(Wrote.Moved > 0);
  CHECK(Wrote.Moved < Sent.size());
}

TEST_CASE("DeadlineIO: a pipe without a reader raises no signal") {
  SignalCounter Counter(SIGPIPE);
  Pipe P;
  P.Read.close();
  CHECK(writeAll(P.Write.get(), "a", 1, late()).Ended == Kind::Closed);
  CHECK(NumSignals == 0);
  // What others do is their own matter, as before.
  CHECK(::write(P.Write.get(), "a", 1) < 0);
  CHECK(NumSignals == 1);
}

TEST_CASE("DeadlineIO: a pipe with a reader of our own tells by the answers") {
  Pipe Questions, Answers;
  const int Write = Questions.Write.get();
  const std::string Large(300000, 'x');
  const auto write = [&](size_t Size, Deadline Until) {
    return writeAllToHeldPipe(Write, Large.data(), Size, Until,
                              Answers.Read.get());
  };
  CHECK(write(10, late()));
  CHECK(write(Large.size(), soon()).Ended == Kind::Expired);
  Answers.Write.close();
  const IOOutcome Full = write(Large.size(), late());
  CHECK(Full.Ended == Kind::Closed);
  CHECK(Full.Moved == 0);
}

TEST_CASE("DeadlineIO: a signal that was pending stays pending") {
  SignalCounter Counter(SIGPIPE);
  Pipe P;
  P.Read.close();
  sigset_t Set, Old;
  sigemptyset(&Set);
  sigaddset(&Set, SIGPIPE);
  REQUIRE(::pthread_sigmask(SIG_BLOCK, &Set, &Old) == 0);
  ::raise(SIGPIPE);
  CHECK(writeAll(P.Write.get(), "a", 1, late()).Ended == Kind::Closed);
  CHECK(NumSignals == 0);
  ::pthread_sigmask(SIG_SETMASK, &Old, nullptr);
  CHECK(NumSignals == 1);
}

TEST_CASE("DeadlineIO: other signals do not cut what is read") {
  SignalCounter Counter(SIGUSR1);
  Pipe P;
  const pthread_t Here = ::pthread_self();
  std::thread Writer([&] {
    for (int I = 0; I < 20; ++I) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ::pthread_kill(Here, SIGUSR1);
    }
    CHECK(writeAll(P.Write.get(), "ab", 2, late()));
  });
  char Text[2];
  const IOOutcome Read = readExactly(P.Read.get(), Text, 2, late());
  Writer.join();
  CHECK(Read);
  CHECK(NumSignals > 0);
}

TEST_CASE("DeadlineIO: the system's refusal is told") {
  char C = 0;
  const IOOutcome Read = readExactly(-1, &C, 1, soon());
  CHECK_FALSE(Read);
  const IOOutcome Wrote = writeAll(-1, &C, 1, late());
  CHECK(Wrote.Ended == Kind::Failed);
  CHECK(Wrote.ErrorNumber == EBADF);
}

TEST_CASE("DeadlineIO: a FIFO opens when its reader is there") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("fifo");
  REQUIRE(::mkfifo(Path.c_str(), 0600) == 0);
  auto None = tryOpenFIFO(Path, FIFOEnd::Write);
  REQUIRE(None);
  CHECK_FALSE(*None);
  auto Late = openFIFO(Path, FIFOEnd::Write, soon());
  REQUIRE_FALSE(Late);
  CHECK(Late.error().message() ==
        Path + ": nobody opened it for reading before the deadline");
  // Catch's checks are for one thread.
  bool HasRead = false, HasClosed = false;
  std::thread Reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    auto Read = openFIFO(Path, FIFOEnd::Read, late());
    if (!Read)
      return;
    char Text[2];
    // The writer may come after this has begun to wait.
    HasRead = bool(readExactly(Read->get(), Text, 2, late()));
    HasClosed = readExactly(Read->get(), Text, 1, late()).Ended == Kind::Closed;
  });
  {
    auto Write = openFIFO(Path, FIFOEnd::Write, late());
    REQUIRE(Write);
    CHECK(writeAll(Write->get(), "ab", 2, late()));
  }
  Reader.join();
  CHECK(HasRead);
  CHECK(HasClosed);
}

TEST_CASE("DeadlineIO: what is no FIFO is refused, and left as it is") {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("file"), "text"));
  const auto messageOf = [](const std::string &Path, FIFOEnd End) {
    auto File = openFIFO(Path, End, late());
    return File ? std::string() : File.error().message();
  };
  for (FIFOEnd End : {FIFOEnd::Read, FIFOEnd::Write}) {
    CHECK(messageOf(Folder.file("file"), End) ==
          Folder.file("file") + ": is a regular file, expected a FIFO");
    CHECK(messageOf(Folder.Path.string(), End) ==
          Folder.Path.string() + ": is a directory, expected a FIFO");
    CHECK(messageOf("/dev/null", End) ==
          "/dev/null: is something else, expected a FIFO");
  }
  CHECK(messageOf(Folder.file("none"), FIFOEnd::Read) ==
        Folder.file("none") +
            ": cannot open for reading: No such file or directory");
  CHECK(messageOf(Folder.file("none"), FIFOEnd::Write) ==
        Folder.file("none") +
            ": cannot open for writing: No such file or directory");
  CHECK(*readFile(Folder.file("file")) == "text");
}
