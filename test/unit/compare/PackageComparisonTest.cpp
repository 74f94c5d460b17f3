// Tests of PackageComparison
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/PackageComparison.h"
#include "TemporaryFolder.h"
#include "corpus/PackageBuilder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <iterator>

using namespace mlgo;

namespace {

struct Fixture {
  TemporaryFolder Folder;
  ComparisonOptions Options;
  Recipe R;

  Fixture() {
    auto Loaded = loadRecipe(MLGO_TEST_INPUTS "/recipes", "tiny");
    REQUIRE(Loaded);
    R = *Loaded;
    Options.Work = Folder.file("work");
    Options.Recipes = MLGO_TEST_INPUTS "/recipes";
  }
};

} // namespace

TEST_CASE_METHOD(Fixture, "PackageComparison: equal flags give equal sizes") {
  Options.Keep = Folder.file("kept");
  auto Done = comparePackage(R, Options);
  INFO((Done ? "" : Done.error().message()));
  REQUIRE(Done);
  REQUIRE(Done->Programs.size() == 2);
  for (const LinkedSizes &Program : Done->Programs) {
    CHECK(Program.Package == "tiny");
    CHECK(Program.Language == ProgramLanguage::C);
    CHECK(Program.StockBytes > 500);
    CHECK(Program.StockBytes == Program.VariantBytes);
  }
  CHECK(Done->Decisions.Modules == 0);
  for (const char *Kept : {"kept/tiny/stock/tiny", "kept/tiny/variant/own"})
    CHECK(std::filesystem::exists(Folder.file(Kept)));
}

TEST_CASE_METHOD(Fixture, "PackageComparison: another compiler builds, too") {
  Options.Against = "gcc";
  Options.Keep = Folder.file("kept");
  auto Done = comparePackage(R, Options);
  INFO((Done ? "" : Done.error().message()));
  REQUIRE(Done);
  for (const LinkedSizes &Program : Done->Programs)
    CHECK(Program.Other.Text > 500);
  const std::string Comment = "! llvm-readelf-22 -p .comment " +
                              Folder.file("kept/tiny/other/tiny") +
                              " | grep -q 'clang version'";
  CHECK(std::system(Comment.c_str()) == 0);
}

TEST_CASE_METHOD(Fixture, "PackageComparison: larger is larger") {
  Options.Flags = {"-DPADDED=1000"};
  auto Done = comparePackage(R, Options);
  INFO((Done ? "" : Done.error().message()));
  REQUIRE(Done);
  CHECK(Done->Programs[0].VariantBytes >= Done->Programs[0].StockBytes + 900);
  CHECK(Done->Programs[1].VariantBytes == Done->Programs[1].StockBytes);
}

TEST_CASE_METHOD(Fixture, "PackageComparison: equal flags give equal counts") {
  Options.Settings.Level = "O2";
  Options.Count = true;
  auto Done = comparePackage(R, Options);
  INFO((Done ? "" : Done.error().message()));
  REQUIRE(Done);
  REQUIRE(Done->Counts.size() == 2);
  for (const ProgramCounts &Program : Done->Counts) {
    CHECK(Program.Package == "tiny");
    CHECK(Program.Stock.Instructions > 10000);
    CHECK(Program.Stock.Instructions == Program.Variant.Instructions);
    CHECK(Program.Stock.Reads == Program.Variant.Reads);
    CHECK(Program.Stock.Writes == Program.Variant.Writes);
  }
}

TEST_CASE_METHOD(Fixture, "PackageComparison: workloads make profiles") {
  Options.Settings.Level = "O2";
  Options.UseProfile = Options.IsLean = true;
  const auto ReadProfile = [&] {
    auto Done = comparePackage(R, Options);
    INFO((Done ? "" : Done.error().message()));
    REQUIRE(Done);
    CHECK(Done->Programs.size() == 2);
    std::string Bytes;
    for (const auto &Entry : std::filesystem::directory_iterator(
             std::filesystem::path(Options.Work) / "profiles")) {
      CHECK(Entry.path().filename().string().find("tiny-") == 0);
      Bytes += *readFile(Entry.path().string());
    }
    return Bytes;
  };
  const std::string Once = ReadProfile();
  CHECK(Once.size() > 100);
  // A folder of sources is profiled anew each time.
  CHECK((Once == ReadProfile()));
  R.Programs[1].Runs.clear();
  R.Programs[0].Runs.clear();
  auto Done = comparePackage(R, Options);
  REQUIRE_FALSE(Done);
  CHECK(Done.error().message().find("tiny: no profile was left") == 0);
}

