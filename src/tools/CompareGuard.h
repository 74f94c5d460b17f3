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

  /// Whether sizes are checked, now or against the budget that is written.
  bool isAsked() const;

  /// Checks what \p Report has, and adds that. Programs of packages are called
  /// by both names.
  void check(ComparisonReport &Report, bool HasPackages) const;

  /// Writes the files that the user wants of \p Report, or ends the program.
  void writeFiles(const ComparisonReport &Report, bool HasPackages) const;

  /// Says what is broken of \p Report. Returns the number of these checks.
  size_t tell(const ComparisonReport &Report) const;

private:
  const GuardOptions &Options;
  std::vector<SizeRule> Rules;
  SizeBudget Budget;
};

/// Warns of packages without decisions, with which \p Guard ends the program,
/// prints \p Report, checked by \p Guard, then writes the user's files, \p Page
/// among them, and ends the program if a check or a package failed.
void printReport(const CompareOptions &Options, const CompareGuard &Guard,
                 ComparisonReport Report, bool HasPackages,
                 const std::string &Page = "");
} // namespace mlgo
