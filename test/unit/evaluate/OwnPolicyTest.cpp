// Tests of OwnPolicy
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/OwnPolicy.h"
#include "TemporaryFolder.h"
#include "mlgo/model/ModelFile.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {
SizeReport reportOn(const std::vector<std::string> &Packages, double Shipped,
                    double Own) {
  SizeReport R;
  R.BaselineName = "stock";
  R.PolicyNames = {"mine", "inline-size"};
  for (const std::string &Package : Packages) {
    ProgramSizes &P = R.Programs.emplace_back();
    P.Package = P.Program = Package;
    P.Baseline = 10000;
    P.Sizes = {Own, Shipped};
  }
  return R;
}

bool has(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != Text.npos;
}
} // namespace

TEST_CASE("OwnPolicy: on the programs that it was trained on") {
  const OwnPolicy Own{"mine", {"app"}, 60};
  const std::string Text =
      describeOwn(Own, reportOn({"app"}, 9000, 8910), "inline-size");
  INFO(Text);
  CHECK(has(Text,
            "mine: 1.00 % smaller than the shipped policy on 1 program "
            "that it was itself trained on; that says nothing of others"));
  CHECK(has(Text, "no other program here: mlgo train-own holds one out"));
  CHECK(has(Text, "learned from 60 labels, which is little"));
  CHECK(has(Text, "mlgo tune is the better way"));
}

TEST_CASE("OwnPolicy: on others") {
  const OwnPolicy Own{"mine", {"app"}, 5000};
  std::string Text =
      describeOwn(Own, reportOn({"lib", "tool"}, 9000, 8910), "inline-size");
  INFO(Text);
  CHECK(Text == "mine: 1.00 % smaller than the shipped policy on 2 programs "
                "that it was not trained on\n");
  Text = describeOwn(Own, reportOn({"lib"}, 9000, 9090), "inline-size");
  CHECK(has(Text, "1.00 % larger"));
  CHECK(has(Text, "mlgo tune is the better way"));
  Text = describeOwn(Own, reportOn({"app", "lib"}, 9000, 9000), "inline-size");
  CHECK(has(Text, "0.00 % smaller or larger than the shipped policy on 1 "
                  "program that it was not trained on"));
}

TEST_CASE("OwnPolicy: what is shipped is nobody's own") {
  CHECK_FALSE(readOwnPolicy("stock"));
  CHECK_FALSE(readOwnPolicy(MLGO_MODELS "/inline-size.mlgo"));
  TemporaryFolder Folder;
  const std::string Mine = Folder.file("mine.mlgo");
  auto M = loadModel(MLGO_MODELS "/inline-size.mlgo");
  REQUIRE(M);
  M->Provenance = {{"programs", "app,lib"}, {"examples", "60"}};
  REQUIRE(saveModel(*M, Mine));
  const auto Own = readOwnPolicy(Mine);
  REQUIRE(Own);
  CHECK(Own->Name == "mine");
  CHECK(Own->Labels == 60);
  CHECK(Own->Programs == std::set<std::string>{"app", "lib"});
  CHECK(shippedBeside({"stock"}, "Oz").empty());
  CHECK(has(shippedBeside({"stock", Mine}, "Oz"), "inline-size.mlgo"));
  // One that is there already is enough.
  CHECK(shippedBeside({Mine, MLGO_MODELS "/inline-size.mlgo"}, "Oz") ==
        MLGO_MODELS "/inline-size.mlgo");
}