TEST_CASE_METHOD(Fixture, "PackageComparison: another profile under the same "
                          "name makes another build") {
  namespace fs = std::filesystem;
  Options.UseProfile = true;
  REQUIRE(comparePackage(R, Options));
  std::string Made;
  for (const auto &Entry : fs::directory_iterator(Options.Work + "/profiles"))
    Made = Entry.path().string();
  const std::string Used = Folder.file("used.profdata");
  fs::copy_file(Made, Used);
  Options.UseProfile = false;
  Options.Flags = Options.BaselineFlags = {"-fprofile-use=" + Used};
  const auto CountBuilds = [&] {
    REQUIRE(comparePackage(R, Options));
    const fs::directory_iterator Builds(Options.Work + "/builds/tiny");
    return std::distance(fs::begin(Builds), fs::end(Builds));
  };
  const auto Before = CountBuilds();
  CHECK(CountBuilds() == Before);
  const std::string Merge =
      "llvm-profdata-22 merge -weighted-input=3," + Made + " -o " + Used;
  REQUIRE(std::system(Merge.c_str()) == 0);
  CHECK(CountBuilds() == Before + 1);
  Options.BaselineFlags = {"-fprofile-use=" + Folder.file("none.profdata")};
  const auto Done = comparePackage(R, Options);
  REQUIRE_FALSE(Done);
  CHECK(Done.error().message().find("none.profdata: cannot open") !=
        std::string::npos);
}

TEST_CASE_METHOD(Fixture, "PackageComparison: slower code counts more") {
  Options.Settings.Level = "O2";
  Options.Flags = {"-finstrument-functions"};
  Options.Count = true;
  auto Done = comparePackage(R, Options);
  REQUIRE(Done);
  REQUIRE(Done->Counts.size() == 2);
  const ProgramCounts &Tiny = Done->Counts[0];
  CHECK(Tiny.Stock.Instructions < Tiny.Variant.Instructions);
  CHECK(Tiny.Stock.Reads < Tiny.Variant.Reads);
  CHECK(Tiny.Stock.Writes < Tiny.Variant.Writes);
}

TEST_CASE_METHOD(Fixture, "PackageComparison: output must be equal") {
  Options.Flags = {"-DTALKATIVE"};
  auto Done = comparePackage(R, Options);
  REQUIRE_FALSE(Done);
  CHECK(Done.error().message() ==
        "tiny: tiny: run 1: output differs from that of the stock program");
}

TEST_CASE_METHOD(Fixture, "PackageComparison: errors say which build") {
  Options.Flags = {"-fno-such-flag"};
  auto Done = comparePackage(R, Options);
  REQUIRE_FALSE(Done);
  CHECK(Done.error().message().find("tiny: variant build: build: make: exit "
                                    "code 2") == 0);
  Options.Flags = {};
  Options.LLVMMajor = 99;
  Done = comparePackage(R, Options);
  REQUIRE_FALSE(Done);
  CHECK(Done.error().message().find("tiny: clang-99: cannot run") == 0);
  Options.LLVMMajor = 22;
  R.Programs.clear();
  CHECK_FALSE(comparePackage(R, Options));
}

TEST_CASE_METHOD(Fixture, "PackageComparison: used packages are fetched") {
  R.Uses = {"broken"};
  auto Trees = fetchUsedPackages(R, Options.Recipes, Options.Work);
  REQUIRE(Trees);
  REQUIRE(Trees->size() == 1);
  CHECK(Trees->at(0).first == "broken");
  CHECK(std::filesystem::exists(Trees->at(0).second + "/Makefile"));
  R.Uses = {"unknown"};
  CHECK_FALSE(fetchUsedPackages(R, Options.Recipes, Options.Work));
}

TEST_CASE_METHOD(Fixture, "PackageComparison: programs of other targets run") {
  for (const std::string &Target : listBuildTargets()) {
    Options.Settings.Target = Target;
    const auto &Needed = Options.Settings.target().Packages;
    if (auto Missing = missingPackages(Needed); !Missing.empty()) {
      auto Done = comparePackage(R, Options);
      REQUIRE_FALSE(Done);
      CHECK(Done.error().message().find(Missing.front()) != std::string::npos);
      continue;
    }
    auto Done = comparePackage(R, Options);
    INFO(Target << " " << (Done ? "" : Done.error().message()));
    REQUIRE(Done);
    REQUIRE(Done->Programs.size() == 2);
    CHECK(Done->Programs[0].StockBytes > 300);
    CHECK(Done->Programs[0].StockBytes == Done->Programs[0].VariantBytes);
    Options.Flags = {"-DTALKATIVE"};
    CHECK_FALSE(comparePackage(R, Options));
    Options.Flags = {};
  }
}

TEST_CASE_METHOD(Fixture, "PackageComparison: settings are of both builds") {
  Options.Settings.HasUnwindTables = false;
  auto Without = comparePackage(R, Options);
  Options.Settings.HasUnwindTables = true;
  auto With = comparePackage(R, Options);
  REQUIRE((Without && With));
  CHECK(Without->Programs[0].StockBytes < With->Programs[0].StockBytes);
  CHECK(Without->Programs[0].StockBytes == Without->Programs[0].VariantBytes);
  Options.Settings.Target = "aarch64";
  Options.Count = true;
  CHECK_FALSE(comparePackage(R, Options));
}
