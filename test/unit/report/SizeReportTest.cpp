// Tests of SizeReport
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/SizeReport.h"
#include "mlgo/support/Random.h"
#include "tensor/JSON.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace mlgo;

namespace {

ProgramSizes program(std::string Name, bool IsCxx, double Baseline,
                     double Size) {
  ProgramSizes P;
  P.Package = "package";
  P.Program = std::move(Name);
  P.IsCxx = IsCxx;
  P.Baseline = Baseline;
  P.Sizes = {Size};
  P.Modules = {{"a.o", Baseline, {Size}}};
  return P;
}

SizeReport report() {
  SizeReport R;
  R.BaselineName = "stock";
  R.PolicyNames = {"policy"};
  R.Programs = {program("one", false, 100, 90), program("two", true, 200, 220),
                program("three", true, 1000, 800)};
  return R;
}

size_t count(const std::string &Text, const std::string &Part) {
  size_t Count = 0;
  for (size_t At = Text.find(Part); At != Text.npos;
       At = Text.find(Part, At + 1))
    ++Count;
  return Count;
}

} // namespace

TEST_CASE("SizeReport: geometric means of ratios, by language") {
  const SizeReport R = report();
  const GroupSummary All = summarize(R, 0, ProgramGroup::All);
  CHECK(All.Programs == 3);
  CHECK(All.GeometricMean == Approx(100 * (std::cbrt(0.9 * 1.1 * 0.8) - 1)));
  CHECK(All.Worst == Approx(10));
  CHECK(All.WorstProgram == "two");
  CHECK(All.Best == Approx(-20));
  CHECK(All.BestProgram == "three");
  CHECK(summarize(R, 0, ProgramGroup::C).GeometricMean == Approx(-10));
  CHECK(summarize(R, 0, ProgramGroup::Cxx).Programs == 2);
  CHECK(summarize(SizeReport(), 0, ProgramGroup::All).Programs == 0);
}

TEST_CASE("SizeReport: real links count before the model") {
  SizeReport R = report();
  R.Programs[0].LinkedBaseline = 1000;
  R.Programs[0].Linked = {950};
  CHECK(*R.Programs[0].linkedChange(0) == Approx(-5));
  CHECK(summarize(R, 0, ProgramGroup::C).GeometricMean == Approx(-5));
  CHECK(formatTable(R).find("-5.00%") != std::string::npos);
}

TEST_CASE("SizeReport: the interval covers the truth as often as it says") {
  // Programs whose log ratios are normal around -5 %.
  const double Truth = std::log(0.95);
  unsigned Covered = 0;
  constexpr unsigned Reports = 60;
  for (unsigned I = 0; I < Reports; ++I) {
    Random Draw(7, I);
    SizeReport R;
    R.PolicyNames = {"policy"};
    for (unsigned P = 0; P < 30; ++P) {
      double Sum = -6;
      for (unsigned K = 0; K < 12; ++K)
        Sum += Draw.uniform();
      R.Programs.push_back(
          program("p", false, 1e6, 1e6 * std::exp(Truth + 0.03 * Sum)));
    }
    const GroupSummary S = summarize(R, 0, ProgramGroup::All);
    CHECK(S.Low <= S.GeometricMean);
    CHECK(S.GeometricMean <= S.High);
    Covered += S.Low <= -5 && -5 <= S.High;
  }
  // 95 % of 60 are 57; fewer than 50 has a probability below 1e-3.
  CHECK(Covered >= 50);
}

TEST_CASE("SizeReport: JSON and CSV can be read back") {
  SizeReport R = report();
  R.Programs[0].Program = "a,\"b\"";
  R.Failures = {"module: broken"};
  const auto Parsed = OrderedJSON::parse(formatJSON(R), nullptr, false);
  REQUIRE(Parsed.is_object());
  CHECK(Parsed["programs"][0]["program"] == "a,\"b\"");
  CHECK(Parsed["policies"][0]["summary"]["all"]["programs"] == 3);
  CHECK(Parsed["failures"][0] == "module: broken");
  const std::string CSV = formatCSV(R);
  CHECK(count(CSV, "\r\n") == 4);
  CHECK(CSV.find("package,\"a,\"\"b\"\"\",C,policy,100,90,-10.0000,,,\r\n") !=
        std::string::npos);
}
