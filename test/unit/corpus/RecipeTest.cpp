// Tests of Recipe
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/Recipe.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

using namespace mlgo;

namespace {

std::string errorOf(const std::string &Text) {
  auto R = parseRecipe(Text, "p", "/recipes/p");
  return R ? "none" : R.error().message();
}

const std::string Minimal = R"({"source": {"debian": "zlib"},
  "role": "training", "language": "C", "system": "make")";

} // namespace

TEST_CASE("Recipe: every field arrives") {
  auto R = parseRecipe(R"({"source": {"debian": "zlib"}, "role": "validation",
    "language": "C++", "system": "sources", "needs": ["tcl"], "uses": ["fmt"],
    "folder": "lib", "prepare": [["sh", "x.sh"]], "arguments": ["-a"],
    "targets": ["all"], "sources": ["*.c"], "flags": ["-DX"],
    "programs": [{"name": "one", "path": "bin/one", "runs": [{}]},
      {"name": "two", "sources": ["two.cpp"], "flags": ["-I."],
       "libraries": ["-lm"], "runs": [{"arguments": ["-9", "f"],
                                       "input": "in.txt", "script": "s.sh",
                                       "counted": false, "threads": true}]}]})",
                       "p", "/recipes/p");
  REQUIRE(R);
  CHECK(R->Package == "p");
  CHECK(R->Folder == "/recipes/p");
  CHECK(R->DebianSource == "zlib");
  CHECK(R->Role == PackageRole::Validation);
  CHECK(R->IsCxx);
  CHECK(R->System == BuildSystem::Sources);
  CHECK(R->Needs == std::vector<std::string>{"tcl"});
  CHECK(R->Uses == std::vector<std::string>{"fmt"});
  CHECK(R->BuildFolder == "lib");
  CHECK(R->Prepare == std::vector<std::vector<std::string>>{{"sh", "x.sh"}});
  CHECK(R->Arguments == std::vector<std::string>{"-a"});
  CHECK(R->Targets == std::vector<std::string>{"all"});
  CHECK(R->Sources == std::vector<std::string>{"*.c"});
  CHECK(R->Flags == std::vector<std::string>{"-DX"});
  REQUIRE(R->Programs.size() == 2);
  CHECK(R->Programs[0].Path == "bin/one");
  CHECK(R->Programs[0].Runs.size() == 1);
  CHECK(R->Programs[1].Libraries == std::vector<std::string>{"-lm"});
  CHECK(R->Programs[1].Runs[0].Arguments ==
        std::vector<std::string>{"-9", "f"});
  CHECK(R->Programs[1].Runs[0].Input == "in.txt");
  CHECK(R->Programs[1].Runs[0].Script == "s.sh");
  CHECK(R->Programs[0].Runs[0].Counted);
  CHECK_FALSE(R->Programs[1].Runs[0].Counted);
  CHECK_FALSE(R->Programs[0].Runs[0].HasThreads);
  CHECK(R->Programs[1].Runs[0].HasThreads);
}

TEST_CASE("Recipe: mistakes are named") {
  CHECK(errorOf(Minimal + "}") == "none");
  CHECK(errorOf("{") == "p: recipe: not JSON");
  CHECK(errorOf("[]") == "p: recipe: not a JSON object");
  CHECK(errorOf("{}") == "p: recipe: 'source' is missing");
  CHECK(errorOf(Minimal + R"(, "tragets": []})") ==
        "p: recipe: unknown key 'tragets'");
  CHECK(errorOf(Minimal + R"(, "targets": "all"})") ==
        "p: recipe: 'targets' is not an array of strings");
  CHECK(errorOf(Minimal + R"(, "targets": [1]})") ==
        "p: recipe: 'targets' is not an array of strings");
  CHECK(errorOf(Minimal + R"(, "folder": 1})") ==
        "p: recipe: 'folder' is not a string");
  CHECK(errorOf(Minimal + R"(, "prepare": [[]]})") ==
        "p: recipe: 'prepare' has an empty command");
  CHECK(errorOf(Minimal + R"(, "sources": ["a.c"]})") ==
        "p: recipe: 'sources' and 'flags' belong to system 'sources' alone");
  CHECK(errorOf(Minimal + R"(, "programs": [{"name": "x"}]})") ==
        "p: recipe: programs 0: expected either 'path' or 'sources'");
  CHECK(
      errorOf(Minimal + R"(, "programs": [{"name": "../x", "path": "x"}]})") ==
      "p: recipe: programs 0: 'name' is '../x', expected a file name");
  CHECK(errorOf(Minimal + R"(, "programs": [
                {"name": "x", "path": "x", "runs": [{"args": []}]}]})") ==
        "p: recipe: programs 0: runs: unknown key 'args'");
  CHECK(errorOf(Minimal + R"(, "programs": [
                {"name": "x", "path": "x", "runs": [{"counted": 0}]}]})") ==
        "p: recipe: programs 0: runs: 'counted' is not true or false");
  CHECK(errorOf(R"({"source": {"debian": "a", "folder": "b"}, "role":
                "training", "language": "C", "system": "make"})") ==
        "p: recipe: source: expected either 'debian' or 'folder'");
  CHECK(errorOf(R"({"source": {"debian": "a"}, "role": "exam",
                "language": "C", "system": "make"})") ==
        "p: recipe: 'role' is 'exam', expected one of training, validation, "
        "test, suite, example");
}

