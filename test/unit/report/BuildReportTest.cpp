// Tests of BuildReport
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/BuildReport.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

bool has(const std::string &Page, const std::string &Text) {
  return Page.find(Text) != std::string::npos;
}

BuildReport exampleReport() {
  ReportedCall Call;
  Call.Caller = "main";
  Call.Callee = "a<b>::c()";
  Call.Reason = "stock leaves it, the policy inlines it by 7 points.";
  Call.Inlined = true;
  Call.Inputs = {{"cost_estimate", "the stock heuristic's cost", 35, 22}};
  Call.OtherInputs = 60;
  Call.OtherPoints = 32;
  Call.UsualPoints = -47;
  Call.Points = 7;
  ReportedFunction Main, Gone;
  Main.Size = {"main", 100, 60};
  Main.Calls = {Call};
  Main.MoreCalls = 3;
  Main.Decisions = {{"2 passes left out", "passes left out: gvn, licm"},
                    {"6 registers, 9 bytes less",
                     "registers: 6 exchanged, 9 bytes less as modelled"}};
  Main.NumDecisions = 12;
  Gone.Size = {"a<b>::c()", 50, std::nullopt};
  Gone.Uses = {Call};
  ReportedProgram Program;
  Program.Name = "app";
  Program.Sizes = {{"Total", 1000, 900}, {"Code", 500, 500}};
  Program.HasSymbols = true;
  Program.Shrunk = {Main, Gone};
  Program.NumShrunk = 40;
  Program.ShrunkBytes = -1234;
  BuildReport Report;
  Report.Title = "What <changes>";
  Report.Command = "make && true";
  Report.Programs = {Program};
  Report.Decisions = {{"inlining", 3, std::nullopt, 40, 5},
                      {"evictions", 2, 7, 10, 1},
                      {"registers", 3, std::nullopt, std::nullopt, 1200, 340}};
  Report.Facts = {"5 decisions"};
  return Report;
}

} // namespace

TEST_CASE("BuildReport: a page says sizes, functions and reasons") {
  const std::string Page = formatHTML(exampleReport());
  CHECK(has(Page, "<h1>What &lt;changes&gt;</h1>"));
  CHECK(has(Page, "make &amp;&amp; true"));
  CHECK(has(Page, "\xE2\x88\x92"
                  "10.00\xE2\x80\xAF%"));
  CHECK(has(Page, "1,000 \xE2\x86\x92 900"));
  CHECK(has(Page, "40 functions, \xE2\x88\x92"
                  "1,234 bytes together. These are "
                  "the first 2."));
  CHECK(has(Page, "100 \xE2\x86\x92 60 bytes"));
  CHECK(has(Page, "50 bytes, of which no copy is left"));
  CHECK(has(Page, "<code>a&lt;b&gt;::c()</code>"));
  CHECK(has(Page, "inlined into</span><code>main</code>"));
  CHECK(has(Page, "by 7 points."));
  CHECK(has(Page, "+22</span><span>cost_estimate = 35"));
  CHECK(has(Page, "+32</span><span>60 other inputs"));
  CHECK(has(Page, "and 3 calls more in it"));
  CHECK(has(Page, "<li>5 decisions</li>"));
  CHECK(has(Page, "<td class=\"text\">inlining</td><td>3</td><td></td>"
                  "<td>40</td><td>5 (12.5\xE2\x80\xAF%)</td>"));
  CHECK(has(Page, "<td class=\"text\">evictions</td><td>2</td><td>7</td>"
                  "<td>10</td><td>1 (10.0\xE2\x80\xAF%)</td>"));
  CHECK(has(Page, "<td class=\"text\">registers</td><td>3</td><td></td>"
                  "<td></td><td>1,200 (340 bytes less)</td>"));
  // What was decided stands in the row, and in full behind it.
  CHECK(has(Page, "<span class=\"did\">4 calls in it \xC2\xB7 2 passes left "
                  "out \xC2\xB7 6 registers, 9 bytes less</span>"));
  CHECK(has(Page, "<p class=\"decided\">passes left out: gvn, licm</p>"));
  CHECK(has(Page, "<p class=\"decided\">registers: 6 exchanged, 9 bytes less "
                  "as modelled</p>"));
  CHECK(has(Page, "<span class=\"did\">1 call of it inlined</span>"));
  CHECK(!has(Page, "No decision about it"));
  // One program needs no chart.
  CHECK(!has(Page, "<h2>Programs</h2>"));
}

TEST_CASE("BuildReport: pages are whole and run nothing") {
  BuildReport Report = exampleReport();
  Report.Programs.push_back(Report.Programs[0]);
  Report.Programs[1].Name = "stripped";
  Report.Programs[1].HasSymbols = false;
  Report.Notes = {"lib: only the stock build links it"};
  const std::string Page = formatHTML(Report);
  for (const char *Other : {"<script", "http:", "https:", "<link", "@import"})
    CHECK(!has(Page, Other));
  CHECK(has(Page, "<h2>Programs</h2>"));
  CHECK(has(Page, "The program has no symbols"));
  CHECK(has(Page, "only the stock build links it"));
  CHECK(Page.substr(Page.size() - 15) == "</body></html>\n");
  size_t Open = 0, Closed = 0;
  for (size_t At = 0; (At = Page.find("<details", At)) != Page.npos; ++At)
    ++Open;
  for (size_t At = 0; (At = Page.find("</details>", At)) != Page.npos; ++At)
    ++Closed;
  CHECK(Open == Closed);
}

TEST_CASE("BuildReport: long names keep their own, and are whole inside") {
  BuildReport Report = exampleReport();
  ReportedFunction &Function = Report.Programs[0].Shrunk[0];
  Function = ReportedFunction();
  const std::string Arguments = "<" + std::string(120, 'x') + ">";
  Function.Size = {"tree" + Arguments + "::insert(int)", 9, 8};
  const std::string Page = formatHTML(Report);
  CHECK(has(Page, "<span class=\"fn\">tree&lt;...&gt;::insert("));
  CHECK(has(Page, "<code>tree&lt;xxx"));
  // Nothing is known of it.
  CHECK(has(Page, "9 \xE2\x86\x92 8 bytes. No decision about it is otherwise"));
}

TEST_CASE("BuildReport: one build is told without changes") {
  BuildReport Report = exampleReport();
  for (ReportedSize &Size : Report.Programs[0].Sizes)
    Size.Stock.reset();
  const std::string Page = formatHTML(Report);
  CHECK(has(Page, "Functions that stock would have decided otherwise about"));
  CHECK(!has(Page, "Functions that shrank"));
  CHECK(has(Page, "<td>900</td>"));
  CHECK(has(Page, "<span class=\"num\">12</span>"));
  CHECK(!formatHTML(BuildReport()).empty());
}
