// What a search shows
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/SearchStart.h"
#include "support/Progress.h"
#include <chrono>

namespace mlgo {
/// What a search shows on standard error while it runs. \p O has to live as
/// long.
class SearchBar {
public:
  /// The budget of seconds is counted from now on.
  SearchBar(const SearchOptions &O, std::ostream &Log);

  void update(const SearchProgress &P);
  /// \p Tried moves are done since the last update.
  void show(uint64_t Tried);
  void finish() { Bar.finish(); }

private:
  double fraction(uint64_t Tried) const;

  const SearchOptions &O;
  const std::chrono::steady_clock::time_point Begin;
  Progress Bar;
  SearchProgress Last;
};

/// Prints what \p Found, after \p Seconds, makes of each program: \p After.
/// \p PolicyIs says what its size is that \p Start has as the policy's.
std::string describe(const SearchResult &Found, const SearchStart &Start,
                     const std::vector<CorpusProblem::Part> &After,
                     const Objective &O, const char *PolicyIs, double Seconds);
} // namespace mlgo
