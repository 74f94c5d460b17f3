// A package built twice, run and measured
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/PackageComparison.h"
#include "build/PluginFile.h"
#include "build/PluginOptions.h"
#include "compare/Keys.h"
#include "compare/ProgramComparison.h"
#include "compare/WorkloadProfile.h"
#include "corpus/SourceFetcher.h"
#include "link/DecisionFiles.h"
#include "link/Undecided.h"
#include "mlgo/runner/RunnerOptions.h"
#include "mlgo/support/File.h"
#include "support/ProcessPool.h"
#include "support/ShortNames.h"
#include "support/Text.h"

namespace mlgo {
namespace {
/// \p R for the target; where that is unknown, prepare() says so.
Recipe forTarget(const Recipe &R, const BuildSettings &Settings) {
  auto Target = findBuildTarget(Settings.Target);
  return Target ? recipeFor(R, **Target) : R;
}

class Comparison {
public:
  Comparison(const Recipe &R, ComparisonOptions TheOptions)
      : R(forTarget(R, TheOptions.Settings)), Options(std::move(TheOptions)) {}

  Result<PackageComparison> run();

private:
  Status prepare(BuildRequest &Request);
  Status addProfile(BuildRequest Request);
  Result<std::string> stockFolder();
  Status buildOnce(const BuildRequest &Request, const std::string &Kind);
  Status buildStock(BuildRequest Request, const std::string &Folder,
                    const std::string &OtherFolder);
  Status readDecisions(const std::string &Folder);
  Result<std::string> buildVariant(BuildRequest Request);
  Result<std::string> otherFolder();

