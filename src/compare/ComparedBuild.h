// A build that was made twice
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/PackageComparison.h"
#include "link/DecisionFiles.h"

namespace mlgo {
struct ComparedBuild {
  PackageComparison Package; ///< Called as the folder.
  RunSummary Summary;        ///< Of the variant.
  /// By program: where its two files are while this lives.
  std::vector<std::string> StockFiles, VariantFiles;
  DecisionRecords Record;
  std::string StockRecord;        ///< Of calls, in a build where stock decides.
  std::vector<std::string> Notes; ///< What could not be compared, and why.

  /// Measures the program \p Name, which one build left as \p Stock and the
  /// other as \p Variant, both by Summary.LLVMMajor, and adds it. A file that
  /// is no program is an error. \p Compress also measures them compressed.
  Status add(const std::string &Name, ProgramLanguage Language,
             const std::string &Stock, const std::string &Variant,
             bool Compress);

  /// Calls programs by their files' names, unless two have the same.
  void shortenNames();
};
} // namespace mlgo
