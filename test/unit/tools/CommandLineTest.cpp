// Exit codes of the command
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/Commands.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <sstream>

using namespace mlgo;

namespace {

struct Ran {
  int Code;
  std::string Out, Err;
};

Ran run(std::vector<const char *> Words) {
  Words.insert(Words.begin(), "mlgo");
  std::ostringstream Out, Err;
  std::streambuf *const OldOut = std::cout.rdbuf(Out.rdbuf());
  std::streambuf *const OldErr = std::cerr.rdbuf(Err.rdbuf());
  const int Code = runCommandLine(static_cast<int>(Words.size()),
                                  const_cast<char **>(Words.data()));
  std::cout.rdbuf(OldOut);
  std::cerr.rdbuf(OldErr);
  return {Code, Out.str(), Err.str()};
}

} // namespace

TEST_CASE("CommandLine: 0 is done, 1 an error, 2 no command",
          "[tools][commandline]") {
  CHECK(run({"model", "info", "no-such.mlgo"}).Code == 1);
  const Ran Unknown = run({"no-such"});
  CHECK(Unknown.Code == 2);
  CHECK(Unknown.Err.find("there is no command mlgo no-such") !=
        std::string::npos);
  CHECK(run({"run", "--", "true"}).Code == 0);
  CHECK(run({"run", "--", "sh", "-c", "exit 7"}).Code == 7);
}

TEST_CASE("CommandLine: what was meant is named", "[tools][commandline]") {
  const auto Says = [](std::vector<const char *> Words, const char *Text) {
    const Ran Wrong = run(std::move(Words));
    INFO(Wrong.Err);
    CHECK(Wrong.Code == 2);
    CHECK(Wrong.Err.find(Text) != std::string::npos);
    CHECK(Wrong.Err.find("make") == std::string::npos);
  };
  Says({"compare", "--levle", "Oz", "--", "make"},
       "unknown option --levle; did you mean --level?");
  Says({"compare", "--levle=Oz", "--", "make"},
       "unknown option --levle=Oz; did you mean --level?");
  Says({"run", "--ozz", "--", "make"},
       "unknown option --ozz; did you mean --oz?");
  Says({"flags", "--modle", "x"}, "unknown option --modle; did you mean");
  Says({"doctor", "--qqqqqqqq"}, "unknown option --qqqqqqqq;");
  Says({"comapre"}, "no command mlgo comapre; did you mean compare?");
}

TEST_CASE("CommandLine: an error is told once", "[tools][commandline]") {
  const std::string Err = run({"model", "info", "no-such.mlgo"}).Err;
  CHECK(Err.find("mlgo: error: no-such.mlgo") == 0);
  CHECK(Err.find('\n') == Err.size() - 1);
}

TEST_CASE("CommandLine: a build's options want two dashes",
          "[tools][commandline]") {
  const Ran Wrong = run({"run", "make", "-s"});
  CHECK(Wrong.Code == 2);
  CHECK(Wrong.Err.find("a build command is expected after --, as in mlgo run "
                       "-- make") != std::string::npos);
}

TEST_CASE("CommandLine: tasks without rules are as small as they get",
          "[tools][commandline]") {
  // Of priorities there is no rule to add, for LLVM 19 there is no plugin.
  const Ran Priority = run({"flags", "priority", "--smallest"});
  CHECK(Priority.Code == 0);
  CHECK(Priority.Out.find("-Oz ") == 0);
  CHECK(Priority.Err.find("mlgo: warning: no policy of task priority ships; "
                          "stock decides, unless --model names one\n") !=
        Priority.Err.npos);
  const Ran There = run({"flags", "priority", "--level", "Os"});
  CHECK(There.Err == "mlgo: warning: no policy of task priority is for -Os; "
                     "stock decides there\n");
  const Ran Old = run({"flags", "evict", "--llvm", "19", "--smallest"});
  CHECK(Old.Code == 2);
  CHECK(Old.Err.find("task evict has no plugin for LLVM 19") != Old.Err.npos);
}

