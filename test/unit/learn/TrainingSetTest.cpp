// Tests of TrainingSet
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/TrainingSet.h"
#include "SyntheticData.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("TrainingSet: inputs are all, some, or all but some") {
  const Dataset Data = makeTable(4);
  CHECK(*selectInputs(Data, {}, {}) == std::vector<uint32_t>{0, 1, 2, 3});
  CHECK(*selectInputs(Data, {"c", "a"}, {}) == std::vector<uint32_t>{0, 2});
  CHECK(*selectInputs(Data, {}, {"a", "inlining_default"}) ==
        std::vector<uint32_t>{1, 2});
  CHECK(*selectInputs(Data, {"a", "b"}, {"b"}) == std::vector<uint32_t>{0});
  CHECK(selectInputs(Data, {"d"}, {}).error().message() ==
        "feature 'd' is not in the logs");
  CHECK(selectInputs(Data, {"a"}, {"a"}).error().message() ==
        "no feature is left as input of the policy");
}

TEST_CASE("TrainingSet: targets") {
  Dataset Data = makeTable(4);
  Data.DeltaSizes = {-250, -0.5f, 0, 30};
  TrainingSet Set;
  Set.Data = &Data;
  setFlipTargets(Set, 100);
  CHECK(Set.Targets == std::vector<float>{1, 1, 0, 0});
  CHECK(Set.Weights == std::vector<float>{100, 1, 1, 30});
  setSavingTargets(Set, 100);
  CHECK(Set.Targets == std::vector<float>{100, 0.5f, 0, -30});
  CHECK(Set.Weights == std::vector<float>(4, 1.f));
  setImitationTargets(Set, 3);
  for (size_t I = 0; I < 4; ++I)
    CHECK(Set.Targets[I] == static_cast<float>(Data.row(I)[3]));
}

TEST_CASE("TrainingSet: splits by program") {
  const Dataset Data = makeTable(8);
  TrainingSet Set;
  Set.Data = &Data;
  split(Set, {false, true, false, false});
  CHECK(Set.Train == std::vector<uint32_t>{0, 2, 3, 4, 6, 7});
  CHECK(Set.Validation == std::vector<uint32_t>{1, 5});
}
