// Why nothing was decided in a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Undecided.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <cstdlib>

using namespace mlgo;

namespace {
/// Of a build in an empty folder, at a level that was asked for.
RunSummary summarize(const TemporaryFolder &Folder) {
  RunSummary Summary;
  Summary.LevelOption = "--level Oz";
  Summary.HasLevel = true;
  Summary.Command = {"make"};
  Summary.Folder = Folder.Path;
  return Summary;
}

std::string explain(const RunSummary &Summary) {
  const auto Why = explainUndecided(Summary);
  REQUIRE(Why.size() == 1);
  return Why[0];
}
} // namespace

TEST_CASE("Undecided: any plugin that was asked decides", "[link][undecided]") {
  RunSummary Summary;
  CHECK(isUndecided(Summary));
  Summary.ByTask["inline"].Unserved["O2"] = 3;
  CHECK(isUndecided(Summary));
  // Evictions and passes at -O2 are counted, and stock's.
  Summary.ByTask["evict"].Modules = Summary.ByTask["gate"].Modules = 3;
  Summary.ByTask["evict"].Decisions = Summary.ByTask["gate"].Decisions = 9;
  CHECK(isUndecided(Summary));
  for (uint64_t *Counted :
       {&Summary.ByTask["evict"].Differ, &Summary.ByTask["evict"].Reassigned,
        &Summary.ByTask["gate"].Differ, &Summary.ByTask["inline"].Modules}) {
    *Counted = 1;
    CHECK_FALSE(isUndecided(Summary));
    *Counted = 0;
  }
  RunSummary Alone;
  Alone.ByTask["evict"].Modules = 1;
  CHECK_FALSE(isUndecided(Alone));
}

TEST_CASE("Undecided: compilers that take no plugin of ours",
          "[link][undecided]") {
  const TemporaryFolder Folder;
  RunSummary Summary = summarize(Folder);
  Summary.Files.ByGCC = 2;
  CHECK(explain(Summary) ==
        "gcc, which takes no plugins of LLVM, compiled 2 objects; expected "
        "clang-22, as of make CC=clang-22 CXX=clang++-22");
  Summary.Command = {"make", "CC=/usr/bin/gcc"};
  CHECK(explain(Summary) ==
        "the command names a compiler by its path, CC=/usr/bin/gcc; expected a "
        "name that PATH finds, CC=gcc");
  Summary.Files.ByGCC = 0;
  Summary.Files.ByClang = 1;
  Summary.Files.ClangMajors = {19};
  CHECK(explain(Summary) == "the build compiles with clang-19; expected "
                            "clang-22, or --llvm 19");
  CHECK(findForeignCompilers(Summary).size() == 1);
}

TEST_CASE("Undecided: levels", "[link][undecided]") {
  const TemporaryFolder Folder;
  RunSummary Summary = summarize(Folder);
  Summary.Files.ByClang = 2;
  Summary.Files.ClangMajors = {22};
  CHECK(findForeignCompilers(Summary).empty());
  CHECK(explain(Summary) == "2 objects at -O0, which the build says itself; "
                            "expected one that says -Oz or no level");
  Summary.Command = {"make", "CFLAGS=-g -O0"};
  CHECK(explain(Summary) ==
        "the command says -O0 in CFLAGS; expected CFLAGS=-Oz");
  Summary.HasLevel = false;
  CHECK(explainUndecided(Summary).size() == 2);
  Summary.Command = {"make"};
  CHECK(explain(Summary) ==
        "2 objects at -O0, which is clang's level where a build names none and "
        "optimises nothing; --level Oz makes it -Oz unless the build says -O0 "
        "itself");
  Summary.Command = {"make", "CC=distcc clang-22"};
  CHECK(explain(Summary) ==
        "the command calls distcc, which compiles where decisions are not "
        "counted; expected mlgo-clang instead of clang, which decides there, "
        "too");
  Summary.ByTask["inline"].Unserved["O2"] = 2;
  CHECK(explain(Summary) == "2 files compiled at -O2, which no policy is for; "
                            "expected --level Oz, which makes it -Oz");
}

TEST_CASE("Undecided: cargo", "[link][undecided]") {
  const TemporaryFolder Folder;
  RunSummary Summary = summarize(Folder);
  Summary.Command = {"cargo", "build"};
  Summary.Rust = RustCompiler();
  CHECK(explain(Summary) ==
        "rustc: not found in PATH, expected one that is linked to "
        "libLLVM.so.22; Debian 12 has one in rustc-web");
  Summary.Rust->Program = "rustc";
  Summary.Rust->Obstacle = "rustc: has an LLVM of its own; do something";
  CHECK(explain(Summary) == Summary.Rust->Obstacle);
  Summary.Rust->Obstacle.clear();
  CHECK(explain(Summary) == "cargo compiles at opt-level 0 without --release; "
                            "expected cargo build --release");
  Summary.Command.push_back("--release");
  CHECK(explain(Summary).find("clang-22 compiled nothing; is all up to date") ==
        0);
  const std::string Path = std::getenv("PATH");
  ::setenv("PATH", Folder.Path.c_str(), 1);
  CHECK(explain(Summary) ==
        "PATH has no clang-22; install the package clang-22");
  ::setenv("PATH", Path.c_str(), 1);
  Summary.BuildLog = Folder.file("log");
  REQUIRE(writeFileAtomically(Summary.BuildLog, "ninja: no work to do.\n"));
  CHECK(explain(Summary).find("nothing was built, it says 'ninja: no work") ==
        0);
}
