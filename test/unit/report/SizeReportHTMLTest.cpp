// Tests of SizeReportHTML
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SmallReport.h"
#include "mlgo/support/Random.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>

using namespace mlgo;

namespace {

size_t count(const std::string &Text, const std::string &Part) {
  size_t Count = 0;
  for (size_t At = Text.find(Part); At != Text.npos;
       At = Text.find(Part, At + Part.size()))
    ++Count;
  return Count;
}

/// What is wrong with the nesting of \p Page, or nothing. Quotes within tags
/// are followed, so that an attribute that ends too early is seen.
std::string findUnbalanced(const std::string &Page) {
  std::vector<std::string> Open;
  for (size_t At = Page.find('<'); At != Page.npos; At = Page.find('<', At)) {
    const size_t Start = ++At;
    char Quote = 0;
    for (; At < Page.size() && (Quote || Page[At] != '>'); ++At) {
      if (!Quote && Page[At] == '<')
        return "'<' in " + Page.substr(Start, 40);
      if (Page[At] == Quote)
        Quote = 0;
      else if (!Quote && (Page[At] == '"' || Page[At] == '\''))
        Quote = Page[At];
    }
    const std::string Tag = Page.substr(Start, At - Start);
    const std::string Name = Tag.substr(0, Tag.find_first_of(" \n"));
    if (Name == "!DOCTYPE" || Name == "meta" || Tag.back() == '/')
      continue;
    if (Name[0] != '/') {
      Open.push_back(Name);
      continue;
    }
    if (Open.empty() || "/" + Open.back() != Name)
      return Name + " closes " + (Open.empty() ? "nothing" : Open.back());
    Open.pop_back();
  }
  return Open.empty() ? "" : Open.back() + " stays open";
}

/// Whether all bars lie within their tracks.
bool barsFit(const std::string &Page) {
  for (size_t At = Page.find("style=\"left:"); At != Page.npos;
       At = Page.find("style=\"left:", At + 1)) {
    const double Left = std::atof(&Page[At + 12]);
    const size_t End = Page.find('"', At + 12);
    const size_t Width = Page.find(";width:", At);
    const double Right = Left + (Width < End ? std::atof(&Page[Width + 7]) : 0);
    if (!(Left >= 0 && Right <= 100.011))
      return false;
  }
  return true;
}

void checkSound(const SizeReport &Report) {
  const std::string Page = formatHTML(Report);
  CHECK(findUnbalanced(Page) == "");
  CHECK(barsFit(Page));
  for (const char *Never :
       {"<script", "nan", "inf%", "-inf", "http", "url(", "src=\"", "href"})
    CHECK(Page.find(Never) == Page.npos);
  CHECK(Page.find("</body></html>\n") == Page.size() - 15);
  CHECK(Page == formatHTML(Report));
}

/// \p NumPrograms of random changes, each with some modules.
SizeReport largeReport(size_t NumPrograms, size_t NumPolicies) {
  SizeReport Report;
  Report.BaselineName = "stock";
  for (size_t Policy = 0; Policy < NumPolicies; ++Policy)
    Report.PolicyNames.push_back("policy " + std::to_string(Policy));
  for (size_t P = 0; P < NumPrograms; ++P) {
    Random Draw(3, P);
    ProgramSizes Program;
    Program.Package = "package";
    Program.Program = "program " + std::to_string(P);
    Program.IsCxx = P % 2;
    Program.Sizes.resize(NumPolicies);
    for (size_t M = 0; M < 20; ++M) {
      ModuleSizes Module;
      Module.Module = "module " + std::to_string(M);
      Module.Baseline = 1000 + double(Draw.below(9000));
      Program.Baseline += Module.Baseline;
      for (double &Sum : Program.Sizes) {
        Module.Sizes.push_back(
            std::floor(Module.Baseline * (0.9 + 0.15 * Draw.uniform())));
        Sum += Module.Sizes.back();
      }
      Program.Modules.push_back(std::move(Module));
    }
    Report.Programs.push_back(std::move(Program));
  }
  return Report;
}

} // namespace

TEST_CASE("SizeReportHTML: the checker sees what is wrong") {
  CHECK(findUnbalanced("<p>a<b>b</b></p>") == "");
  CHECK(findUnbalanced("<p><b></p></b>") != "");
  CHECK(findUnbalanced("<p>") != "");
  CHECK(findUnbalanced("<p title=\"a\"b\">\"</p>") != "");
  CHECK_FALSE(barsFit("style=\"left:60%;width:50%\""));
}