TEST_CASE("CommandLine: a cut is a number", "[tools][commandline]") {
  for (const char *Cut : {"auto", "x", "4x", ""}) {
    const Ran Fit = run({"fit", "--task", "evict", "--logs", "no-such", "--cut",
                         Cut, "-o", "never-written.mlgo"});
    CHECK(Fit.Code == 2);
    CHECK(Fit.Err.find(std::string("cut is '") + Cut + "', expected") !=
          Fit.Err.npos);
  }
  const Ran Flat = run({"fit", "--task", "evict", "--logs", "no-such", "--clip",
                        "0", "-o", "never-written.mlgo"});
  CHECK(Flat.Code == 2);
  CHECK(Flat.Err.find("--clip") != Flat.Err.npos);
}

namespace {
std::vector<std::string> splitLines(const std::string &Text) {
  std::vector<std::string> Lines;
  std::istringstream In(Text);
  for (std::string Line; std::getline(In, Line);)
    Lines.push_back(Line);
  return Lines;
}

/// The commands that the lines of another's help list.
std::vector<std::string> listCommands(const std::vector<std::string> &Help) {
  std::vector<std::string> Names;
  bool IsList = false;
  for (const std::string &Line : Help) {
    if (Line.compare(0, 8, "Commands") == 0)
      IsList = true;
    else if (Line.empty())
      IsList = false;
    else if (IsList && Line[2] != ' ')
      Names.push_back(Line.substr(2, Line.find(' ', 2) - 2));
  }
  return Names;
}

/// The help of the command \p Words fits on a screen and has an example, and
/// so has that of all below it.
void checkHelp(const std::vector<std::string> &Words) {
  const auto Ask = [&](const char *Flag) {
    std::vector<const char *> Asked;
    for (const std::string &Word : Words)
      Asked.push_back(Word.c_str());
    Asked.push_back(Flag);
    const Ran Help = run(std::move(Asked));
    CHECK(Help.Code == 0);
    return Help.Out;
  };
  INFO("mlgo " << (Words.empty() ? "" : Words[0]) << " "
               << (Words.size() < 2 ? "" : Words[1]));
  const std::string Text = Ask("--help"), All = Ask("--help-all");
  const auto Lines = splitLines(Text);
  CHECK(Lines.size() <= 40);
  for (const std::string &Line : Lines) {
    INFO(Line);
    CHECK(Line.size() <= 80);
  }
  CHECK(Text.find("\nExample:\n  ") != std::string::npos);
  // Tags of declarations are not for readers.
  for (const char *Tag : {"(rare", "(packages", "(files", "(flips"})
    CHECK(All.find(Tag) == std::string::npos);
  CHECK(All.find("More, with --help-all") == std::string::npos);
  for (const std::string &Name : listCommands(Lines)) {
    auto Below = Words;
    Below.push_back(Name);
    checkHelp(Below);
  }
}
} // namespace

/// Builds without LLVM make no policies.
static bool hasFit() {
  const auto Commands = listCommands(splitLines(run({"--help"}).Out));
  return std::find(Commands.begin(), Commands.end(), "fit") != Commands.end();
}

TEST_CASE("CommandLine: help fits on a screen", "[tools][commandline]") {
  CHECK(listCommands(splitLines(run({"--help"}).Out)).size() > 10);
  CHECK(listCommands(splitLines(run({"corpus", "--help"}).Out)).size() > 2);
  checkHelp({});
  const std::string Compare = run({"compare", "--help"}).Out;
  CHECK(Compare.find("More, with --help-all: ") != std::string::npos);
}

TEST_CASE("CommandLine: options that mean nothing here are refused",
          "[tools][commandline]") {
  const auto Says = [](std::vector<const char *> Words, const char *Text) {
    const Ran Wrong = run(std::move(Words));
    INFO(Wrong.Err);
    CHECK(Wrong.Code == 2);
    CHECK(Wrong.Err.find(Text) != std::string::npos);
  };
  Says({"compare", "--target", "aarch64", "--", "make"},
       "--target is for packages; expected a build command that does this "
       "itself");
  Says({"compare", "--jobs", "3", "--", "make"}, "--jobs is for packages");
  Says({"compare", "--level", "Oz", "./a", "./b"},
       "--level is for what is built");
  if (!hasFit())
    return;
  Says({"fit", "--task", "evict", "--logs", "x", "--where", "x=1"},
       "--where is for tasks with two choices");
  Says({"fit", "--task", "evict", "--logs", "x", "--growth", "1"},
       "--growth is for task inline, found task evict");
}
