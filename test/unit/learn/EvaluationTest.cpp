// Tests of Evaluation
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/Evaluation.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

Dataset makeScored(std::vector<float> DeltaSizes) {
  Dataset Data;
  Data.Programs = {"p"};
  Data.ProgramOf.assign(DeltaSizes.size(), 0);
  Data.DeltaSizes = std::move(DeltaSizes);
  return Data;
}

const std::vector<uint32_t> Rows = {0, 1, 2, 3};

} // namespace

TEST_CASE("Evaluation: bytes of the flips that are picked") {
  const Dataset Data = makeScored({-40, 10, -60, 5});
  const FlipResult R = evaluateFlips(Data, Rows, {0.5, 0.25, -1, -2}, 0);
  CHECK(R.Examples == 4);
  CHECK(R.Useful == 2);
  CHECK(R.UsefulBytes == 100);
  CHECK(R.Picked == 2);
  CHECK(R.Right == 1);
  CHECK(R.SavedBytes == 40);
  CHECK(R.LostBytes == 10);
  CHECK(R.gain() == Approx(0.3));
  CHECK(R.precision() == 0.5);
  FlipResult Twice = R;
  Twice += R;
  CHECK(Twice.Examples == 8);
  CHECK(Twice.gain() == Approx(0.3));
  CHECK(FlipResult().gain() == 0);
  CHECK(FlipResult().precision() == 0);
}

TEST_CASE("Evaluation: the cut saves most") {
  const Dataset Data = makeScored({-40, 10, -60, 70});
  // From the highest score: -40, then +10 and -60, then +70.
  CHECK(chooseCut(Data, Rows, {9, 6, 4, 2}) == 3);
  CHECK(chooseCut(Data, Rows, {9, 6, 2, 4}) == 7.5);
  CHECK(chooseCut(Data, {2}, {9, 6, 4, 2}) == 3);
  CHECK(chooseCut(Data, {1, 3}, {9, 6, 4, 2}) == 7);
  CHECK(chooseCut(Data, {}, {}) == 0);
  // Equal scores are flipped together or not at all.
  CHECK(chooseCut(Data, {0, 1, 3}, {1, 1, 0, 1}) == 2);
  CHECK(chooseCut(Data, Rows, {1, 1, 0, 1}) == -1);
}

TEST_CASE("Evaluation: agreement") {
  const AgreementResult R =
      evaluateAgreement({1, 0, 1, 0}, Rows, {0.5, 0, -1, 2});
  CHECK(R.Examples == 4);
  CHECK(R.Agreed == 2);
  CHECK(R.Positives == 2);
  CHECK(R.agreement() == 0.5);
  CHECK(AgreementResult().agreement() == 0);
}
