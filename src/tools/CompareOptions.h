// What mlgo compare is asked
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_TOOLS_COMPAREOPTIONS_H
#define MLGO_TOOLS_COMPAREOPTIONS_H

#include "compare/Report.h"

#include <string>
#include <vector>

namespace mlgo {

struct CompareOptions {
  std::vector<std::string> Packages; ///< Or the words of a build command.
  std::string Role, Flags, BaselineFlags, Matrix;
  std::string LTODecide = "link";
  std::string Columns;
  std::string Page; ///< HTML is written here; with a build command.
  std::vector<std::string> Runs; ///< With a build command.
  bool HasLevel = false;         ///< The user named one.
  bool AsJSON = false;
  ComparisonOptions Comparison;
};

/// Compares builds of the current folder by the command in \p Options, and
/// prints \p Report, in which compiler and processor are set, with the result.
/// Ends the program on errors.
void printBuildComparison(const CompareOptions &Options,
                          ComparisonReport Report);

} // namespace mlgo

#endif // MLGO_TOOLS_COMPAREOPTIONS_H
