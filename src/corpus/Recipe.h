// How a package is built for a corpus
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recipe is the file recipe.json in a folder that has the package's name and
// also holds the recipe's own sources and inputs. In every string, @SOURCE@
// stands for the unpacked package, @BUILD@ for the build folder, @RECIPE@ for
// the recipe's folder, @RUN@ for a program's scratch folder, @CC@ and @CXX@ for
// the compilers, @JOBS@ for a number of parallel jobs and @SOURCE:name@ for the
// unpacked package of that name, which "uses" has to list.
//
//   {"source": {"debian": "zlib"},         or {"folder": "relative/to/recipe"}
//    "role": "training",                   or validation, test, suite, example
//    "language": "C",                      or C++
//    "system": "autotools",                or cmake, make, sources
//    "needs": ["tcl"],                     Debian packages beyond the compiler
//    "uses": [],                           other packages' sources
//    "folder": "sub/folder",               where configure or Makefile lies
//    "prepare": [["program", "argument"]], run before configuring
//    "arguments": ["--static"],            of configure, cmake or make
//    "targets": ["libz.a"],
//    "sources": ["src/*.c"],               for system sources: one library
//    "flags": ["-I@SOURCE@/include"],      for system sources: of the compiler
//    "programs": [
//      {"name": "minigzip", "path": "minigzip",   or
//       "sources": ["fill.cpp"], "flags": [], "libraries": ["libz.a"],
//       "runs": [{"arguments": ["-c"], "input": "text.txt"},
//                {"arguments": ["@RUN@"], "script": "serve.sh"},
//                {"arguments": ["--threads"], "threads": true},
//                {"arguments": ["--version"], "counted": false}]}],
//    "for": {"riscv64": {"needs": [], "uses": [], "prepare": [],
//                        "arguments": [], "flags": []}}}
//
// What "for" says is added at the end of the lists of that name where the
// package is built for that target, "foreign" being all targets but this
// machine. Flags are added to those of the programs' own sources, too.

#pragma once

#include "build/Target.h"
#include <string_view>

namespace mlgo {
/// One execution of a program: the same in every variant, with equal output.
struct ProgramRun {
  std::vector<std::string> Arguments;
  /// File on standard input, absolute or relative to the recipe; empty: none.
  std::string Input;
  /// A shell script of the recipe that is run instead, with the program as its
  /// first argument; empty: none.
  std::string Script;
  /// Whether it says something about speed. What a script starts is not
  /// counted.
  bool Counted = true;
  /// Whether threads wait for each other, so that what is executed is a matter
  /// of chance.
  bool HasThreads = false;
};

/// A linked program whose size is measured. Either the package's build makes it
/// (Path) or the recipe's own Sources do, linked with Libraries.
struct ProgramRecipe {
  std::string Name;
  std::string Path; ///< Within the build folder.
  std::vector<std::string> Sources;
  std::vector<std::string> Flags;
  std::vector<std::string> Libraries;
  std::vector<ProgramRun> Runs;
};

/// What a recipe has to have more of for some target.
struct RecipeAddition {
  std::string Target; ///< Of listBuildTargets, or "foreign".
  std::vector<std::string> Needs, Uses, Arguments, Flags;
  std::vector<std::vector<std::string>> Prepare;
};

enum class BuildSystem { Autotools, CMake, Make, Sources };
/// What a package may be used for. Policies learn from those for training and
/// are chosen by those for validation. Those for tests say how good the final
/// ones are, and so do those of suites, programs that others chose as
/// benchmarks: nothing may be chosen by them, so no corpus is made of them.
enum class PackageRole { Training, Validation, Test, Suite, Example };

/// What a recipe calls \p Role.
const char *packageRoleName(PackageRole Role);

/// How to get, build and run one package. See the top of this file.
struct Recipe {
  std::string Package;
  std::string Folder;       ///< Where the recipe and its own files are.
  std::string Text;         ///< The file, byte for byte; part of cache keys.
  std::string DebianSource; ///< Empty: LocalSource is used.
  std::string LocalSource;
  PackageRole Role = PackageRole::Training;
  bool IsCxx = false;
  BuildSystem System = BuildSystem::Make;
  std::vector<std::string> Needs;
  std::vector<std::string> Uses;
  std::string BuildFolder;
  std::vector<std::vector<std::string>> Prepare;
  std::vector<std::string> Arguments;
  std::vector<std::string> Targets;
  std::vector<std::string> Sources;
  std::vector<std::string> Flags;
  std::vector<ProgramRecipe> Programs;
  std::vector<RecipeAddition> Additions;
};

/// Parses the recipe of \p Package. Unknown keys, missing keys and values of
/// the wrong kind are errors that name the key.
Result<Recipe> parseRecipe(std::string_view Text, std::string Package,
                           std::string Folder);

/// \p R with what it adds for \p Target.
Recipe recipeFor(Recipe R, const BuildTarget &Target);

/// Reads \p Recipes/\p Package/recipe.json. An unknown package is an error that
/// lists the known ones.
Result<Recipe> loadRecipe(const std::string &Recipes,
                          const std::string &Package);

/// The packages that have a recipe in \p Recipes, sorted.
Result<std::vector<std::string>> listRecipes(const std::string &Recipes);
} // namespace mlgo
