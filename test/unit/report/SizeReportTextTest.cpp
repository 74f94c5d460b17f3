// Tests of SizeReportText
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SmallReport.h"
#include "tensor/JSON.h"
#include <catch2/catch.hpp>
#include <limits>

using namespace mlgo;

TEST_CASE("SizeReportText: a line a program and policy, as linked and not") {
  SizeReport R = smallReport();
  R.Programs[0].LinkedBaseline = 120;
  R.Programs[0].Linked = {108, 114};
  const std::string Table = formatTable(R);
  CHECK(Table.rfind(
            "package      program              lang policy                    "
            "stock       size    change     linked       size    change    "
            "error\n"
            "bzip2        bzip2                C    first                     "
            "  100         88   -12.00%        120        108   -10.00%   "
            "-2.00%\n",
            0) == 0);
  CHECK(Table.find("first against stock, 1 of 2 programs as linked, the others "
                   "as modelled:\n") != Table.npos);
  CHECK(Table.find("  C     1 program:  geometric mean -10.00%, worst -10.00% "
                   "(bzip2), best -10.00% (bzip2)\n") != Table.npos);
  CHECK(Table.find("  model's error: 2.00% on average, largest -2.00% (bzip2)"
                   "\n") != Table.npos);
  R.Programs[1].LinkedBaseline = 200;
  R.Programs[1].Linked = {200, 200};
  CHECK(formatTable(R).find("first against stock, as linked:\n") != Table.npos);
}

TEST_CASE("SizeReportText: long names push columns, hostile ones nothing") {
  SizeReport R = smallReport();
  R.Programs[0].Program = std::string(40, 'x');
  R.Programs[1].Program = "evil\x1B[2J\nname";
  R.Programs[1].Package = "\xC3\xA4\xC3\xB6\xC3\xBC"; // Three letters.
  R.Failures = {"a\rb"};
  const std::string Table = formatTable(R);
  const std::string First = Table.substr(0, Table.find('\n'));
  const size_t AtPolicy = First.find("policy");
  CHECK(AtPolicy == 13 + 41 + 5);
  CHECK(Table.substr(First.size() + 1 + AtPolicy, 6) == "first ");
  CHECK(Table.find('\x1B') == Table.npos);
  CHECK(Table.find('\r') == Table.npos);
  CHECK(Table.find("\xC3\xBC          evil?[2J?name ") != Table.npos);
  CHECK(Table.find("left out: a?b\n") != Table.npos);
}

TEST_CASE("SizeReportText: failed trials are told") {
  SizeReport R = smallReport();
  R.Programs[1].FailedTrials = 3;
  CHECK(formatTable(R).find("leveldbutil: 3 failed trials") !=
        std::string::npos);
  CHECK(formatTable(smallReport()).find("failed") == std::string::npos);
}

TEST_CASE("SizeReportText: what is no number spoils nothing") {
  SizeReport R = smallReport();
  R.Programs[0].Baseline = std::numeric_limits<double>::quiet_NaN();
  R.Programs[1].Sizes[0] = std::numeric_limits<double>::infinity();
  R.Programs[1].Baseline = 5e-324;
  for (const std::string &Text : {formatTable(R), formatCSV(R)}) {
    CHECK(Text.find("nan") == Text.npos);
    CHECK(Text.find("inf,") == Text.npos);
    CHECK(Text.find("inf%") == Text.npos);
  }
  const auto Parsed = OrderedJSON::parse(formatJSON(R), nullptr, false);
  REQUIRE(Parsed.is_object());
  CHECK(Parsed["programs"][0]["baseline_bytes"].is_null());
  CHECK(summarize(R, 0, ProgramGroup::All).GeometricMean == 0);
  CHECK(formatTable(SizeReport()).find("package") == 0);
}

TEST_CASE("SizeReportText: JSON has the model's error and the corpus") {
  SizeReport R = smallReport();
  R.Corpus = "corpora/\xFF"; // Not UTF-8.
  R.Programs[1].LinkedBaseline = 1000;
  R.Programs[1].Linked = {900}; // The second policy's link failed.
  const auto Parsed = OrderedJSON::parse(formatJSON(R), nullptr, false);
  REQUIRE(Parsed.is_object());
  CHECK(Parsed["corpus"] == "corpora/\xEF\xBF\xBD");
  CHECK(Parsed["policies"][0]["prediction_error"]["largest_program"] ==
        "leveldbutil");
  CHECK_FALSE(Parsed["policies"][1].contains("prediction_error"));
  CHECK(Parsed["policies"][0]["summary"]["C++"]["linked_programs"] == 1);
  CHECK(Parsed["programs"][0]["change_percent"][0] == Approx(-12));
  CHECK(Parsed["programs"][1]["linked_change_percent"].size() == 1);
  CHECK(Parsed["programs"][1]["linked_change_percent"][0] == Approx(-10));
}

TEST_CASE("SizeReportText: CSV quotes what RFC 4180 says") {
  SizeReport R = smallReport();
  R.PolicyNames = {"a,b", "two\r\nlines"};
  R.Programs[0].Program = "say \"hi\"";
  const std::string CSV = formatCSV(R);
  CHECK(CSV.find("bzip2,\"say \"\"hi\"\"\",C,\"a,b\",100,88,-12.0000,,,\r\n") !=
        CSV.npos);
  CHECK(CSV.find(",\"two\r\nlines\",") != CSV.npos);
  CHECK(CSV.substr(CSV.size() - 2) == "\r\n");
}
