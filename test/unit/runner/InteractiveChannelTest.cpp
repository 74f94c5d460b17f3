// Tests of InteractiveChannel
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InteractiveChannel.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlgo;

namespace {

mode_t modeOf(const std::string &Path) {
  struct stat Info = {};
  return ::lstat(Path.c_str(), &Info) == 0 ? Info.st_mode : 0;
}

bool disappears(const std::string &Path) {
  for (int Milliseconds = 0; Milliseconds < 10000; ++Milliseconds) {
    if (!modeOf(Path))
      return true;
    ::usleep(1000);
  }
  return false;
}

} // namespace

TEST_CASE("InteractiveChannel: FIFOs that are ours alone, for a while") {
  std::string Base, Other;
  {
    auto Channel = InteractiveChannel::create();
    REQUIRE(Channel);
    Base = (*Channel)->base();
    CHECK(modeOf(std::filesystem::path(Base).parent_path()) ==
          (S_IFDIR | 0700));
    CHECK(modeOf(Base + ".in") == (S_IFIFO | 0600));
    CHECK(modeOf(Base + ".out") == (S_IFIFO | 0600));
    auto Second = InteractiveChannel::create();
    REQUIRE(Second);
    Other = (*Second)->base();
    CHECK(Other != Base);
  }
  for (const std::string &Each : {Base, Other})
    CHECK_FALSE(modeOf(std::filesystem::path(Each).parent_path()));
}

TEST_CASE("InteractiveChannel: opened and closed again and again") {
  auto Channel = InteractiveChannel::create();
  REQUIRE(Channel);
  char Buffer[16];
  size_t Count = 0;
  auto read = [&] { return *(*Channel)->read(Buffer, 16, Count, 0); };
  CHECK(read() == InteractiveChannel::Event::Silence);
  const std::string Out = (*Channel)->base() + ".out";
  for (int Time = 0; Time < 3; ++Time) {
    const int Compiler = ::open(Out.c_str(), O_WRONLY);
    REQUIRE(Compiler >= 0);
    CHECK(read() == InteractiveChannel::Event::Silence);
    CHECK(::write(Compiler, "abc", 3) == 3);
    CHECK(read() == InteractiveChannel::Event::Bytes);
    CHECK(std::string(Buffer, Count) == "abc");
    CHECK(::write(Compiler, "d", 1) == 1);
    ::close(Compiler);
    CHECK(read() == InteractiveChannel::Event::Bytes);
    CHECK(Count == 1);
    CHECK(read() == InteractiveChannel::Event::Closed);
    CHECK(read() == InteractiveChannel::Event::Silence);
  }
}

TEST_CASE("InteractiveChannel: answers wait, and can be taken back") {
  auto Channel = InteractiveChannel::create();
  REQUIRE(Channel);
  const Deadline Soon = Deadline::after(0.02);
  CHECK((*Channel)->write("12345678", 8, Soon));
  (*Channel)->discardUnread();
  CHECK((*Channel)->write("abcdefgh", 8, Soon));
  const int Compiler =
      ::open(((*Channel)->base() + ".in").c_str(), O_RDONLY | O_NONBLOCK);
  char Buffer[16];
  CHECK(::read(Compiler, Buffer, 16) == 8);
  CHECK(std::memcmp(Buffer, "abcdefgh", 8) == 0);
  ::close(Compiler);
  const std::string Much(1 << 20, 'x');
  CHECK((*Channel)->write(Much.data(), Much.size(), Soon).error().message() ==
        (*Channel)->base() + ".in: compiler does not read its answers");
}

TEST_CASE("InteractiveChannel: is removed when its host is killed, and the "
          "compiler ends") {
  const int Signal = GENERATE(SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGSEGV);
  int Pipe[2];
  REQUIRE(::pipe(Pipe) == 0);
  const pid_t Compiler = ::fork();
  if (Compiler == 0) {
    ::setpgid(0, 0);
    ::signal(SIGTERM, SIG_DFL);
    for (;;)
      ::pause();
  }
  ::setpgid(Compiler, Compiler);
  const pid_t Host = ::fork();
  if (Host == 0) {
    for (const int Each : {SIGTERM, SIGINT, SIGHUP, SIGSEGV})
      ::signal(Each, SIG_DFL);
    auto Channel = InteractiveChannel::create();
    (*Channel)->endWithHost(Compiler);
    const std::string Base = (*Channel)->base();
    (void)!::write(Pipe[1], Base.data(), Base.size());
    for (;;)
      ::pause();
  }
  char Buffer[4096];
  const ssize_t Size = ::read(Pipe[0], Buffer, sizeof(Buffer));
  REQUIRE(Size > 0);
  const std::string Base(Buffer, static_cast<size_t>(Size));
  CHECK(modeOf(Base + ".in") == (S_IFIFO | 0600));
  ::kill(Host, Signal);
  int State = 0;
  CHECK(::waitpid(Host, &State, 0) == Host);
  CHECK(WTERMSIG(State) == Signal);
  CHECK(::waitpid(Compiler, &State, 0) == Compiler);
  CHECK(WTERMSIG(State) == SIGTERM);
  CHECK(disappears(std::filesystem::path(Base).parent_path()));
  ::close(Pipe[0]);
  ::close(Pipe[1]);
}
