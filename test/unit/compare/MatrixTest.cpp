// Tests of ComparisonMatrix
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Matrix.h"
#include "TemporaryFolder.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

void checkFault(const char *Text, const std::string &Part) {
  auto Matrix = parseComparisonMatrix(Text);
  REQUIRE_FALSE(Matrix);
  INFO(Matrix.error().message());
  CHECK(Matrix.error().message().find(Part) != std::string::npos);
}

} // namespace

TEST_CASE("ComparisonMatrix: a cell is one value of each list") {
  auto Matrix = parseComparisonMatrix(
      R"({"packages": ["zlib"], "targets": ["x86-64", "riscv64"],
          "levels": ["Oz", "Os"], "unwind_tables": [true, false],
          "icf": ["safe"]})");
  REQUIRE(Matrix);
  CHECK(Matrix->Packages == std::vector<std::string>{"zlib"});
  REQUIRE(Matrix->Cells.size() == 8);
  CHECK(Matrix->Cells[0].describe() == "x86-64 -Oz icf=safe");
  CHECK(Matrix->Cells[1].describe() == "x86-64 -Oz no unwind tables icf=safe");
  CHECK(Matrix->Cells[7].describe() == "riscv64 -Os no unwind tables icf=safe");
}

TEST_CASE("ComparisonMatrix: faults are named") {
  checkFault("[]", "expected a JSON object");
  checkFault("{}", "expected either role or packages");
  checkFault(R"({"role": "example"})", "role: expected");
  checkFault(R"({"role": "validation", "levels": ["O9"]})", "levels: found");
  checkFault(R"({"role": "validation", "levels": []})", "levels: expected");
  checkFault(R"({"role": "validation", "targets": ["vax"]})", "'vax'");
  checkFault(R"({"role": "validation", "speed": [1]})", "'speed' is unknown");
  checkFault(R"({"role": "validation", "targets": ["wasm32"], "icf": ["all"]})",
             "wasm32");
}

TEST_CASE("ComparisonMatrix: what was measured is not measured again") {
  TemporaryFolder Folder;
  ComparisonOptions Options;
  Options.Work = Folder.file("work");
  Options.Recipes = MLGO_TEST_INPUTS "/recipes";
  Options.Jobs = 2;
  std::vector<Recipe> Recipes;
  for (const char *Name : {"tiny", "broken"}) {
    auto R = loadRecipe(Options.Recipes, Name);
    REQUIRE(R);
    Recipes.push_back(*R);
  }
  std::vector<BuildSettings> Cells(2);
  Cells[1].Level = "Os";
  auto First = compareMatrix(Cells, Recipes, Options);
  REQUIRE(First.size() == 2);
  for (const MatrixCell &Cell : First) {
    REQUIRE(Cell.Packages.size() == 1);
    CHECK(Cell.Packages[0].Programs.size() == 2);
    CHECK(Cell.Packages[0].Programs[0].Stock.Code > 0);
    REQUIRE(Cell.Failures.size() == 1);
    CHECK(Cell.Failures[0].find("broken: ") == 0);
  }
  CHECK(First[1].Settings.Level == "Os");
  // Builds are gone, and so a second build of tiny would be seen.
  for (const auto &Entry :
       std::filesystem::directory_iterator(Options.Work + "/builds/tiny"))
    FAIL(Entry.path().string() + " is still there");
  auto Again = compareMatrix(Cells, {Recipes[0]}, Options);
  CHECK_FALSE(std::filesystem::exists(Options.Work + "/run"));
  for (const auto &Entry :
       std::filesystem::directory_iterator(Options.Work + "/builds/tiny"))
    FAIL(Entry.path().string() + " was built again");
  REQUIRE(Again.size() == 2);
  CHECK(Again[0].Packages[0].Programs[0].Stock ==
        First[0].Packages[0].Programs[0].Stock);
  Options.Flags = {"-DPADDED=1000"};
  auto Padded = compareMatrix(Cells, {Recipes[0]}, Options);
  CHECK(Padded[0].Packages[0].Programs[0].change() > 10);
}
