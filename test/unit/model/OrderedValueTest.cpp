// Tests of OrderedValue
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/OrderedValue.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

using namespace mlgo;

TEMPLATE_TEST_CASE("OrderedValue: keeps the order of floating point", "", float,
                   double) {
  using Limits = std::numeric_limits<TestType>;
  const std::vector<TestType> Ascending = {
      -Limits::infinity(),
      Limits::lowest(),
      -1,
      -Limits::min(),
      -Limits::denorm_min(),
      0,
      Limits::denorm_min(),
      Limits::min(),
      TestType(0.5),
      1,
      std::nextafter(TestType(1), TestType(2)),
      Limits::max(),
      Limits::infinity()};
  for (size_t I = 1; I < Ascending.size(); ++I)
    CHECK(orderedValue(Ascending[I - 1]) < orderedValue(Ascending[I]));
  CHECK(orderedValue(TestType(-0.0)) == orderedValue(TestType(0.0)));
  CHECK(orderedValue(Limits::quiet_NaN()) > orderedValue(Limits::infinity()));
  CHECK(orderedValue(-Limits::quiet_NaN()) < orderedValue(-Limits::infinity()));
}

TEST_CASE("OrderedValue: integers are themselves, as far as they fit") {
  CHECK(orderedValue(int8_t(-5)) == -5);
  CHECK(orderedValue(uint32_t(4000000000u)) == 4000000000);
  CHECK(orderedValue(INT64_MIN) == INT64_MIN);
  CHECK(orderedValue(UINT64_MAX) == INT64_MAX);
  CHECK(orderedValue(uint64_t(7)) == 7);
}
