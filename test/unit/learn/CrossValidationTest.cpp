// Tests of CrossValidation
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/CrossValidation.h"
#include "SyntheticData.h"
#include <catch2/catch.hpp>
#include <set>

using namespace mlgo;

namespace {

std::set<uint32_t> programsOf(const Dataset &Data,
                              const std::vector<uint32_t> &Rows) {
  std::set<uint32_t> Programs;
  for (uint32_t Row : Rows)
    Programs.insert(Data.ProgramOf[Row]);
  return Programs;
}

/// A policy whose score is \p Score everywhere.
LearnedPolicy constantPolicy(int32_t Score) {
  LearnedPolicy Learned;
  TreeEnsemble Trees;
  Trees.Trees = {{TreeNode{}}};
  Trees.Base = Score;
  Learned.Policy = Trees;
  Learned.Unit = 0.5;
  return Learned;
}

} // namespace

TEST_CASE("CrossValidation: a program is scored by who has not seen it") {
  const Dataset Data = makeTable(40);
  int32_t Calls = 0;
  auto Scores =
      crossValidate(makeSet(Data, isMixed), 100, false,
                    [&](const TrainingSet &Set) -> Result<LearnedPolicy> {
                      const auto Seen = programsOf(Data, Set.Train);
                      CHECK(Seen.size() == 3);
                      CHECK(Set.Validation.empty());
                      // The one that is missing.
                      int32_t Missing = 6;
                      for (uint32_t Program : Seen)
                        Missing -= static_cast<int32_t>(Program);
                      ++Calls;
                      return constantPolicy(Missing);
                    });
  REQUIRE(Scores);
  CHECK(Calls == 4);
  for (size_t I = 0; I < Data.size(); ++I)
    CHECK((*Scores)[I] == Data.ProgramOf[I] / 2.);
}

TEST_CASE("CrossValidation: keeps a fold for validation if needed") {
  const Dataset Data = makeTable(40);
  auto Scores = crossValidate(
      makeSet(Data, isMixed), 4, true,
      [&](const TrainingSet &Set) -> Result<LearnedPolicy> {
        CHECK(programsOf(Data, Set.Train).size() == 2);
        const auto Validation = programsOf(Data, Set.Validation);
        CHECK(Validation.size() == 1);
        CHECK_FALSE(programsOf(Data, Set.Train).count(*Validation.begin()));
        return constantPolicy(0);
      });
  CHECK(Scores);
}

TEST_CASE("CrossValidation: deals programs by size") {
  Dataset Data;
  Data.Programs = {"a", "b", "c", "d", "e"};
  const size_t Sizes[] = {1, 9, 4, 6, 0};
  for (uint32_t P = 0; P < 5; ++P)
    Data.ProgramOf.insert(Data.ProgramOf.end(), Sizes[P], P);
  CHECK(dealPrograms(Data, 2) == std::vector<unsigned>{0, 0, 1, 1, 0});
  CHECK(dealPrograms(Data, 5) == std::vector<unsigned>{3, 0, 2, 1, 4});
}

TEST_CASE("CrossValidation: needs enough programs, and passes errors on") {
  const Dataset Data = makeTable(8);
  auto Learn = [](const TrainingSet &) -> Result<LearnedPolicy> {
    return Error("no luck");
  };
  auto One = crossValidate(makeSet(Data, isMixed), 1, false, Learn);
  REQUIRE_FALSE(One);
  CHECK(One.error().message() == "cannot hold out programs: have 4 in 1 folds, "
                                 "expected at least 2");
  auto Failed = crossValidate(makeSet(Data, isMixed), 4, false, Learn);
  REQUIRE_FALSE(Failed);
  CHECK(Failed.error().message() == "fold 0: no luck");
}
