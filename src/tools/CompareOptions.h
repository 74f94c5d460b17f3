// What mlgo compare is asked
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/Report.h"

namespace mlgo {
/// What sizes have to keep, and who is told.
struct GuardOptions {
  std::vector<std::string> Rules;
  std::string Budget, WriteBudget, JUnit; ///< Files; empty: none.
  bool IsOnGitHub = false;
};

struct CompareOptions {
  /// Or the words of a build command, or two files.
  std::vector<std::string> Packages;
  std::string Role, Flags, BaselineFlags;
  std::string Columns;
  std::string Page; ///< HTML is written here; with a build command.
  std::vector<std::string> Runs; ///< With a build command.
  bool HasLevel = false;         ///< The user named one.
  bool AsJSON = false;
  GuardOptions Guard;
  ComparisonOptions Comparison;
};

class CompareGuard;

/// Compares builds of the current folder by the command in \p Options, and
/// prints \p Report, in which compiler and processor are set, with the result.
/// Ends the program on errors.
void printBuildComparison(const CompareOptions &Options,
                          const CompareGuard &Guard, ComparisonReport Report);

/// Whether \p Words, which follow no dashes, are files: no recipe has a '/' in
/// its name.
bool namesFiles(const std::vector<std::string> &Words);

/// The same as printBuildComparison for two files or folders that are there.
void printFileComparison(const CompareOptions &Options,
                         const CompareGuard &Guard, ComparisonReport Report);
} // namespace mlgo
