// Tests of ProgramRunner
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/ProgramRunner.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <cstdlib>

using namespace mlgo;

namespace {

/// A shell script stands for what a build has linked.
struct Fixture {
  TemporaryFolder Folder;
  Recipe R;
  ProgramRecipe Program;
  std::string Build = Folder.file("build");

  Fixture() {
    R.Folder = Folder.file("");
    std::filesystem::create_directories(Build + "/tree");
    Program.Name = "script";
    Program.Path = "script";
    write("#!/bin/sh\ncat\necho \"$@\"\nexit 3\n");
  }
  void write(const std::string &Text) {
    const std::string Path = Build + "/tree/script";
    REQUIRE(writeFileAtomically(Path, Text));
    std::filesystem::permissions(Path, std::filesystem::perms(0755));
  }
};

} // namespace

TEST_CASE_METHOD(Fixture, "ProgramRunner: arguments, input and folder") {
  REQUIRE(writeFileAtomically(Folder.file("relative"), "one\n"));
  REQUIRE(writeFileAtomically(Build + "/tree/made", "two\n"));
  ProgramRun First, Second;
  First.Input = "relative";
  First.Arguments = {"@SOURCE@", "@RUN@", "a b"};
  Second.Input = "@BUILD@/made";
  Program.Runs = {First, Second};
  ProgramRunner Runner(R, BuildSettings().target(), "/source",
                       Folder.file("run"));
  auto Outcomes = Runner.run(Program, Build);
  REQUIRE(Outcomes);
  REQUIRE(Outcomes->size() == 2);
  CHECK(Outcomes->at(0).Output ==
        "one\n/source " + Folder.file("run") + " a b\n");
  CHECK(Outcomes->at(0).ExitCode == 3);
  CHECK(Outcomes->at(1).Output == "two\n\n");
}

TEST_CASE_METHOD(Fixture, "ProgramRunner: counts are the same each time") {
  // A shell would write the number of its parent, of more digits some day.
  write("#!/bin/cat\n");
  ProgramRun Quiet;
  Program.Runs = {Quiet, Quiet};
  Program.Runs[1].Counted = false;
  CHECK(isCounted(Program));
  ProgramRunner Runner(R, BuildSettings().target(), "/source",
                       Folder.file("run"));
  auto Outcomes = Runner.run(Program, Build);
  REQUIRE(Outcomes);
  auto Once = Runner.count(Program, Build, *Outcomes, 22);
  INFO((Once ? "" : Once.error().message()));
  REQUIRE(Once);
  CHECK(Once->Instructions > 10000);
  CHECK(Once->Reads > 1000);
  CHECK(Once->Writes > 1000);
  auto Again = Runner.count(Program, Build, *Outcomes, 22);
  REQUIRE(Again);
  CHECK(Once->Instructions == Again->Instructions);
  CHECK(Once->Reads == Again->Reads);
  CHECK(Once->Writes == Again->Writes);
}

TEST_CASE_METHOD(Fixture, "ProgramRunner: of threads the fewest count") {
  // Executes less each time up to the fifth, and more after it.
  const std::string Times = Folder.file("times");
  write("#!/bin/sh\necho >> " + Times + "\nset -- $(wc -l " + Times +
        ")\nI=$((($1 - 5) * ($1 - 5) * 50))\n"
        "while [ $I -gt 0 ]; do I=$((I - 1)); done\nexit 3\n");
  Program.Runs = {{}};
  ProgramRunner Runner(R, BuildSettings().target(), "/source",
                       Folder.file("run"));
  auto Outcomes = Runner.run(Program, Build);
  REQUIRE(Outcomes);
  auto Once = Runner.count(Program, Build, *Outcomes, 22);
  REQUIRE(Once);
  Program.Runs[0].HasThreads = true;
  auto Fewest = Runner.count(Program, Build, *Outcomes, 22);
  REQUIRE(Fewest);
  CHECK(Fewest->Instructions < Once->Instructions);
  CHECK(*readFile(Times) == std::string(1 + 1 + 9, '\n'));
}