  const Recipe R;
  ComparisonOptions Options; ///< With flags for the profile, once there is one.
  std::string SourceTree;
  std::optional<OtherCompiler> Other; ///< Options.Against.
  PackageComparison Found;
};

/// Has both builds use a profile, which is made unless it was.
Status Comparison::addProfile(BuildRequest Request) {
  const std::string Key = MLGO_TRY(makeProfileKey(R, Options, SourceTree));
  const std::string Profile =
      Options.Work + "/profiles/" + R.Package + "-" + Key + ".profdata";
  std::error_code Failure;
  if (R.DebianSource.empty() || !fs::exists(Profile, Failure)) {
    Options.Progress(R.Package + ": profiling");
    Request.Folder = Options.Work + "/builds/" + R.Package + "/" + Key;
    MLGO_TRY(recordWorkload(R, Request, Profile));
  }
  const Strings Use = useProfileFlags(Profile);
  for (Strings *Flags : {&Options.Flags, &Options.BaselineFlags})
    Flags->insert(Flags->begin(), Use.begin(), Use.end());
  if (Options.IsLean)
    for (const std::string &Option : leanProfileOptions())
      Options.Flags.insert(Options.Flags.end(), {"-mllvm", Option});
  return Success();
}

Result<std::string> Comparison::stockFolder() {
  std::string Key = MLGO_TRY(makeStockKey(R, Options, SourceTree));
  return Options.Work + "/builds/" + R.Package + "/" + Key;
}

/// Where the compiler that is compared with builds; empty: there is none.
Result<std::string> Comparison::otherFolder() {
  if (Options.Against.empty())
    return std::string();
  Other =
      MLGO_TRY(findOtherCompiler(Options.Against, Options.Settings.target()));
  // What tells its build from clang's takes the place of flags.
  ComparisonOptions Named = Options;
  Named.BaselineFlags = {Other->C, Other->Cxx, Other->Version};
  return Options.Work + "/builds/" + R.Package + "/" +
         MLGO_TRY(makeStockKey(R, Named, SourceTree));
}

/// Builds \p Request, which no plugin has a part in, unless that was done.
Status Comparison::buildOnce(const BuildRequest &Request,
                             const std::string &Kind) {
  const std::string Mark = Request.Folder + "/complete";
  std::error_code Failure;
  // A local source may change under our feet, so only Debian's are kept.
  if (!R.DebianSource.empty() && fs::exists(Mark, Failure))
    return Success();
  Options.Progress(R.Package + ": building " + Kind);
  if (Status Built = buildPackage(R, Request); !Built)
    return Built;
  return writeFileAtomically(Mark, "");
}

Status Comparison::buildStock(BuildRequest Request, const std::string &Folder,
                              const std::string &OtherFolder) {
  Request.Folder = Folder;
  Request.VariantFlags = Options.BaselineFlags;
  MLGO_TRY(buildOnce(Request, "stock").in("stock build"));
  if (OtherFolder.empty())
    return Success();
  Request.Folder = OtherFolder;
  Request.VariantFlags.clear();
  Request.Compiler = Other;
  return buildOnce(Request, "by " + Options.Against)
      .in("build by " + Options.Against);
}

/// What plugins decided in the variant in \p Folder; tasks that nobody has
/// written of were not there.
Status Comparison::readDecisions(const std::string &Folder) {
  RunSummary Summary;
  Summary.LLVMMajor = Options.LLVMMajor;
  Summary.LevelOption = "--level Oz";
  Summary.Folder = Folder;
  readCounts(Folder + "/decided", Summary);
  const auto Inlining = readFile(Folder + "/decided.inlining");
  Found.Decisions =
      MLGO_TRY(sumInlineStatistics(Inlining ? *Inlining : std::string()));
  if (hasOurPlugin(Options.Plugins) && isUndecided(Summary))
    Found.WhyUndecided = joinText(explainUndecided(Summary), "; ");
  return Success();
}

Result<std::string> Comparison::buildVariant(BuildRequest Request) {
  // As long as the stock build's name: folder names find their way into
  // programs.
  Request.Folder =
      Options.Work + "/builds/" + R.Package + "/" + makeVariantKey(Options);
  const bool IsLTO = !Options.LTO.empty();
  Strings Flags = Options.Flags;
  if (IsLTO)
    Request.Environment = takePluginOptions(Flags);
  keepFromAssemblers(Flags);
  for (const std::string &Plugin : Options.Plugins) {
    if (!IsLTO)
      Request.VariantFlags.push_back("-fpass-plugin=" + Plugin);
    else
      Request.VariantLinkFlags.push_back("-Wl,--load-pass-plugin=" + Plugin);
  }
  Request.VariantFlags.insert(Request.VariantFlags.end(), Flags.begin(),
                              Flags.end());
  for (auto &Variable : countDecisionsIn(Request.Folder + "/decided"))
    Request.Environment.push_back(std::move(Variable));
  Options.Progress(R.Package + ": building the variant");
  MLGO_TRY(buildPackage(R, Request).in("variant build"));
  MLGO_TRY(readDecisions(Request.Folder));
  return Request.Folder;
}

/// Checks what is wanted, and fetches.
Status Comparison::prepare(BuildRequest &Request) {
  if (R.Programs.empty())
    return Error("the recipe has no programs to compare");
  MLGO_TRY(Options.Settings.check());
  if (Options.UseProfile && Options.Settings.target().isForeign())
    return Error("programs of " + Options.Settings.Target +
                 " cannot be profiled, expected x86-64");
  if ((Options.Count || Options.TimePairs) &&
      Options.Settings.target().isForeign())
    return Error("programs of " + Options.Settings.Target +
                 " cannot be counted or timed, expected x86-64");
  if (Strings Missing = missingPackages(R.Needs); !Missing.empty())
    return Error("needs Debian packages that are not installed: " +
                 joinText(Missing, " "));
  Options.Progress(R.Package + ": fetching");
  SourceTree = MLGO_TRY(SourceFetcher(Options.Work).fetch(R).in("fetch"));
  Request.SourceTree = SourceTree;
  Request.UsedTrees =
      MLGO_TRY(fetchUsedPackages(R, Options.Recipes, Options.Work));
  Request.LLVMMajor = Options.LLVMMajor;
  Request.Jobs = Options.Jobs;
  Request.LTO = Options.LTO;
  Request.Settings = Options.Settings;
  return Success();
}

Result<PackageComparison> Comparison::run() {
  BuildRequest Request;
  MLGO_TRY(prepare(Request));
  if (Options.UseProfile)
    MLGO_TRY(addProfile(Request));
  std::string Stock = MLGO_TRY(stockFolder());
  const std::string OtherFolder = MLGO_TRY(otherFolder());
  // Both at once: a package with one large source keeps one processor busy.
  ForkedProcess Child = MLGO_TRY(forkProcess(/*DeadlineSeconds=*/0));
  if (Child.IsChild) {
    Status Built = buildStock(Request, Stock, OtherFolder);
    endChild(Child, Built ? "" : Built.error().message());
  }
  Result<std::string> Variant = buildVariant(Request);
  const TaskOutcome Built = awaitChild(Child);
  if (!Built.Ok || !Built.Output.empty())
    return Error(Built.Ok ? Built.Output : Built.Failure);
  if (!Variant)
    return Variant.error();
  Options.Progress(R.Package + ": running " +
                   std::to_string(R.Programs.size()) + " programs");
  const BuildFolders Builds{Stock, *Variant, SourceTree, OtherFolder};
  for (const ProgramRecipe &Program : R.Programs)
    MLGO_TRY(compareProgram(R, Program, Builds, Options, Found));
  return Found;
}
} // namespace

Result<std::vector<std::pair<std::string, std::string>>>
fetchUsedPackages(const Recipe &R, const std::string &Recipes,
                  const std::string &Work) {
  std::vector<std::pair<std::string, std::string>> Trees;
  for (const std::string &Package : R.Uses) {
    Recipe Used = MLGO_TRY(loadRecipe(Recipes, Package));
    std::string Tree =
        MLGO_TRY(SourceFetcher(Work).fetch(Used).in("fetch " + Package));
    Trees.emplace_back(Package, Tree);
  }
  return Trees;
}

Result<PackageComparison> comparePackage(const Recipe &R,
                                         const ComparisonOptions &Options) {
  return Comparison(R, Options).run().in(R.Package);
}
} // namespace mlgo
