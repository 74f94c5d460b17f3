// Tests of Progress
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Progress.h"
#include "TemporaryFolder.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <fcntl.h>
#include <sstream>
#include <unistd.h>

using namespace mlgo;

namespace {

/// A progress with a clock that is set by hand.
struct Shown {
  double Now = 100;
  std::ostringstream Out;
  Progress P;

  explicit Shown(bool IsTerminal, unsigned Width = 80)
      : P(Out, "search", options(IsTerminal, Width)) {}

  Progress::Options options(bool IsTerminal, unsigned Width) {
    Progress::Options O;
    O.IsTerminal = IsTerminal;
    O.Width = Width;
    O.Clock = [this] { return Now; };
    return O;
  }
  /// What was written since the last call.
  std::string take() {
    std::string Text = Out.str();
    Out.str("");
    return Text;
  }
};

} // namespace

TEST_CASE("Progress: without a terminal, a line every ten seconds") {
  Shown S(false);
  S.P.update(0.1, "-1 %");
  CHECK(S.take().empty());
  S.Now += 10;
  S.P.update(0.25, "-2 %");
  CHECK(S.take() == "search   25%  0:30 left  -2 %\n");
  S.Now += 9;
  S.P.update(0.5, "-3 %");
  CHECK(S.take().empty());
  S.P.finish();
  CHECK(S.take() == "search   50%  0:19  -3 %\n");
  S.P.update(1, "ignored");
  S.P.finish();
  CHECK(S.take().empty());
}

TEST_CASE("Progress: on a terminal, one line that changes") {
  Shown S(true);
  S.P.update(0, "");
  CHECK(S.take() == "\rsearch  [....................]    0%\x1b[K");
  S.Now += 0.05;
  S.P.update(0.1, "too soon");
  CHECK(S.take().empty());
  S.Now += 29.95;
  S.P.update(0.5, "-3 %");
  CHECK(S.take() ==
        "\rsearch  [##########..........]   50%  0:30 left  -3 %\x1b[K");
  S.P.update(1, "-4 %");
  S.P.finish();
  CHECK(S.take() ==
        "\rsearch  [####################]  100%  0:30  -4 %\x1b[K\n");
}

TEST_CASE("Progress: work of an earlier process is not counted as fast") {
  Shown S(false);
  S.Now += 10;
  S.P.update(0.6, "", 0.5);
  CHECK(S.take() == "search   60%  0:40 left\n");
}

TEST_CASE("Progress: a line neither wraps nor breaks") {
  Shown S(true, 30);
  S.P.update(0.5, std::string(100, 'x'));
  CHECK(S.take().size() == 1 + 29 + 3);
  Shown Broken(false);
  Broken.Now += 20;
  Broken.P.update(std::nan(""), "a\nb\x1b[2J");
  CHECK(Broken.take() == "search    0%  a b [2J\n");
  Shown Narrow(true, 0);
  Narrow.P.update(7, "x");
  CHECK(Narrow.take() == "\r\x1b[K");
}

TEST_CASE("Progress: nothing to show, nothing shown") {
  std::ostringstream Out;
  {
    Progress P(Out, "search", {});
  }
  CHECK(Out.str().empty());
}

TEST_CASE("Progress: a file is not a terminal") {
  TemporaryFolder Folder;
  const int File =
      ::open(Folder.file("log").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  REQUIRE(File >= 0);
  CHECK(!Progress::optionsFor(File).IsTerminal);
  CHECK(!Progress::optionsFor(-1).IsTerminal);
  ::close(File);
}

TEST_CASE("Progress: seconds as a clock shows them") {
  CHECK(formatSeconds(0) == "0:00");
  CHECK(formatSeconds(6.6) == "0:07");
  CHECK(formatSeconds(724) == "12:04");
  CHECK(formatSeconds(10800) == "3:00:00");
  CHECK(formatSeconds(-5) == "0:00");
  CHECK(formatSeconds(std::nan("")) == "0:00");
  CHECK(formatSeconds(1e300) == "100000:00:00");
}