TEST_CASE_METHOD(Fixture, "ProgramRunner: what is not counted") {
  ProgramRun Scripted;
  Scripted.Script = "some.sh";
  Program.Runs = {Scripted};
  CHECK_FALSE(isCounted(Program));
  Program.Runs.push_back({});
  CHECK(isCounted(Program));
  Program.Runs.back().Counted = false;
  CHECK_FALSE(isCounted(Program));
}

TEST_CASE_METHOD(Fixture, "ProgramRunner: a run that ends otherwise fails") {
  Program.Runs = {{}};
  ProgramRunner Runner(R, BuildSettings().target(), "/source",
                       Folder.file("run"));
  auto Outcomes = Runner.run(Program, Build);
  REQUIRE(Outcomes);
  write("#!/bin/sh\nexit 4\n");
  auto Counts = Runner.count(Program, Build, *Outcomes, 22);
  REQUIRE_FALSE(Counts);
  CHECK(Counts.error().message().find("script: counted run 1: exit code is 4, "
                                      "expected 3") == 0);
  CHECK_FALSE(Runner.run(Program, Folder.file("elsewhere")));
}

TEST_CASE_METHOD(Fixture, "ProgramRunner: a slower build takes more time") {
  Program.Runs = {ProgramRun()};
  const std::string Slow = Folder.file("slow");
  std::filesystem::create_directories(Slow + "/tree");
  write("#!/bin/sh\ntest ! -e left || sleep 9\n: > left\n");
  std::filesystem::copy_file(Build + "/tree/script", Slow + "/tree/script");
  REQUIRE(
      writeFileAtomically(Slow + "/tree/script", "#!/bin/sh\nsleep 0.25\n"));
  std::filesystem::permissions(Slow + "/tree/script",
                               std::filesystem::perms(0755));
  ProgramRunner Runner(R, BuildSettings().target(), "/source",
                       Folder.file("run"));
  // What a run leaves behind is gone before the next: else it would sleep.
  const auto Times = Runner.time(Program, Slow, Build, 6);
  REQUIRE(Times);
  CHECK(Times->Pairs == 6);
  CHECK(Times->Wall.IsCertain);
  CHECK(Times->Wall.Median < 0);
}

TEST_CASE_METHOD(Fixture,
                 "ProgramRunner: WebAssembly opens files wherever they are") {
  const std::string Source = Folder.file("cat.c");
  REQUIRE(writeFileAtomically(Source, R"c(#include <stdio.h>
static void show(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file)
    return perror(name);
  for (int c; (c = getc(file)) != EOF;)
    putchar(c);
}
int main(int argc, char **argv) {
  FILE *made = fopen("made", "w");
  fputs("made here\n", made);
  fclose(made);
  show("made");
  show(argv[1]);
  return 0;
}
)c"));
  const BuildTarget *Target = *findBuildTarget("wasm32");
  std::string Command = "clang-22 -w";
  for (const std::string &Flag : Target->Flags)
    Command += " " + Flag;
  Command += " '" + Source + "' -o '" + Build + "/tree/script' 2>/dev/null";
  if (std::system(Command.c_str()) != 0 ||
      std::system("node --version >/dev/null 2>&1") != 0) {
    WARN("left out: no C library for WebAssembly, or no node");
    return;
  }
  const std::string Elsewhere = Folder.file("elsewhere");
  REQUIRE(writeFileAtomically(Elsewhere, "made elsewhere\n"));
  ProgramRun Run;
  Run.Arguments = {Elsewhere};
  Program.Runs = {Run};
  ProgramRunner Runner(R, *Target, "/source", Folder.file("run"));
  const auto Outcomes = Runner.run(Program, Build);
  REQUIRE(Outcomes);
  CHECK(Outcomes->at(0).Output == "made here\nmade elsewhere\n");
}
