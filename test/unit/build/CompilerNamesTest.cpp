// Compilers as builds call them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/CompilerNames.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include <catch2/catch.hpp>
#include <cstdlib>

using namespace mlgo;

namespace {

/// Its PATH has compilers that say how they were called.
struct FakeCompilers {
  TemporaryFolder Folder;
  const std::string Before = std::getenv("PATH");

  FakeCompilers() {
    ::setenv("XDG_CACHE_HOME", Folder.file("cache").c_str(), 1);
    for (const std::string Name : {"clang-22", "clang++-22"})
      REQUIRE(writeExecutable(Folder.file(Name),
                              "#!/bin/sh\necho " + Name + " \"$@\"\n"));
    ::setenv("PATH", (Folder.Path.string() + ":" + Before).c_str(), 1);
  }
  ~FakeCompilers() { ::setenv("PATH", Before.c_str(), 1); }

  std::string call(const std::string &Program, const std::string &Flag) const {
    ChildCommand Command;
    Command.Arguments = {Program, Flag};
    const auto Outcome = runChild(Command);
    REQUIRE(Outcome);
    CHECK(Outcome->ExitCode == 0);
    return Outcome->Output;
  }
};

} // namespace

TEST_CASE("CompilerNames: gcc, cc and cross compilers are clang",
          "[build][compilernames]") {
  const FakeCompilers Fake;
  const auto Folder = findPlainCompilers(22);
  REQUIRE(Folder);
  CHECK(Fake.call(*Folder + "/clang", "-O2") == "clang-22 -O2\n");
  CHECK(Fake.call(*Folder + "/clang++", "-O2") == "clang++-22 -O2\n");
  for (const char *Name : {"/gcc", "/cc", "/c99"})
    CHECK(Fake.call(*Folder + Name, "-O2").substr(0, 23) ==
          "clang-22 -O2 -Wno-error");
  CHECK(Fake.call(*Folder + "/g++", "-O2").substr(0, 14) == "clang++-22 -O2");
  const std::string Cross =
      Fake.call(*Folder + "/aarch64-linux-gnu-gcc", "-O2");
  CHECK(Cross.find("--target=aarch64-linux-gnu") != Cross.npos);
  // Who asks for this clang gets it as it is.
  CHECK(!readFile(*Folder + "/clang-22"));
}

TEST_CASE("CompilerNames: a script may leave a name out",
          "[build][compilernames]") {
  const FakeCompilers Fake;
  const std::string Folder = Fake.Folder.file("names");
  REQUIRE(writeCompilerNames(
      Folder, 22,
      [](const std::string &Name, const std::string &, const BuildTarget *) {
        return Name == "gcc" ? "#!/bin/sh\necho ours\n" : "";
      }));
  CHECK(Fake.call(Folder + "/gcc", "-c") == "ours\n");
  CHECK(!readFile(Folder + "/cc"));
  CHECK(pathWith(Folder).substr(0, Folder.size() + 1) == Folder + ":");
}

TEST_CASE("CompilerNames: says which package has the compiler",
          "[build][compilernames]") {
  const TemporaryFolder Folder;
  const auto Script = [](const std::string &, const std::string &,
                         const BuildTarget *) { return std::string(); };
  const auto Found = writeCompilerNames(Folder.Path.string(), 1, Script);
  REQUIRE(!Found);
  CHECK(Found.error().message() == "clang-1: not found, expected the compiler "
                                   "of Debian's package clang-1");
}
