// What is told of a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/BuildSummary.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("BuildSummary: sums the lines of modules", "[link][buildsummary]") {
  const TaskCounts Sum = sumStatistics(
      "mlgo-inline-stats module=a.c decisions=10 inlined=4 differ=1\n"
      "mlgo-inline-stats module=b.c decisions=5 inlined=1 differ=0\n"
      "mlgo-inline-stats module=c.c unserved=O2\n"
      "mlgo-inline-stats module=conftest.c decisions=99\n"
      "something else module=d.c decisions=7\n");
  CHECK(Sum.Modules == 2);
  CHECK(Sum.Decisions == 15);
  CHECK(Sum.Inlined == 5);
  CHECK(Sum.Differ == 1);
  CHECK(Sum.Unserved.at("O2") == 1);
  CHECK(Sum.Names == std::set<std::string>{"a.c", "b.c", "c.c"});
}

TEST_CASE("BuildSummary: sums registers", "[link][buildsummary]") {
  RunSummary Summary;
  Summary.ByTask["evict"] = sumStatistics(
      "mlgo-regalloc-stats module=a.c decisions=1 reassigned=4 saved=9\n"
      "mlgo-regalloc-stats module=b.c decisions=2 reassigned=1 saved=-2\n");
  CHECK(Summary.ByTask["evict"].Reassigned == 5);
  CHECK(Summary.ByTask["evict"].SavedBytes == 7);
  CHECK(describe(Summary).find("  registers   5 exchanged, 7 bytes less\n") !=
        std::string::npos);
}

TEST_CASE("BuildSummary: says what was not covered", "[link][buildsummary]") {
  RunSummary Summary;
  Summary.Folder = "no-such-folder";
  Summary.ByTask["inline"].Unserved["O2"] = 2;
  Summary.Files.ByGCC = 3;
  CHECK(describeUncovered(Summary) ==
        "  not asked   about inlining in 2 files at -O2, which no policy is "
        "for; --oz makes it -Oz\n"
        "  not covered 3 objects of gcc, which takes no plugins of LLVM: have "
        "the build use clang-22, as in make CC=clang-22\n");
  Summary.Command = {"make", "CC=/usr/bin/gcc"};
  CHECK(describeUncovered(Summary).find(
            "\n  because     the command names a compiler by its path, "
            "CC=/usr/bin/gcc") != std::string::npos);
  RunSummary Rust;
  Rust.ByTask["inline"].Unserved["rustc-link"] = 2;
  CHECK(describeUncovered(Rust) ==
        "  LTO         2 files left to the link, which rustc does itself\n");
  RunSummary Nothing;
  Nothing.Folder = Summary.Folder;
  Nothing.Files.ByClang = 1;
  Nothing.Files.ClangMajors = {19};
  CHECK(describeUncovered(Nothing) ==
        "  nothing was decided: the build compiles with clang-19; expected "
        "clang-22, or --llvm 19\n");
}
