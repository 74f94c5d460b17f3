// Tests of LinkedSizes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/LinkedSizes.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

LinkedSizes sizes(const char *Program, uint64_t Stock, uint64_t Variant) {
  LinkedSizes Sizes;
  Sizes.Program = Program;
  Sizes.StockBytes = Stock;
  Sizes.VariantBytes = Variant;
  return Sizes;
}

} // namespace

TEST_CASE("LinkedSizes: change in percent") {
  CHECK(sizes("a", 200, 190).change() == Approx(-5));
  CHECK(sizes("a", 200, 201).change() == Approx(0.5));
  CHECK(sizes("a", 0, 10).change() == 0);
}

TEST_CASE("LinkedSizes: geometric mean, worst and best") {
  // Half and double cancel out.
  SizeSummary Summary =
      summarize({sizes("a", 100, 50), sizes("b", 100, 200), sizes("c", 7, 7)});
  CHECK(Summary.Programs == 3);
  CHECK(Summary.GeometricMean == Approx(0).margin(1e-9));
  CHECK(Summary.Worst == Approx(100));
  CHECK(Summary.WorstProgram == "b");
  CHECK(Summary.Best == Approx(-50));
  CHECK(Summary.BestProgram == "a");
  CHECK(summarize({sizes("a", 100, 96)}).GeometricMean == Approx(-4));
  CHECK(summarize({}).Programs == 0);
  CHECK(summarize({}).GeometricMean == 0);
}

TEST_CASE("LinkedSizes: changes of other columns") {
  LinkedSizes Sizes = sizes("a", 100, 90);
  Sizes.Stock.Unwind = 40;
  Sizes.Variant.Unwind = 30;
  auto Columns = parseSizeColumns("unwind");
  REQUIRE(Columns);
  CHECK(Sizes.by(Columns->front()).change() == Approx(-25));
  CHECK(Sizes.by(Columns->front()).Program == "a");
}
