// Tests of ModelExamples
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ModelExamples.h"
#include "RandomModel.h"
#include "mlgo/model/LoadedModel.h"
#include <catch2/catch.hpp>
#include <set>

using namespace mlgo;

TEST_CASE("ModelExamples: what is recorded is what the model answers") {
  Model M = randomModel(1, {});
  REQUIRE(recordExamples(M, 6));
  REQUIRE(M.Examples.size() == 6);
  auto Loaded = LoadedModel::create(M);
  REQUIRE(Loaded);
  std::set<std::vector<uint8_t>> Inputs;
  for (const ModelExample &E : M.Examples) {
    CHECK(Loaded->evaluate(E.Inputs.data()) == E.Output);
    Inputs.insert(E.Inputs);
  }
  CHECK(Inputs.size() == 6);
  // Always the same.
  Model Again = randomModel(1, {});
  REQUIRE(recordExamples(Again, 6));
  for (size_t I = 0; I < 6; ++I)
    CHECK(Again.Examples[I].Inputs == M.Examples[I].Inputs);
}
