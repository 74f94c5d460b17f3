//===- CorpusCommand.cpp - mlgo corpus ------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "RecipeFolder.h"

#include "mlgo/train/BitcodeCorpus.h"
#include "mlgo/train/PackageBuilder.h"
#include "mlgo/train/PackageComparison.h"
#include "mlgo/train/SourceFetcher.h"

#include <filesystem>
#include <iostream>
#include <memory>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

struct FetchOptions {
  std::vector<std::string> Packages;
  std::string Into = ".";
  std::string Recipes;
  std::string Role;
  unsigned LLVMMajor = 22;
  unsigned Jobs = 1;
  bool KeepBuilds = false;
};

/// Makes the corpus of one package; returns its number of modules.
Result<size_t> fetchPackage(const std::string &Package,
                            const FetchOptions &Options) {
  const std::string Corpus = Options.Into + "/" + Package + "/corpus";
  const std::string Work = Options.Into + "/.mlgo";
  std::error_code Failure;
  Result<Recipe> R = loadRecipe(Options.Recipes, Package);
  if (!R)
    return R.error();
  if (auto Missing = missingNeeds(*R); !Missing.empty()) {
    std::string Names;
    for (const std::string &Name : Missing)
      Names += " " + Name;
    return Error("needs Debian packages that are not installed:" + Names);
  }
  std::cerr << Package << ": fetching\n";
  BuildRequest Request;
  Result<std::string> Tree = SourceFetcher(Work).fetch(*R);
  if (!Tree)
    return Tree.error().in("fetch");
  Request.SourceTree = *Tree;
  auto Used = fetchUsedPackages(*R, Options.Recipes, Work);
  if (!Used)
    return Used.error();
  Request.UsedTrees = *Used;
  Request.Folder = Work + "/builds/" + Package + "/corpus";
  Request.VariantFlags = embedBitcodeFlags();
  Request.LLVMMajor = Options.LLVMMajor;
  Request.Jobs = Options.Jobs;
  std::cerr << Package << ": building\n";
  if (Status Built = buildPackage(*R, Request); !Built)
    return Built.error();
  fs::create_directories(Options.Into + "/" + Package, Failure);
  auto Modules =
      extractBitcodeCorpus(Request.Folder + "/tree", Corpus, Options.LLVMMajor);
  if (!Modules)
    return Modules.error();
  if (!Options.KeepBuilds)
    fs::remove_all(Request.Folder, Failure);
  return Modules->size();
}

void runFetch(FetchOptions Options) {
  if (Options.Recipes.empty())
    Options.Recipes = findRecipeFolder();
  std::error_code Failure;
  fs::create_directories(Options.Into, Failure);
  Options.Into = fs::absolute(Options.Into).lexically_normal().string();
  if (!fs::is_directory(Options.Into, Failure))
    fail(Error(Options.Into + ": cannot create the folder"));
  if (Result<std::vector<std::string>> All =
          selectPackages(Options.Recipes, Options.Role, Options.Packages);
      All)
    Options.Packages = *All;
  else
    fail(All.error());
  std::vector<std::string> Failed;
  for (const std::string &Package : Options.Packages) {
    const std::string Corpus = Options.Into + "/" + Package + "/corpus";
    if (fs::exists(Corpus + "/corpus_description.json", Failure)) {
      std::cout << Package << ": complete already\n";
      continue;
    }
    Result<size_t> Modules = fetchPackage(Package, Options);
    if (Modules) {
      std::cout << Package << ": " << *Modules << " modules in " << Corpus
                << std::endl;
      continue;
    }
    // The others may well work; what failed is repeated at the end.
    Failed.push_back(Modules.error().in(Package).message());
    std::cerr << Failed.back() << '\n';
  }
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

void addCorpusCommand(CLI::App &App) {
  CLI::App *Corpus =
      App.add_subcommand("corpus", "Bitcode corpora of real programs");
  Corpus->require_subcommand(1);
  CLI::App *Fetch = Corpus->add_subcommand(
      "fetch",
      "Builds Debian packages at -Oz with embedded bitcode and extracts it.\n"
      "Each corpus lies in DIR/PACKAGE/corpus, in the layout of LLVM's\n"
      "mlgo-utils. What is complete is not done again.\n"
      "Example: mlgo corpus fetch lua5.4 leveldb --into corpora --jobs 4");
  auto Options = std::make_shared<FetchOptions>();
  Fetch->add_option("package", Options->Packages, "Names of recipes");
  Fetch
      ->add_option("--role", Options->Role,
                   "Instead of names: all recipes of this role")
      ->check(CLI::IsMember({"training", "validation"}));
  Fetch->add_option("--into", Options->Into, "Folder for everything")
      ->capture_default_str();
  Fetch->add_option("--recipes", Options->Recipes, "Folder with recipes");
  Fetch->add_option("--llvm", Options->LLVMMajor, "Major version of clang")
      ->capture_default_str();
  Fetch->add_option("--jobs", Options->Jobs, "Parallel compilations")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  Fetch->add_flag("--keep-builds", Options->KeepBuilds,
                  "Do not delete the built trees");
  Fetch->callback([Options] { runFetch(*Options); });
}

} // namespace mlgo
