// Sizes that a comparison has to keep
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tools/CompareOptions.h"
#include <CLI/CLI.hpp>

namespace mlgo {
/// Adds --fail-if and what goes with it to \p Compare.
void addGuardOptions(CLI::App &Compare, GuardOptions &Options);

/// What a user wants to be kept: rules for growth and a budget.
class CompareGuard {
public:
  /// Reads rules and budget, or ends the program with what is wrong with them.
  explicit CompareGuard(const GuardOptions &Options);

  /// What has to be measured for it.
  std::vector<SizeColumn> columns() const;

  /// Checks what \p Report has, adds it, and writes the files that the user
  /// wants, or ends the program. Programs of packages are called by both names.
  void check(ComparisonReport &Report, bool HasPackages) const;

  /// Says what is broken of \p Report. Returns the number of these checks.
  size_t tell(const ComparisonReport &Report) const;

private:
  const GuardOptions &Options;
  std::vector<SizeRule> Rules;
  SizeBudget Budget;
};

/// Prints \p Report, checked by \p Guard, and ends the program if that or a
/// package failed.
void printReport(const CompareOptions &Options, const CompareGuard &Guard,
                 ComparisonReport Report, bool HasPackages);
} // namespace mlgo
