// mlgo compare -- make
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Builds.h"
#include "explain/Page.h"
#include "mlgo/support/File.h"
#include "mlgo/support/UnfinishedFile.h"
#include "tools/Commands.h"
#include "tools/CompareGuard.h"
#include <iostream>

namespace mlgo {
/// A build command's edits, those of the variant.
static CompareBuildOptions describeBuild(const CompareOptions &Options) {
  const ComparisonOptions &From = Options.Comparison;
  CompareBuildOptions To;
  To.Command = Options.Packages;
  To.Runs = Options.Runs;
  To.Count = From.Count;
  To.Work = From.Work;
  To.Keep = From.Keep;
  To.Compress = From.Compress || !Options.Page.empty();
  To.Record = !Options.Page.empty();
  To.Progress = From.Progress;
  To.Stock.Major = From.LLVMMajor;
  if (Options.HasLevel)
    To.Stock.Level = From.Settings.Level;
  To.Variant = To.Stock;
  To.Stock.Flags = From.BaselineFlags;
  To.Variant.Flags = From.Flags;
  To.Variant.Plugins = From.Plugins;
  return To;
}

/// The page, while both builds are there.
static Result<std::string> makePage(const CompareOptions &Options,
                                    const std::string &Compiler,
                                    const ComparedBuild &Found) {
  const ReportHeading Heading = {
      "What mlgo changes in " + Found.Package.Programs.front().Package,
      "mlgo compare " +
          (Options.HasLevel
               ? "--level " + Options.Comparison.Settings.Level + " "
               : "") +
          "-- " + asTyped(Options.Packages),
      Compiler};
  return formatHTML(MLGO_TRY(collectReport(Heading, Found)));
}

void printBuildComparison(const CompareOptions &Options,
                          const CompareGuard &Guard, ComparisonReport Report) {
  orFail(checkWritable({Options.Page}));
  std::string Page;
  orFail(compareBuilds(
      describeBuild(Options), [&](const ComparedBuild &Found) -> Status {
        Report.Packages = {Found.Package};
        RunSummary Summary = Found.Summary;
        Summary.Files.Linked.clear(); // The table has them.
        if (!Options.AsJSON && Found.Package.WhyUndecided.empty())
          std::cerr << "variant:\n" << describe(Summary);
        for (const std::string &Note : Found.Notes)
          std::cerr << "mlgo: note: " << Note << '\n';
        if (!Options.Page.empty())
          Page = MLGO_TRY(makePage(Options, Report.Compiler, Found));
        return Success();
      }));
  printReport(Options, Guard, std::move(Report), /*HasPackages=*/false, Page);
}
} // namespace mlgo
