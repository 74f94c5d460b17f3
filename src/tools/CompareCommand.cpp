// mlgo compare
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/CompilerWrapper.h"
#include "build/PluginFile.h"
#include "build/PluginOptions.h"
#include "corpus/RecipeFolder.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include "support/StepTeller.h"
#include "support/Text.h"
#include "tools/Commands.h"
#include "tools/ComparePackages.h"
#include "tools/help/CommandText.h"
#include <iostream>
#include <memory>

namespace mlgo {
/// Makes paths absolute, because builds run in folders of their own.
static void prepare(CompareOptions &Options, bool IsBuild) {
  ComparisonOptions &To = Options.Comparison;
  requireFiles(To.Flags);
  To.BaselineFlags =
      orFail(splitFlags(Options.BaselineFlags).in("--baseline-flags"));
  if (To.Plugins.empty() && To.Flags == To.BaselineFlags && !To.IsLean)
    std::cerr
        << "mlgo: warning: both sides have the same flags and no plugin\n";
  std::error_code Failure;
  for (std::string &Plugin : To.Plugins) {
    if (!fs::is_regular_file(Plugin, Failure))
      fail(Error(Plugin + ": no such plugin"));
    Plugin = fs::absolute(Plugin).lexically_normal().string();
  }
  if (To.Work.empty())
    To.Work = cacheFolder();
  for (std::string *Path : {&To.Work, &To.Keep, &To.Recipes})
    if (!Path->empty())
      *Path = fs::absolute(*Path).lexically_normal().string();
  if (To.Against.find('/') != std::string::npos)
    To.Against = fs::absolute(To.Against).string();
  if (To.Recipes.empty() && !IsBuild)
    To.Recipes = findRecipeFolder();
  orFail(makeFolder(To.Work));
  To.Progress = tellSteps(std::cerr);
}

/// Options that a build command has its own words for.
static void refuseForBuild(const CLI::App &Compare) {
  refuseOptions(
      Compare, [](const CLI::Option &O) { return hasTag(O, "packages"); },
      " is for packages; expected a build command that does this itself");
  if (Compare.count("--count") && !Compare.count("--run"))
    failUsage(
        Error("--count counts what --run starts, expected --run 'COMMAND', "
              "too"));
}

/// Files are as they are.
static void refuseForFiles(const CLI::App &Compare) {
  refuseOptions(
      Compare,
      [](const CLI::Option &O) {
        return !O.get_positional() && !hasTag(O, "files");
      },
      " is for what is built; expected no such option for files that are "
      "there");
}

/// Without other words the variant is built with the plugin of all advisors.
static bool wantsPlugin(const CompareOptions &Options) {
  const ComparisonOptions &To = Options.Comparison;
  const auto IsOurs = [](const std::string &Flag) {
    return Flag.find("-mlgo-") != std::string::npos;
  };
  return To.Plugins.empty() && !To.IsLean &&
         ((To.Flags.empty() && Options.BaselineFlags.empty()) ||
          std::any_of(To.Flags.begin(), To.Flags.end(), IsOurs));
}

/// Has \p To measure what \p Column says.
static void measureColumn(ComparisonOptions &To, const SizeColumn &Column) {
  To.Compress |= Column.IsCompressed;
  const std::string Flag = "-fstack-size-section";
  if (Column.Bytes != &ProgramSize::Stack ||
      std::count(To.Flags.begin(), To.Flags.end(), Flag))
    return;
  To.Flags.push_back(Flag);
  To.BaselineFlags.push_back(Flag);
}

static void runCompare(CompareOptions Options, bool IsBuild) {
  const CompareGuard Guard(Options.Guard);
  const std::vector<SizeColumn> Columns =
      orFail(parseSizeColumns(Options.Columns).in("--columns"));
  ComparisonReport Report;
  Report.Columns = Columns;
  std::vector<std::string> &Flags = Options.Comparison.Flags;
  Flags = orFail(splitFlags(Options.Flags).in("--flags"));
  spellOutPluginOptions(Flags);
  const bool IsOfFiles = !IsBuild && namesFiles(Options.Packages);
  if (!IsOfFiles && wantsPlugin(Options))
    Options.Comparison.Plugins = {orFail(findPlugin(
        "MLGO-" + std::to_string(Options.Comparison.LLVMMajor) + ".so"))};
  if (!IsOfFiles)
    prepare(Options, IsBuild);
  for (const auto &List : {Columns, Guard.columns()})
    for (const SizeColumn &Column : List)
      measureColumn(Options.Comparison, Column);
  if (IsOfFiles)
    return printFileComparison(Options, Guard, std::move(Report));
  if (!IsBuild)
    return comparePackages(Options, Guard, Columns);
  nameHost(Report, Options.Comparison.LLVMMajor);
  printBuildComparison(Options, Guard, std::move(Report));
}

/// Options for what is compared.
static void addSubjects(CLI::App &Compare, CompareOptions &Options) {
  ComparisonOptions &To = Options.Comparison;
  Compare.add_option("package", Options.Packages,
                     "Names of recipes; or, after --, a build command, "
                     "in which CC and CXX are clang; or two files, with a '/'");
  Compare
      .add_option("--role", Options.Role,
                  "(rare, packages) Instead of names: all recipes of this role "
                  "with programs")
      ->check(CLI::IsMember({"training", "validation", "test", "suite"}));
  Compare
      .add_option(
          "--plugin", To.Plugins,
          "Pass plugins of the variant [that of all our advisors, unless "
          "there are --flags without -mlgo-]")
      ->allow_extra_args(false);
}

/// Options for how both are built.
static void addBuildOptions(CLI::App &Compare, CompareOptions &Options) {
  ComparisonOptions &To = Options.Comparison;
  addDefaulted(
      Compare, "--target", To.Settings.Target,
      "(packages) What both are built for, with Debian's cross packages; the "
      "programs run under an emulator")
      ->check(CLI::IsMember(listBuildTargets()));
  addDefaulted(Compare, "--level", To.Settings.Level,
               "Level of both; what a build command does not optimise stays "
               "so, and without this option all its levels")
      ->check(CLI::IsMember({"Oz", "Os", "O1", "O2", "O3"}));
  Compare.add_flag("!--no-unwind-tables", To.Settings.HasUnwindTables,
                   "(rare, packages) Build both with unwind tables only where "
                   "an exception may "
                   "pass");
  Compare
      .add_option("--icf", To.Settings.ICF,
                  "(rare, packages) Let the linker fold identical code of both")
      ->check(CLI::IsMember({"safe", "all"}));
}

/// Options for how the variant and others differ.
static void addVariantOptions(CLI::App &Compare, CompareOptions &Options) {
  ComparisonOptions &To = Options.Comparison;
  CLI::Option *Profile = Compare.add_flag(
      "--profile", To.UseProfile,
      "(rare, packages) First record what the workloads execute, "
      "and build both "
      "with that profile, at -O2 unless --level says otherwise");
  Compare
      .add_flag("--lean", To.IsLean,
                "(rare, packages) Make the variant small where the profile "
                "says that it costs "
                "next to nothing, as mlgo flags --profile does")
      ->needs(Profile);
  Compare.add_option("--flags", Options.Flags,
                     "More flags for the variant, as '--effort=8'");
  Compare.add_option("--baseline-flags", Options.BaselineFlags,
                     "(rare) Flags for the stock compilations");
  Compare
      .add_option("--against", To.Against,
                  "(rare, packages) Also build with this compiler, as gcc or "
                  "gcc-12 (with "
                  "--target Debian's cross compiler), and show its programs "
                  "beside ours")
      ->excludes(Profile);
  Compare
      .add_option("--lto", To.LTO,
                  "(rare, packages) Build both with this kind of LTO; the "
                  "plugin's flags then "
                  "become its environment variables")
      ->check(CLI::IsMember({"full", "thin"}))
      ->excludes(Profile)
      ->excludes("--against");
}

/// Options for what is measured and shown.
static void addMeasurements(CLI::App &Compare, CompareOptions &Options) {
  ComparisonOptions &To = Options.Comparison;
  Compare.add_flag("--count", To.Count,
                   "Also count what workloads or --run execute (valgrind)");
  Compare
      .add_option("--time", To.TimePairs,
                  "(rare, packages) Also run both builds in turn, so many "
                  "times, and show by "
                  "how much the time of the variant differs, with an interval "
                  "that holds the median 19 times of 20")
      ->check(CLI::Range(6, 10000));
  Compare
      .add_option("--run", Options.Runs,
                  "Run this in a shell after both builds by a command; it has "
                  "to succeed and to print the same. One or more")
      ->allow_extra_args(false);
  Compare.add_option("--report", Options.Page,
                     "Also write a page (HTML) on builds by a command");
  Compare.add_option(
      "--columns", Options.Columns,
      "(rare, files) Also show these sizes, separated by commas: code, "
      "rodata, unwind, data, bss, stack (the largest frame), "
      "file, stripped, xz, gzip");
  addGuardOptions(Compare, Options.Guard);
}

/// Options for where and with what it works.
static void addPlaces(CLI::App &Compare, CompareOptions &Options) {
  ComparisonOptions &To = Options.Comparison;
  addDefaulted(Compare, "--llvm", To.LLVMMajor,
               "(files) Major version of clang");
  addDefaulted(Compare, "-j,--jobs", To.Jobs,
               "(packages) Parallel compilations")
      ->check(CLI::Range(1, 256));
  Compare.add_option(
      "--work", To.Work,
      "(rare) Folder for sources and builds (default: mlgo in the "
      "user's cache folder)");
  Compare.add_option("--recipes", To.Recipes,
                     "(rare, packages) Folder with recipes");
  Compare.add_option("--keep", To.Keep, "(rare) Copy the linked programs here");
  Compare.add_flag("--json", Options.AsJSON, "(files) Print JSON");
}

/// What no option alone can refuse.
static void checkSubjects(const CLI::App &Compare,
                          const CompareOptions &Options, bool IsBuild) {
  if (IsBuild)
    refuseForBuild(Compare);
  else if (namesFiles(Options.Packages))
    refuseForFiles(Compare);
  else if (Compare.count("--run") || Compare.count("--report"))
    failUsage(
        Error("--run and --report are for build commands, which are expected "
              "after --"));
  else if (!Compare.count("package") && Options.Role.empty())
    failUsage(
        Error("there is nothing to compare; expected a build command after "
              "--, as in mlgo compare --level Oz -- make, or names of "
              "packages, or --role"));
}

void addCompareCommand(CLI::App &App) {
  CLI::App *Compare = App.add_subcommand(
      "compare",
      "Build with and without plugins, and compare. Shows the sizes of what\n"
      "both link: in any build of the current folder, in a copy of it; in\n"
      "packages, whose programs have to do the same; or in files.\n"
      "Example: mlgo compare --level Oz -- make -j4\n"
      "         mlgo compare --run 'make -s check' -- sh -c './configure && "
      "make'\n"
      "         mlgo compare lua5.4 leveldb\n"
      "         mlgo compare --fail-if 'code > +0.5%' before/app after/app");
  auto Options = std::make_shared<CompareOptions>();
  addSubjects(*Compare, *Options);
  addBuildOptions(*Compare, *Options);
  addVariantOptions(*Compare, *Options);
  addMeasurements(*Compare, *Options);
  addPlaces(*Compare, *Options);
  Compare->callback([Options, Compare] {
    const bool IsBuild = hasWordsAfterDashes();
    checkSubjects(*Compare, *Options, IsBuild);
    Options->HasLevel = Compare->count("--level") != 0;
    if (Options->Comparison.UseProfile && !Options->HasLevel)
      Options->Comparison.Settings.Level = "O2";
    runCompare(*Options, IsBuild);
  });
}
} // namespace mlgo