TEST_CASE("Recipe: targets may need more") {
  auto R = parseRecipe(Minimal + R"(, "uses": ["a"], "programs": [
    {"name": "x", "sources": ["x.c"], "flags": ["-DX"]}], "for": {
    "foreign": {"uses": ["b"], "prepare": [["sh", "b.sh"]],
                "arguments": ["-b"], "needs": ["n"]},
    "thumb2-bare": {"flags": ["-UX"]}}})",
                       "p", "/recipes/p");
  REQUIRE(R);
  const auto For = [&](const char *Name) {
    auto Target = findBuildTarget(Name);
    REQUIRE(Target);
    return recipeFor(*R, **Target);
  };
  using Strings = std::vector<std::string>;
  CHECK(For("x86-64").Uses == Strings{"a"});
  CHECK(For("x86-64").Prepare.empty());
  CHECK(For("riscv64").Uses == Strings{"a", "b"});
  CHECK(For("riscv64").Needs == Strings{"n"});
  CHECK(For("riscv64").Arguments == Strings{"-b"});
  CHECK(For("riscv64").Prepare.size() == 1);
  CHECK(For("riscv64").Programs[0].Flags == Strings{"-DX"});
  CHECK(For("thumb2-bare").Uses == Strings{"a", "b"});
  CHECK(For("thumb2-bare").Programs[0].Flags == Strings{"-DX", "-UX"});
  CHECK(errorOf(Minimal + R"(, "for": []})") ==
        "p: recipe: 'for' is not a JSON object");
  CHECK(errorOf(Minimal + R"(, "for": {"vax": {}}})") ==
        "p: recipe: for vax: no such target, expected foreign or one of mlgo "
        "compare --help");
  CHECK(errorOf(Minimal + R"(, "for": {"foreign": {"x": []}}})") ==
        "p: recipe: for foreign: unknown key 'x'");
}

TEST_CASE("Recipe: a truncated or changed file never crashes") {
  const std::string Text = Minimal + R"(, "programs": [{"name": "x",
    "path": "x", "runs": [{"arguments": ["a"]}]}]})";
  for (size_t Length = 0; Length < Text.size(); ++Length)
    CHECK_FALSE(parseRecipe(Text.substr(0, Length), "p", ""));
  for (size_t At = 0; At < Text.size(); ++At)
    for (int Bit = 0; Bit < 8; ++Bit) {
      std::string Flipped = Text;
      Flipped[At] = static_cast<char>(Flipped[At] ^ 1 << Bit);
      auto R = parseRecipe(Flipped, "p", "");
      if (!R)
        CHECK_FALSE(R.error().message().empty());
    }
}

TEST_CASE("Recipe: an unknown package names the known ones") {
  auto R = loadRecipe(MLGO_TEST_INPUTS "/recipes", "unknown");
  REQUIRE_FALSE(R);
  CHECK(R.error().message() ==
        "unknown: no recipe, expected one of broken tiny");
  CHECK_FALSE(loadRecipe(MLGO_TEST_INPUTS "/recipes", "../recipes/tiny"));
  CHECK_FALSE(loadRecipe(MLGO_TEST_INPUTS "/recipes", ""));
  CHECK_FALSE(loadRecipe("/no/such/folder", "tiny"));
  CHECK_FALSE(listRecipes("/no/such/folder"));
}

