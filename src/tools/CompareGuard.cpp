// Sizes that a comparison has to keep
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/CompareGuard.h"
#include "compare/GuardReport.h"
#include "mlgo/support/File.h"
#include "mlgo/support/UnfinishedFile.h"
#include "tools/Commands.h"
#include <iostream>

namespace mlgo {
static std::vector<GuardedProgram> listPrograms(const ComparisonReport &Report,
                                                bool HasPackages) {
  std::vector<GuardedProgram> Programs;
  for (const PackageComparison &Package : Report.Packages)
    for (const LinkedSizes &Program : Package.Programs)
      Programs.push_back(
          {(HasPackages ? Program.Package + "/" : "") + Program.Program,
           Program});
  return Programs;
}

bool CompareGuard::isAsked() const {
  return !Rules.empty() || !Options.Budget.empty() ||
         !Options.WriteBudget.empty();
}

static void write(const std::string &Path, const std::string &Text) {
  if (!Path.empty())
    orFail(writeFileAtomically(Path, Text));
}

/// A program that nobody has a budget for grows unseen.
static void noteUnknown(const std::vector<GuardedProgram> &Programs,
                        const SizeBudget &Budget, const std::string &File) {
  for (const GuardedProgram &Program : Programs)
    if (!Budget.count(Program.Name))
      std::cerr << "mlgo: note: " << File << " has no budget for "
                << Program.Name << '\n';
}

void addGuardOptions(CLI::App &Compare, GuardOptions &Options) {
  Compare
      .add_option("--fail-if", Options.Rules,
                  "(files) Exit with 1 if a program grows so: 'code > +0.5%'")
      ->allow_extra_args(false);
  CLI::Option *Budget = Compare.add_option(
      "--budget", Options.Budget,
      "(files) Exit with 1 if one is larger than this file allows");
  Compare
      .add_option("--write-budget", Options.WriteBudget,
                  "(rare, files) Write such a file: total, code and --columns "
                  "as they are")
      ->excludes(Budget);
  Compare.add_option("--junit", Options.JUnit,
                     "(rare, files) Also write all checks as JUnit's XML");
  Compare.add_flag(
      "--github", Options.IsOnGitHub,
      "(rare, files) Say what is too large as annotations of GitHub");
}

CompareGuard::CompareGuard(const GuardOptions &Options) : Options(Options) {
  for (const std::string &Text : Options.Rules) {
    Result<SizeRule> Rule = parseSizeRule(Text);
    if (!Rule)
      failUsage(Rule.error().in("--fail-if"));
    Rules.push_back(Rule.take());
  }
  if ((Options.IsOnGitHub || !Options.JUnit.empty()) && Rules.empty() &&
      Options.Budget.empty())
    failUsage(Error("--github and --junit tell what --fail-if or --budget "
                    "find, expected one of these, too"));
  orFail(checkWritable({Options.WriteBudget, Options.JUnit}));
  if (Options.Budget.empty())
    return;
  const std::string Text =
      orFail(readFile(Options.Budget, size_t(1) << 26).in("--budget"));
  Budget = orFail(parseSizeBudget(Text).in(Options.Budget));
}

std::vector<SizeColumn> CompareGuard::columns() const {
  std::vector<SizeColumn> Columns;
  for (const SizeRule &Rule : Rules)
    Columns.push_back(Rule.Column);
  for (const SizeColumn &Column : listSizeColumns())
    if (std::any_of(Budget.begin(), Budget.end(), [&](const auto &Program) {
          return Program.second.count(Column.Name);
        }))
      Columns.push_back(Column);
  return Columns;
}

void CompareGuard::check(ComparisonReport &Report, bool HasPackages) const {
  const auto Programs = listPrograms(Report, HasPackages);
  Report.Checks = checkSizes(Programs, Rules, Budget);
  if (!Options.Budget.empty())
    noteUnknown(Programs, Budget, Options.Budget);
}

void CompareGuard::writeFiles(const ComparisonReport &Report,
                              bool HasPackages) const {
  write(Options.JUnit, checksAsJUnit(Report.Checks));
  if (Report.Failures.empty())
    write(Options.WriteBudget,
          formatSizeBudget(makeSizeBudget(listPrograms(Report, HasPackages),
                                          Report.Columns)));
}

size_t CompareGuard::tell(const ComparisonReport &Report) const {
  // Not on standard output: that is JSON or a table.
  std::cerr << (Options.IsOnGitHub ? brokenAnnotations(Report.Checks)
                                   : brokenLines(Report.Checks));
  return static_cast<size_t>(
      std::count_if(Report.Checks.begin(), Report.Checks.end(),
                    [](const SizeCheck &Check) { return Check.IsBroken; }));
}

/// Says which packages are stock's twice, which \p Guard would take for a good
/// result.
static void tellUndecided(const CompareGuard &Guard,
                          const ComparisonReport &Report, bool HasPackages) {
  for (const PackageComparison &Package : Report.Packages) {
    if (Package.WhyUndecided.empty())
      continue;
    const std::string Name =
        HasPackages ? Package.Programs.front().Package + ": " : "";
    const Error Why(Name +
                    "nothing was decided, so that both builds are "
                    "stock's: " +
                    Package.WhyUndecided);
    if (Guard.isAsked())
      failUsage(Why);
    std::cerr << "mlgo: warning: " << Why.message() << '\n';
  }
}

void printReport(const CompareOptions &Options, const CompareGuard &Guard,
                 ComparisonReport Report, bool HasPackages,
                 const std::string &Page) {
  tellUndecided(Guard, Report, HasPackages);
  Guard.check(Report, HasPackages);
  std::cout << (Options.AsJSON ? toJSON(Report) : toTable(Report))
            << std::flush;
  write(Options.Page, Page);
  Guard.writeFiles(Report, HasPackages);
  std::string Failures;
  for (const std::string &Failure : Report.Failures)
    Failures += "\n  " + Failure;
  const size_t Broken = Guard.tell(Report);
  if (!Failures.empty())
    fail(Error(std::to_string(Report.Failures.size()) + " of " +
               std::to_string(Report.Packages.size() + Report.Failures.size()) +
               " packages failed" + Failures));
  if (Broken)
    fail(Error(std::to_string(Broken) + " of " +
               std::to_string(Report.Checks.size()) +
               " sizes are larger than allowed"));
}
} // namespace mlgo
