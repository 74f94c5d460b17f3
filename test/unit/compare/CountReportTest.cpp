// What programs execute, as a table
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/CountReport.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("CountReport: a line a program and the means", "[compare][count]") {
  CHECK(countTable({}).empty());
  const std::vector<ProgramCounts> Counts = {
      {"lua", "lua", ProgramLanguage::C, {1000, 400, 200}, {900, 400, 220}, {}},
      {"re2",
       "match",
       ProgramLanguage::Cxx,
       {2000, 800, 100},
       {2200, 800, 100},
       {}}};
  const std::string Table = countTable(Counts);
  CHECK(Table.find("lua") != Table.npos);
  CHECK(Table.find("-10.00%") != Table.npos);
  CHECK(Table.find("+10.00%") != Table.npos);
  const OrderedJSON JSON = countsAsJSON(Counts);
  CHECK(JSON.dump().find("2200") != std::string::npos);
  CHECK_FALSE(JSON.contains("other"));
}

TEST_CASE("CountReport: another compiler stands beside stock, too",
          "[compare][count]") {
  const std::vector<ProgramCounts> Counts = {{"lua",
                                              "lua",
                                              ProgramLanguage::C,
                                              {1000, 400, 200},
                                              {900, 400, 220},
                                              {950, 500, 200}},
                                             {"jq",
                                              "jq",
                                              ProgramLanguage::C,
                                              {1000, 400, 200},
                                              {900, 400, 220},
                                              {950, 300, 200}}};
  const std::string Table = countTable(Counts, "gcc");
  CHECK(Table.find("\ngcc C    instructions geometric mean -5.00%") !=
        Table.npos);
  CHECK(Table.find("\nC    instructions geometric mean -10.00%") != Table.npos);
  const OrderedJSON JSON = countsAsJSON(Counts);
  CHECK(JSON["programs"][1]["reads"]["other"] == 300);
  CHECK(JSON["programs"][1]["reads"]["variant"] == 400);
  CHECK(JSON["other"]["C"]["reads"]["worst_program"] == "lua");
}
