// Tests of HostChannel
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/HostChannel.h"
#include "TemporaryFolder.h"
#include <atomic>
#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace mlgo;

namespace {

const auto Advice = TensorSpec::createSpec<int64_t>("advice", {1});

/// Hosts that come \p Times times and leave when nobody talks to them any more.
struct Hosts {
  TemporaryFolder Folder;
  const std::string Base = Folder.file("channel");
  std::atomic<bool> HaveLeft{false};
  std::thread Thread;

  explicit Hosts(int Times) {
    REQUIRE(::mkfifo((Base + ".in").c_str(), 0600) == 0);
    REQUIRE(::mkfifo((Base + ".out").c_str(), 0600) == 0);
    Thread = std::thread([this, Times] {
      for (int I = 0; I < Times; ++I) {
        const int To = ::open((Base + ".in").c_str(), O_WRONLY);
        const int From = ::open((Base + ".out").c_str(), O_RDONLY);
        char Buffer[4096];
        while (::read(From, Buffer, sizeof(Buffer)) > 0)
          ;
        ::close(To);
        ::close(From);
      }
      HaveLeft = true;
    });
  }
  ~Hosts() {
    // Where one host has not seen that one runner left before the next came, a
    // later host waits for nobody. It gets somebody who leaves at once.
    while (!HaveLeft) {
      const int In = ::open((Base + ".in").c_str(), O_RDWR);
      const int Out = ::open((Base + ".out").c_str(), O_RDWR);
      ::usleep(1000);
      ::close(In);
      ::close(Out);
    }
    Thread.join();
  }

  Result<std::unique_ptr<MLModelRunner>> ask(double Seconds) const {
    return createHostRunner({Advice}, Advice, 2, Base, Seconds);
  }
};

std::string errorOf(const Result<std::unique_ptr<MLModelRunner>> &Runner) {
  REQUIRE_FALSE(Runner);
  return Runner.error().message();
}

} // namespace

TEST_CASE("HostChannel: runners take turns", "[runner]") {
  Hosts H(2);
  auto First = H.ask(20);
  REQUIRE(First);
  CHECK(errorOf(H.ask(0.05)) ==
        H.Base + ": the channel is still taken by another module of this "
                 "process, expected one at a time");
  std::thread Later([&] {
    ::usleep(50000);
    First->reset();
  });
  CHECK(H.ask(20));
  Later.join();
}

TEST_CASE("HostChannel: who has failed is not asked again", "[runner]") {
  Hosts H(1);
  {
    auto Silent = H.ask(0.05);
    REQUIRE(Silent);
    CHECK((*Silent)->evaluate<int64_t>() == 0);
    CHECK((*Silent)->failure());
  }
  CHECK(errorOf(H.ask(20)) == H.Base + ": the host has failed before");
  const auto Absent = H.Folder.file("other");
  CHECK(errorOf(createHostRunner({Advice}, Advice, 2, Absent, 20)) ==
        Absent + ".in: cannot open for reading: No such file or directory");
}
