// Tests of GateDecisions and GatePasses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateDecisions.h"
#include "runner/DecisionFields.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

GateDecisions parse(const std::string &Lines) {
  auto Parsed = GateDecisions::parse(GateDecisions::header() + Lines);
  REQUIRE(Parsed);
  return *Parsed;
}

std::string failure(const std::string &Text) {
  auto Parsed = GateDecisions::parse(Text);
  REQUIRE_FALSE(Parsed);
  return Parsed.error().message();
}

} // namespace

TEST_CASE("GatePasses: names are found, each once", "[gate]") {
  for (size_t I = 0; I < NumGatePasses; ++I)
    CHECK(findGatePass(GatePassNames[I]) == I);
  CHECK_FALSE(findGatePass("lcssa"));
}

TEST_CASE("GatePasses: sets that are tried differ and leave something out",
          "[gate]") {
  const auto &Sets = getGateSets();
  for (size_t I = 0; I < Sets.size(); ++I) {
    CHECK(Sets[I].any());
    for (size_t J = 0; J < I; ++J)
      CHECK(Sets[I] != Sets[J]);
  }
  const auto Read = parseGateSets("simplifycfg,jump-threading");
  REQUIRE(Read);
  CHECK(describe(Read->front()) == "jump-threading,simplifycfg");
}

TEST_CASE("GateDecisions: the line that names most decides", "[gate]") {
  const size_t LICM = *findGatePass("licm"), GVN = *findGatePass("gvn");
  const auto D = parse("0\t*\tlicm\t*\n1\tf\tlicm\t2\n1\tf\t*\t7\n"
                       "0\tf\tgvn\t7\n# a comment\n0\tf\tgvn\t1\n"
                       "1\tf\tgvn\t1\n");
  CHECK(D.find("f", LICM, 2, false) == true);
  CHECK(D.find("f", LICM, 3, false) == false);
  CHECK(D.find("f", LICM, 7, false) == true);
  CHECK(D.find("g", LICM, 2, false) == false);
  CHECK(D.find("f", GVN, 7, false) == false);
  CHECK(D.find("f", GVN, 1, false) == true);
  CHECK_FALSE(D.find("f", GVN, 0, false));
  CHECK_FALSE(D.find("g", GVN, 7, false));
}

TEST_CASE("GateDecisions: late is from when inlining has begun", "[gate]") {
  const size_t GVN = *findGatePass("gvn");
  const auto D = parse("0\tf\tgvn\tlate\n1\tf\tgvn\t3\n0\tg\t*\tlate\n");
  CHECK_FALSE(D.find("f", GVN, 1, false));
  CHECK(D.find("f", GVN, 1, true) == false);
  CHECK(D.find("f", GVN, 3, true) == true);
  CHECK(D.find("g", GVN, 3, true) == false);
}

TEST_CASE("GateDecisions: what is written is read", "[gate]") {
  const size_t LICM = *findGatePass("licm");
  std::string Name;
  appendField(Name, "a b%\tc@x.c");
  CHECK(Name == "a%20b%25%09c@x.c");
  const auto D = parse(GateDecisions::formatLine(Name, LICM, 3, false));
  CHECK(D.find(Name, LICM, 3, false) == false);
  CHECK_FALSE(D.find(Name, LICM, 2, false));
}

TEST_CASE("GateDecisions: decisions of other tasks are passed over", "[gate]") {
  const size_t LICM = *findGatePass("licm");
  const auto D = GateDecisions::parse(
      "# mlgo-inline-decisions 1\n1\tf\tg\tg#0\n" + GateDecisions::header() +
      "0\tf\tlicm\t0\n# mlgo-evict-decisions 1\n7\tf\n");
  REQUIRE(D);
  CHECK(D->find("f", LICM, 0, false) == false);
}

TEST_CASE("GateDecisions: errors name the line", "[gate]") {
  const std::string Header = GateDecisions::header();
  CHECK(failure("") == "gate decisions: line 1: header is '', expected "
                       "'# mlgo-gate-decisions 1'");
  CHECK(failure("# mlgo-inline-decisions 1\n") ==
        "gate decisions: only other decisions found, expected "
        "'# mlgo-gate-decisions 1'");
  CHECK(failure("# mlgo-gate-decisions 2\n") ==
        "gate decisions: line 1: header is '# mlgo-gate-decisions 2', expected "
        "'# mlgo-gate-decisions 1'");
  CHECK(failure(Header + "0\tf\tlicm\t0").find("line 2: ends without") !=
        std::string::npos);
  CHECK(failure(Header + "\n2\tf\tlicm\t0\n") ==
        "gate decisions: line 3: decision is '2', expected 0 or 1");
  CHECK(failure(Header + "0\t\tlicm\t0\n").find("has no function") !=
        std::string::npos);
  CHECK(failure(Header + "0\tf\tlcssa\t0\n").find("pass is 'lcssa'") !=
        std::string::npos);
  for (const char *Number : {"", "-1", "x", "1x", "4294967295", "99999999999"})
    CHECK(failure(Header + "0\tf\tlicm\t" + Number + "\n")
              .find("occurrence is '" + std::string(Number)) !=
          std::string::npos);
}

TEST_CASE("GateDecisions: lines that name all are told from others", "[gate]") {
  const GateDecisions Decisions =
      parse("0\tf\tlicm\t2\n0\tf\tgvn\t*\n0\t*\tlicm\t1\n");
  CHECK(Decisions.hasLineOf("f", *findGatePass("licm"), 2));
  CHECK_FALSE(Decisions.hasLineOf("f", *findGatePass("licm"), 1));
  CHECK_FALSE(Decisions.hasLineOf("f", *findGatePass("gvn"), 0));
  CHECK_FALSE(Decisions.hasLineOf("g", *findGatePass("licm"), 2));
}

TEST_CASE("GatePasses: sets are read as they are described", "[gate]") {
  std::string Text = "# sets\n\n";
  for (const GateSet &Set : getGateSets())
    Text += describe(Set) + "\n";
  const auto Read = parseGateSets(Text);
  REQUIRE(Read);
  CHECK(*Read == getGateSets());
  const auto Wrong = parseGateSets("licm\nlicm,,gvn\n");
  REQUIRE_FALSE(Wrong);
  CHECK(Wrong.error().message() == "gate sets: line 2: pass is '', expected "
                                   "one that may be left out");
}
