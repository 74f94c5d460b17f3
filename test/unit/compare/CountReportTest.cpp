// What programs execute, as a table
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/CountReport.h"

#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("CountReport: a line a program and the means", "[compare][count]") {
  CHECK(countTable({}).empty());
  const std::vector<ProgramCounts> Counts = {
      {"lua", "lua", false, {1000, 400, 200}, {900, 400, 220}},
      {"re2", "match", true, {2000, 800, 100}, {2200, 800, 100}}};
  const std::string Table = countTable(Counts);
  CHECK(Table.find("lua") != Table.npos);
  CHECK(Table.find("-10.00%") != Table.npos);
  CHECK(Table.find("+10.00%") != Table.npos);
  const OrderedJSON JSON = countsAsJSON(Counts);
  CHECK(JSON.dump().find("2200") != std::string::npos);
}
