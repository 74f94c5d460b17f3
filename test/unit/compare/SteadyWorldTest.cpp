// Tests of SteadyWorld
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/SteadyWorld.h"
#include "TemporaryFolder.h"
#include "support/ChildProcess.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("SteadyWorld: time, chance and process number repeat") {
  TemporaryFolder Folder;
  auto Library = buildSteadyWorld(Folder.Path.string(), 22);
  INFO((Library ? "" : Library.error().message()));
  REQUIRE(Library);
  std::string Said[2];
  for (std::string &Text : Said) {
    ChildCommand Command;
    Command.Arguments = {
        "python3", "-S", "-c",
        "import ctypes, os, time; chance = ctypes.create_string_buffer(4); "
        "libc = ctypes.CDLL(None); libc.getrandom(chance, 4, 0); "
        "print(int(time.time()), os.getpid(), chance.raw, "
        "open('/dev/urandom', 'rb').read(4)); "
        "libc.arc4random_buf(chance, 3); print(chance.raw, "
        "libc.arc4random() == libc.arc4random(), "
        "libc.arc4random_uniform(100))"};
    Command.Environment = {{"LD_PRELOAD", *Library}};
    auto Outcome = runChild(Command);
    REQUIRE(Outcome);
    Text = Outcome->Output;
  }
  CHECK(Said[0] == "1600000000 4242 b'ZZZZ' b'\\x00\\x00\\x00\\x00'\n"
                   "b'ZZZZ' True 10\n");
  CHECK(Said[0] == Said[1]);
  CHECK_FALSE(buildSteadyWorld(Folder.file("none"), 22));
  CHECK_FALSE(buildSteadyWorld(Folder.Path.string(), 99));
}