TEST_CASE("SizeReportHTML: pages of all sizes are sound") {
  checkSound(SizeReport());
  checkSound(smallReport());
  checkSound(largeReport(1, 1));
  checkSound(largeReport(200, 1));
  checkSound(largeReport(12, 4));
  SizeReport NoPolicy = largeReport(3, 0);
  checkSound(NoPolicy);
  CHECK(count(formatHTML(largeReport(200, 1)), "axis top") == 1);
}

TEST_CASE("SizeReportHTML: numbers that cannot be are no obstacle") {
  SizeReport R = smallReport();
  R.Programs[0].Baseline = std::numeric_limits<double>::quiet_NaN();
  R.Programs[0].Modules[0].Sizes[0] = std::numeric_limits<double>::infinity();
  R.Programs[1].Baseline = R.Programs[1].Sizes[0] = 0;
  R.Programs[1].Modules[1].Sizes = {1e300, -1e300};
  R.Programs[1].Sizes[1] = 1e308;
  R.Programs.push_back(R.Programs[1]);
  R.Programs[2].Baseline = 1;
  R.Programs[2].Sizes = {1.7e306, 1.7e308};
  checkSound(R);
}

TEST_CASE("SizeReportHTML: nothing changes") {
  SizeReport R = largeReport(3, 1);
  for (ProgramSizes &Program : R.Programs) {
    Program.Sizes[0] = Program.Baseline;
    for (ModuleSizes &Module : Program.Modules)
      Module.Sizes[0] = Module.Baseline;
  }
  checkSound(R);
  const std::string Page = formatHTML(R);
  CHECK(Page.find("No module changes its size") != Page.npos);
  CHECK(Page.find("class=\"smaller\"") == Page.npos);
  CHECK(Page.find("class=\"larger\"") == Page.npos);
}

TEST_CASE("SizeReportHTML: names do nothing but name") {
  const std::string Evil = "<script>alert('1')</script>\"><img onload=\"x\">&";
  SizeReport R = smallReport();
  R.Corpus = R.BaselineName = Evil;
  R.PolicyNames = {Evil, Evil};
  R.Programs[0].Package = R.Programs[0].Program = Evil;
  R.Programs[1].Modules[0].Module = std::string(60, 'x') + Evil;
  R.Programs[1].FailedTrials = 1;
  R.Failures = {Evil};
  checkSound(R);
  const std::string Page = formatHTML(R);
  CHECK(Page.find("<img") == Page.npos);
  CHECK(Page.find("<li>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;"
                  "&gt;&lt;img onload=&quot;x&quot;&gt;&amp;</li>") !=
        Page.npos);
}

TEST_CASE("SizeReportHTML: bars, signs and colours") {
  const std::string Page = formatHTML(smallReport());
  // bzip2 -12 % and +1 %, leveldb -9 % and 0 %; the programs' chart comes
  // first.
  const std::string Chart = Page.substr(Page.find("class=\"chart"));
  const size_t First = Chart.find("class=\"smaller\"");
  CHECK(First < Chart.find("class=\"larger\""));
  CHECK(Chart.find("\xE2\x88\x92"
                   "12.00\xE2\x80\xAF%") < Chart.find("+1.00"));
  // From -12 to 0 on a scale from -15 to 5.
  CHECK(Chart.substr(First + 15, 33) == " style=\"left:15.00%;width:60.00%\"");
  CHECK(Chart.find("--zero:75.00%;--step:25.00%") != Chart.npos);
}

TEST_CASE("SizeReportHTML: the largest modules, the others, the sum") {
  SizeReport R = largeReport(1, 1);
  const std::string Page = formatHTML(R);
  const std::string Chart = Page.substr(Page.find("Modules under policy 0"));
  CHECK(count(Chart, "<b class=") == 15 + 1 + 1);
  CHECK(Chart.find("other modules (5)") != Chart.npos);
  CHECK(Chart.find("whole program") != Chart.npos);
  // Several programs: one chart for all, then one each.
  const std::string Several = formatHTML(largeReport(3, 1));
  CHECK(count(Several, "all programs") == 2); // Its name is its hint, too.
  CHECK(count(Several, "<details>") == 1 + 3);
}

TEST_CASE("SizeReportHTML: what was linked is told, with the model's error") {
  SizeReport R = smallReport();
  CHECK(formatHTML(R).find("link modelled") != std::string::npos);
  R.Programs[0].LinkedBaseline = 120;
  R.Programs[0].Linked = {108, 120};
  const std::string Page = formatHTML(R);
  CHECK(Page.find("1 as really linked, else link modelled") != Page.npos);
  CHECK(Page.find("model's mean error 2.00 points") != Page.npos);
  CHECK(count(Page, "<i style=") == 2);
  checkSound(R);
}
