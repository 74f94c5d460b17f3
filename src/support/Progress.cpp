// How far long work has come
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Progress.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace mlgo {
constexpr unsigned BarWidth = 20;

/// The share of the work that has to be done before the rest is estimated.
constexpr double LeastToEstimate = 0.01;

static double secondsNow() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::string formatSeconds(double Seconds) {
  // Also turns what is not a number into something that can be shown.
  const double Bounded = Seconds > 0 ? std::min(Seconds, 3.6e8) : 0;
  const auto Whole = static_cast<unsigned>(Bounded + 0.5);
  char Clock[32];
  if (Whole >= 3600)
    std::snprintf(Clock, sizeof(Clock), "%u:%02u:%02u", Whole / 3600,
                  Whole / 60 % 60, Whole % 60);
  else
    std::snprintf(Clock, sizeof(Clock), "%u:%02u", Whole / 60, Whole % 60);
  return Clock;
}

Progress::Progress(std::ostream &Out, std::string Title, Options Given)
    : Out(Out), Title(std::move(Title)), O(std::move(Given)) {
  if (!O.Clock)
    O.Clock = secondsNow;
  Began = Shown = O.Clock();
}

Progress::Options Progress::optionsFor(int Descriptor) {
  Options O;
  const char *Kind = std::getenv("TERM");
  O.IsTerminal =
      ::isatty(Descriptor) && Kind && *Kind && std::string_view(Kind) != "dumb";
  struct winsize Window;
  if (O.IsTerminal && ::ioctl(Descriptor, TIOCGWINSZ, &Window) == 0 &&
      Window.ws_col > 0)
    O.Width = Window.ws_col;
  return O;
}

void Progress::update(double Done, const std::string &What,
                      double EarlierFraction) {
  if (Finished)
    return;
  Fraction = Done > 0 ? std::min(Done, 1.) : 0;
  Earlier = EarlierFraction > 0 ? std::min(EarlierFraction, 1.) : 0;
  Text = What;
  Pending = true;
  const double Pause = O.IsTerminal ? O.TerminalSeconds : O.LineSeconds;
  // The first update of a terminal is shown at once: something is going on.
  if (O.Clock() - Shown >= Pause || (O.IsTerminal && !ShownAny))
    show();
}

void Progress::finish() {
  if (Finished)
    return;
  Finished = true;
  if (Pending)
    show();
  if (O.IsTerminal && ShownAny)
    Out << '\n' << std::flush;
}

void Progress::show() {
  Shown = O.Clock();
  Pending = false;
  ShownAny = true;
  std::string Line = line();
  if (!O.IsTerminal) {
    Out << Line << '\n' << std::flush;
    return;
  }
  // A line that fills the last column would wrap.
  if (Line.size() >= O.Width)
    Line.resize(O.Width > 1 ? O.Width - 1 : 0);
  Out << '\r' << Line << "\x1b[K" << std::flush;
}

std::string Progress::line() const {
  std::string Line = Title + "  ";
  if (O.IsTerminal) {
    const auto Full = static_cast<unsigned>(Fraction * BarWidth);
    Line += "[" + std::string(Full, '#') + std::string(BarWidth - Full, '.') +
            "]  ";
  }
  char Percent[16];
  std::snprintf(Percent, sizeof(Percent), "%3d%%",
                static_cast<int>(Fraction * 100));
  Line += Percent;
  const double Spent = O.Clock() - Began;
  const double Here = Fraction - Earlier;
  if (Fraction >= 1 || Finished)
    Line += "  " + formatSeconds(Spent);
  else if (Here >= LeastToEstimate &&
           Spent > 1) // Earlier, it would be a guess.
    Line += "  " + formatSeconds(Spent / Here * (1 - Fraction)) + " left";
  if (!Text.empty())
    Line += "  " + Text;
  for (char &C : Line) // A line stays a line.
    if (static_cast<unsigned char>(C) < ' ')
      C = ' ';
  return Line;
}
} // namespace mlgo
