// Exit codes of the command
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/Commands.h"
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
