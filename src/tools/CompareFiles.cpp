// mlgo compare before/app after/app
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/ComparedFiles.h"
#include "tools/Commands.h"
#include "tools/CompareGuard.h"
#include <iostream>

namespace mlgo {
bool namesFiles(const std::vector<std::string> &Words) {
  for (const std::string &Word : Words)
    if (Word.find('/') != Word.npos)
      return true;
  return false;
}

void printFileComparison(const CompareOptions &Options,
                         const CompareGuard &Guard, ComparisonReport Report) {
  const std::vector<std::string> &Files = Options.Packages;
  if (Files.size() != 2)
    failUsage(Error("found " + std::to_string(Files.size()) +
                    " names with a '/', expected two files or folders, as in "
                    "mlgo compare before/app after/app"));
  const ComparedBuild Found =
      orFail(compareFiles(Files[0], Files[1], Options.Comparison.LLVMMajor,
                          Options.Comparison.Compress));
  for (const std::string &Note : Found.Notes)
    std::cerr << "mlgo: note: " << Note << '\n';
  Report.IsOfFiles = true;
  Report.Packages = {Found.Package};
  printReport(Options, Guard, std::move(Report), /*HasPackages=*/false);
}
} // namespace mlgo
