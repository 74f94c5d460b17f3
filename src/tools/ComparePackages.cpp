// Packages built twice
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/ComparePackages.h"
#include "build/FolderLock.h"
#include "build/OtherCompiler.h"
#include "corpus/RecipeFolder.h"
#include "explain/FunctionNames.h"
#include "mlgo/support/File.h"
#include "tools/Commands.h"
#include <iostream>

namespace mlgo {
/// People read the names of the source.
static void demangleAll(std::vector<OtherFunctions> &Programs) {
  for (OtherFunctions &Program : Programs)
    for (auto *List : {&Program.Larger, &Program.OnlyVariant.Largest,
                       &Program.OnlyOther.Largest})
      for (OtherFunction &Function : *List) {
        Function.Name = demangle(Function.Name);
        for (std::string &Name : Function.With)
          Name = demangle(Name);
      }
}

static void runPackages(const CompareOptions &Options,
                        const CompareGuard &Guard,
                        const std::vector<SizeColumn> &Columns) {
  ComparisonReport Report;
  Report.Columns = Columns;
  nameHost(Report, Options.Comparison.LLVMMajor);
  if (const ComparisonOptions &To = Options.Comparison; !To.Against.empty()) {
    orFail(To.Settings.check());
    Report.Against =
        orFail(findOtherCompiler(To.Against, To.Settings.target())).Version;
  }
  const auto Packages = orFail(
      selectPackages(Options.Comparison.Recipes, Options.Role, Options.Packages)
          .in("expected names of packages, or a build command after --, as in "
              "mlgo compare -- make, or two files, as in mlgo compare ./before "
              "./after"));
  for (const std::string &Package : Packages) {
    Recipe R = orFail(loadRecipe(Options.Comparison.Recipes, Package));
    if (R.Programs.empty() && !Options.Role.empty())
      continue;
    Result<PackageComparison> Done = comparePackage(R, Options.Comparison);
    if (Done) {
      demangleAll(Done->Functions);
      Report.Packages.push_back(*Done);
    } else {
      Report.Failures.push_back(Done.error().message());
    }
  }
  printReport(Options, Guard, std::move(Report), /*HasPackages=*/true);
}

void comparePackages(const CompareOptions &Options, const CompareGuard &Guard,
                     const std::vector<SizeColumn> &Columns) {
  // All builds and runs are in the same places, because programs print paths.
  FolderLock Lock(Options.Comparison.Work);
  if (!Lock.isHeld()) {
    std::cerr << "mlgo: another comparison works in " << Options.Comparison.Work
              << "; waiting for its end (--work names another folder)\n";
    Lock.wait();
  }
  runPackages(Options, Guard, Columns);
}
} // namespace mlgo
