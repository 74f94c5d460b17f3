// mlgo corpus fetch
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/CompilerWrapper.h"
#include "compare/PackageComparison.h"
#include "compare/WorkloadProfile.h"
#include "compile/ProgramResolver.h"
#include "corpus/RecipeFolder.h"
#include "corpus/SourceFetcher.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include "support/StepTeller.h"
#include "tools/corpus/CorpusCommands.h"
#include <iostream>
#include <memory>

namespace mlgo {
namespace {
struct FetchOptions {
  std::vector<std::string> Packages;
  std::string Into = ".";
  std::string Recipes;
  std::string Role, Target = "x86-64";
  unsigned LLVMMajor = DefaultLLVMMajor;
  unsigned Jobs = 1;
  bool KeepBuilds = false, Profile = false;
  std::function<void(const std::string &)> Tell = [](auto &) {};
};

/// Fetches and builds one package.
Result<Recipe> buildForCorpus(const std::string &Package,
                              const FetchOptions &Options,
                              BuildRequest &Request) {
  const std::string Work = Options.Into + "/.mlgo";
  const BuildTarget *Target = MLGO_TRY(findBuildTarget(Options.Target));
  Recipe R = recipeFor(MLGO_TRY(loadRecipe(Options.Recipes, Package)), *Target);
  if (R.Role == PackageRole::Test || R.Role == PackageRole::Suite)
    return Error("the recipe's role is " +
                 std::string(packageRoleName(R.Role)) +
                 ", expected one that policies may be made with");
  if (auto Missing = missingPackages(R.Needs); !Missing.empty()) {
    std::string Names;
    for (const std::string &Name : Missing)
      Names += " " + Name;
    return Error("needs Debian packages that are not installed:" + Names);
  }
  Options.Tell(Package + ": fetching");
  Request.SourceTree = MLGO_TRY(SourceFetcher(Work).fetch(R).in("fetch"));
  Request.UsedTrees = MLGO_TRY(fetchUsedPackages(R, Options.Recipes, Work));
  Request.Folder = Work + "/builds/" + Package + "/corpus";
  Request.VariantFlags = embedBitcodeFlags();
  Request.LLVMMajor = Options.LLVMMajor;
  Request.Settings.Target = Options.Target;
  Request.Jobs = Options.Jobs;
  Request.Environment = {{"MLGO_LINK_LOG", Request.Folder + "/links"}};
  if (Options.Profile) {
    // What is embedded is the module before it is instrumented.
    instrument(Request);
    Request.Settings.Level = "O2";
  }
  Options.Tell(Package + ": building");
  MLGO_TRY(buildPackage(R, Request));
  return R;
}

/// Whoever links \p Program again wants it without instrumentation.
void dropProfileFlags(CorpusProgram &Program) {
  auto &Items = Program.Link;
  Items.erase(std::remove_if(Items.begin(), Items.end(),
                             [](const LinkItem &Item) {
                               return Item.Kind == LinkItem::Flag &&
                                      Item.Text.rfind("-fprofile-", 0) == 0;
                             }),
              Items.end());
}

/// Whoever links \p Program again is to do it for the same target.
void prependFlags(const std::vector<std::string> &Flags,
                  CorpusProgram &Program) {
  std::vector<LinkItem> Items;
  for (const std::string &Flag : Flags)
    if (isLinkFlag(Flag))
      Items.push_back({LinkItem::Flag, Flag, {}});
  Program.Link.insert(Program.Link.begin(), Items.begin(), Items.end());
}

/// Makes the corpus of one package.
Result<ExtractedCorpus> fetchPackage(const std::string &Package,
                                     const FetchOptions &Options) {
  BuildRequest Request;
  Recipe R = MLGO_TRY(buildForCorpus(Package, Options, Request));
  std::error_code Failure;
  std::vector<LinkCommand> Links;
  if (fs::exists(Request.Folder + "/links", Failure)) {
    Result<std::string> Log = readFile(Request.Folder + "/links");
    Links = MLGO_TRY(Log ? parseLinkLog(*Log) : Log.error());
  }
  ProgramSelection Selection;
  Selection.BuildTree = Request.Folder + "/tree";
  Selection.PackageName = Package;
  for (const ProgramRecipe &Program : R.Programs)
    Selection.Wanted.emplace_back(Program.Name,
                                  programPath(Program, Request.Folder));
  CorpusInputs Inputs = MLGO_TRY(objectsInFolder(Selection.BuildTree));
  ExtractionOptions Extraction;
  Extraction.Jobs = Options.Jobs;
  auto Done = extractCorpus(
      Inputs, Extraction, Options.Into + "/" + Package + "/corpus",
      [&](const std::string &Folder, ExtractedCorpus &Corpus) -> Status {
        auto Programs =
            MLGO_TRY(resolvePrograms(Links, Selection, Folder, Corpus));
        for (CorpusProgram &Program : Programs) {
          dropProfileFlags(Program);
          prependFlags(Request.Settings.target().Flags, Program);
        }
        MLGO_TRY(writeCorpusPrograms(Folder, Programs));
        return Options.Profile ? runWorkloads(R, Request, profilePathIn(Folder))
                               : Success();
      });
  if (Done && !Options.KeepBuilds)
    fs::remove_all(Request.Folder, Failure);
  return Done;
}

/// One line per package; true if it is there.
bool fetchAndTell(const std::string &Package, const FetchOptions &Options,
                  std::vector<std::string> &Failed) {
  const std::string Corpus = Options.Into + "/" + Package + "/corpus";
  std::error_code Failure;
  if (fs::exists(Corpus + "/" + CorpusDescriptionFile, Failure)) {
    std::cout << Package << ": complete already\n";
    return true;
  }
  Result<ExtractedCorpus> Done = fetchPackage(Package, Options);
  if (!Done) {
    // The others may well work; what failed is repeated at the end.
    Failed.push_back(Done.error().in(Package).message());
    std::cerr << Failed.back() << '\n';
    return false;
  }
  std::cout << Package << ": " << Done->Modules.size() << " modules in "
            << Corpus;
  if (!Done->Failures.empty())
    std::cout << "; " << Done->Failures.size() << " listed in "
              << CorpusFailuresFile;
  std::cout << std::endl;
  return true;
}

void runFetch(FetchOptions Options) {
  Options.Tell = tellSteps(std::cerr);
  if (Options.Recipes.empty())
    Options.Recipes = findRecipeFolder();
  // Builds run in folders of their own.
  Options.Recipes = fs::absolute(Options.Recipes).lexically_normal().string();
  Options.Into = fs::absolute(Options.Into).lexically_normal().string();
  orFail(makeFolder(Options.Into));
  if (Result<std::vector<std::string>> All =
          selectPackages(Options.Recipes, Options.Role, Options.Packages);
      All)
    Options.Packages = *All;
  else
    fail(All.error());
  std::vector<std::string> Failed;
  for (const std::string &Package : Options.Packages)
    fetchAndTell(Package, Options, Failed);
  if (Failed.empty())
    return;
  std::string Message = std::to_string(Failed.size()) + " of " +
                        std::to_string(Options.Packages.size()) +
                        " packages failed";
  for (const std::string &Each : Failed)
    Message += "\n  " + Each;
  fail(Error(Message));
}
} // namespace

void addCorpusFetchCommand(CLI::App &Corpus) {
  CLI::App *Fetch = Corpus.add_subcommand(
      "fetch",
      "Build Debian packages, and extract bitcode. They are built at -Oz.\n"
      "Each corpus lies in DIR/PACKAGE/corpus, in the layout of LLVM's\n"
      "mlgo-utils, with programs.json: which modules make which program. What\n"
      "has no module is listed in failed.txt. What is complete is not done\n"
      "again.\n"
      "Example: mlgo corpus fetch lua5.4 leveldb --into corpora --jobs 4");
  auto Options = std::make_shared<FetchOptions>();
  Fetch->add_option("package", Options->Packages, "Names of recipes");
  Fetch
      ->add_option("--role", Options->Role,
                   "Instead of names: all recipes of this role")
      ->check(CLI::IsMember({"training", "validation"}));
  addDefaulted(*Fetch, "--target", Options->Target,
               "What the bitcode is for, with Debian's cross packages; what "
               "is complete for another target is not made anew")
      ->check(CLI::IsMember(listBuildTargets()));
  addDefaulted(*Fetch, "--into", Options->Into, "Folder for everything");
  Fetch->add_option("--recipes", Options->Recipes, "Folder with recipes");
  addDefaulted(*Fetch, "--llvm", Options->LLVMMajor, "Major version of clang");
  addDefaulted(*Fetch, "--jobs", Options->Jobs, "Parallel compilations")
      ->check(CLI::Range(1, 256));
  Fetch->add_flag("--profile", Options->Profile,
                  "Build at -O2, run the workloads of all programs, and write "
                  "what they execute to the corpus's workload.profdata");
  Fetch->add_flag("--keep-builds", Options->KeepBuilds,
                  "Do not delete the built trees");
  Fetch->callback([Options] { runFetch(*Options); });
}
} // namespace mlgo
