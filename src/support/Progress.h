// How far long work has come
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <functional>
#include <ostream>
#include <string>

namespace mlgo {
/// Shows how far work has come: on a terminal one line that changes,
///
///   search  [#######.............]  35%  12:04 left  -4.31 %
///
/// else a line every ten seconds. The stream is the caller's and has to live
/// as long as this. Not for several threads at once.
class Progress {
public:
  struct Options {
    bool IsTerminal = false;
    unsigned Width = 80;          ///< The terminal's, in columns.
    double TerminalSeconds = 0.1; ///< Between two updates of the line.
    double LineSeconds = 10;      ///< Between two lines, without a terminal.
    /// Seconds since some moment; empty: since this was made.
    std::function<double()> Clock;
  };

  Progress(std::ostream &Out, std::string Title, Options O);
  Progress(const Progress &) = delete;
  /// Leaves the terminal's line as it was last, and goes to the next.
  ~Progress() { finish(); }

  /// Options for the file \p Descriptor, for example 2, standard error: whether
  /// it is a terminal that can go back in a line, and its width.
  static Options optionsFor(int Descriptor);

  /// \p Fraction, of 0 to 1, is done; \p Text says what came of it, in ASCII.
  /// Shown if it is time to. \p EarlierFraction was done before this began, by
  /// a process that was interrupted, and does not count for the time left.
  void update(double Fraction, const std::string &Text,
              double EarlierFraction = 0);

  /// Shows the last update if it was not shown. Further updates are ignored.
  void finish();

private:
  void show();
  std::string line() const;

  std::ostream &Out;
  std::string Title;
  Options O;
  double Began, Shown;
  double Fraction = 0, Earlier = 0;
  std::string Text;
  bool Pending = false, ShownAny = false, Finished = false;
};

/// \p Seconds as a clock shows them: 0:07, 12:04, 3:00:00.
std::string formatSeconds(double Seconds);
} // namespace mlgo