TEST_CASE("Recipe: roles have the names that recipes use") {
  for (PackageRole Role :
       {PackageRole::Training, PackageRole::Validation, PackageRole::Test,
        PackageRole::Suite, PackageRole::Example}) {
    const std::string Name = packageRoleName(Role);
    auto R = parseRecipe(R"({"source": {"debian": "a"}, "language": "C",
                             "system": "make", "role": ")" +
                             Name + "\"}",
                         "p", "/recipes/p");
    REQUIRE(R);
    CHECK(R->Role == Role);
  }
}

namespace {

/// The packages that Debian packages lists in cmake/ name.
std::set<std::string> listedPackages() {
  std::set<std::string> Listed;
  for (const char *File : {"packages.txt", "packages-training.txt"}) {
    std::ifstream In(std::string(MLGO_RECIPES "/../../cmake/") + File);
    for (std::string Line; std::getline(In, Line);)
      if (!Line.empty() && Line[0] != '#')
        Listed.insert(Line);
  }
  return Listed;
}

/// Own sources, inputs and scripts of \p R are there.
void checkFiles(const Recipe &R) {
  for (const ProgramRecipe &Program : R.Programs) {
    std::vector<std::string> Files = Program.Sources;
    for (const ProgramRun &Run : Program.Runs)
      for (const std::string &File : {Run.Input, Run.Script})
        if (!File.empty())
          Files.push_back(File);
    for (const std::string &File : Files)
      if (File[0] != '@' && File[0] != '/')
        CHECK(std::filesystem::is_regular_file(R.Folder + "/" + File));
  }
}

/// What a role demands beyond what the parser does.
void checkRole(const Recipe &R) {
  CHECK_FALSE(R.Programs.empty());
  if (R.Role != PackageRole::Training)
    for (const ProgramRecipe &Program : R.Programs)
      CHECK_FALSE(Program.Runs.empty());
  for (const std::string &Used : R.Uses) {
    auto Other = loadRecipe(MLGO_RECIPES, Used);
    REQUIRE(Other);
    // Nobody may learn from what is held out.
    CHECK((Other->Role == PackageRole::Training || Other->Role == R.Role));
  }
}

} // namespace

TEST_CASE("Recipe: the packages of each role") {
  std::map<PackageRole, std::set<std::string>> Seen;
  auto Names = listRecipes(MLGO_RECIPES);
  REQUIRE(Names);
  const std::set<std::string> Listed = listedPackages();
  for (const std::string &Name : *Names) {
    INFO(Name);
    auto R = loadRecipe(MLGO_RECIPES, Name);
    INFO((R ? "" : R.error().message()));
    REQUIRE(R);
    CHECK(R->DebianSource == Name);
    Seen[R->Role].insert(Name);
    checkRole(*R);
    checkFiles(*R);
    for (const std::string &Need : R->Needs) {
      INFO(Need);
      CHECK(Listed.count(Need) == 1);
    }
  }
  CHECK(Seen[PackageRole::Validation] ==
        std::set<std::string>{"redis", "libsodium", "spdlog", "uchardet",
                              "protobuf", "expat", "jq", "libarchive", "tcl8.6",
                              "qpdf", "re2", "hunspell", "wabt"});
  CHECK(Seen[PackageRole::Test] ==
        std::set<std::string>{"lz4", "libyaml", "mbedtls", "nghttp2",
                              "tinyxml2", "ninja-build", "google-glog",
                              "gflags", "capnproto", "box2d"});
  CHECK(Seen[PackageRole::Suite] ==
        std::set<std::string>{"7zip", "mafft", "hmmer", "libquantum",
                              "pocketsphinx", "povray", "sphinxbase", "lame",
                              "libgsm", "busybox"});
  CHECK(Seen[PackageRole::Example].empty());
  // These have code of validation packages in them: redis has hiredis, tcl8.6
  // has libtommath, and sentencepiece has protobuf.
  for (const char *Copied : {"hiredis", "libtommath", "sentencepiece"})
    CHECK(Seen[PackageRole::Training].count(Copied) == 0);
}
