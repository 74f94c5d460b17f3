// Decided calls in lines for people
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "explain/Text.h"
#include "tensor/JSON.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

ExplainedCall call(const std::string &Caller, const std::string &Callee,
                   bool Inlined, bool StockInlines) {
  ExplainedCall E;
  E.Call.Site.Caller = Caller;
  E.Call.Site.Callee = Callee;
  E.Call.Inlined = Inlined;
  E.Call.Stock = StockInlines;
  E.Call.WasAsked = true;
  return E;
}

} // namespace

TEST_CASE("Text: calls are grouped by caller", "[explain][text]") {
  const auto Functions =
      groupByFunction({call("g", "a", true, true), call("f", "a", false, true),
                       call("f", "b", true, true)});
  REQUIRE(Functions.size() == 2);
  CHECK(Functions[0].Name == "f");
  CHECK(Functions[0].Calls.size() == 2);
  CHECK(Functions[0].countDiffering() == 1);
  CHECK(Functions[1].countDiffering() == 0);
  // Who differs most comes first.
  const std::string List = listFunctions(Functions);
  CHECK(List.find("  f\n") < List.find("  g\n"));
}

TEST_CASE("Text: JSON has what stock would have done", "[explain][text]") {
  const auto JSON = OrderedJSON::parse(
      toJSON(groupByFunction({call("f", "_Z1av", false, true)})));
  const std::string Text = JSON.dump();
  CHECK(Text.find("\"callee_name\":\"a()\"") != Text.npos);
  CHECK(Text.find("\"stock_inlines\":true") != Text.npos);
  CHECK(Text.find("\"inlined\":false") != Text.npos);
}

TEST_CASE("Text: passes and registers stand under the calls",
          "[explain][text]") {
  DecisionsByFunction Others;
  Others["f"].LeftOut = {"gvn", "frame-pointer-elimination"};
  Others["h"].Exchanged = 6;
  Others["h"].SavedBytes = 2;
  const auto Functions = groupByFunction({call("f", "a", false, true)}, Others);
  REQUIRE(Functions.size() == 2);
  const std::string List = listFunctions(Functions);
  CHECK(List.find("     1       1       2          0  f\n") != List.npos);
  CHECK(List.find("     0       0       0          6  h\n") != List.npos);
  const std::string Text = explainFunctions(Functions, 4);
  CHECK(Text.find("  passes left out: gvn\n  frame pointer: kept") !=
        Text.npos);
  CHECK(Text.find("  registers: 6 exchanged, 2 bytes less as modelled\n") !=
        Text.npos);
  const auto JSON = OrderedJSON::parse(toJSON(Functions));
  CHECK(JSON[0]["left_out"][0] == "gvn");
  CHECK(JSON[1]["exchanged_registers"] == 6);
  CHECK(JSON[1]["saved_bytes"] == 2);
}
