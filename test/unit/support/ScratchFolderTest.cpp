// Tests of ScratchFolder
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ScratchFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlgo;
namespace fs = std::filesystem;

TEST_CASE("ScratchFolder: it goes with its object, which may move") {
  std::string Path;
  {
    auto Made = ScratchFolder::create();
    REQUIRE(Made);
    Path = Made->path();
    CHECK(Path.find(' ') == Path.npos);
    std::optional<ScratchFolder> Kept(Made.take());
    REQUIRE(writeFileAtomically(Kept->file("x"), "text"));
    CHECK(fs::exists(Path + "/x"));
  }
  CHECK_FALSE(fs::exists(Path));
}

TEST_CASE("ScratchFolder: it goes with its process, even if that is killed") {
  const int Signal = GENERATE(SIGTERM, SIGINT, SIGKILL);
  int Ends[2];
  REQUIRE(::pipe(Ends) == 0);
  const pid_t Child = ::fork();
  if (Child == 0) {
    ::signal(SIGTERM, SIG_DFL); // Catch2 has handlers.
    ::signal(SIGINT, SIG_DFL);
    auto Made = ScratchFolder::create();
    const std::string Path = Made ? Made->path() : "";
    (void)!::write(Ends[1], Path.data(), Path.size());
    while (true)
      ::pause();
  }
  char Path[256] = {};
  REQUIRE(::read(Ends[0], Path, sizeof(Path) - 1) > 0);
  CHECK(fs::exists(Path));
  ::kill(Child, Signal);
  ::waitpid(Child, nullptr, 0);
  for (int I = 0; I < 200 && fs::exists(Path); ++I)
    ::usleep(50'000);
  CHECK_FALSE(fs::exists(Path));
  ::close(Ends[0]);
  ::close(Ends[1]);
}
