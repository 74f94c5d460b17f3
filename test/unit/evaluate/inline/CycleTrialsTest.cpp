// Tests of CycleTrials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CallChains.h"
#include "ProfileFixture.h"
#include "TrialRequests.h"
#include "evaluate/TaskBackEnd.h"
#include "evaluate/inline/InlineDecisionProblem.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace mlgo;

namespace {

/// That LLVM gives to functions of one block.
constexpr uint64_t HashOfOneBlock = 742261418966908927;

struct Fixture {
  TemporaryFolder Folder;
  std::string Path = Folder.file("module.ll");
  CodeSetting Setting{CodeLevel::O2, false, Folder.file("a.profdata")};

  Fixture() {
    constexpr unsigned Functions = 10;
    // Too large for the inliner that runs before the profile is read.
    REQUIRE(writeFileAtomically(Path, makeCallChains(Functions, "", 3)));
    std::vector<FunctionCounts> Counts;
    for (unsigned I = 0; I < Functions; ++I)
      Counts.push_back({(I % 3 ? "m.ll;f" : "f") + std::to_string(I),
                        HashOfOneBlock,
                        {1000u << (Functions - I)}});
    writeProfile(Setting.Profile, Counts);
  }
};

LinkedCost libraryCost(const ObjectUnits &Units) {
  LinkModel Link(std::vector<std::string>{});
  Link.addObject(Units, false);
  return Link.cost();
}

} // namespace

TEST_CASE_METHOD(Fixture, "CycleTrials: flips by slice are what whole "
                          "compilations find") {
  ModuleRequest Request;
  Request.Path = Path;
  Request.Setting = Setting;
  Request.Policies = {{}};
  auto Base = ask(Request);
  REQUIRE(Base);
  REQUIRE(Base->Policies[0].Failure == "");
  REQUIRE(Base->Policies[0].Sites.size() > 10);
  InlineDecisions::Map Fixed;
  for (const TrialSite &Site : Base->Policies[0].Sites) {
    CHECK(Site.Count > 0);
    Fixed[Site.Key] = Site.Decision;
    Request.Moves.push_back({{Site.Key, !Site.Decision}});
  }
  Request.Policies[0].Decisions =
      std::make_shared<const InlineDecisions>(Fixed);
  auto Sliced = ask(Request);
  Request.Options.Exact = true;
  auto Exact = ask(Request);
  REQUIRE(Sliced);
  REQUIRE(Exact);
  LinkModel Link(std::vector<std::string>{});
  Link.addObject(*Sliced->Policies[0].Units, false);
  const uint64_t Stock = Link.cost().Cycles;
  CHECK(Stock > 0);
  CHECK(Stock == libraryCost(*Exact->Policies[0].Units).Cycles);
  size_t Different = 0;
  for (size_t I = 0; I < Request.Moves.size(); ++I) {
    INFO(Request.Moves[I].begin()->first);
    REQUIRE(Sliced->Moves[I].Failure == "");
    REQUIRE(Exact->Moves[I].Failure == "");
    const LinkedCost Fast = Link.costWith({{0, &Sliced->Moves[I].Changed}});
    const LinkedCost True = Link.costWith({{0, &Exact->Moves[I].Changed}});
    CHECK(Fast.Size == True.Size);
    CHECK(Fast.Cycles == True.Cycles);
    Different += True.Cycles != Stock;
  }
  CHECK(Different > 5);
}

TEST_CASE_METHOD(Fixture, "CycleTrials: who decides does not see a profile "
                          "that is hidden") {
  CodeSetting Other = Setting;
  Other.Profile = Folder.file("other.profdata");
  std::vector<FunctionCounts> Counts;
  for (unsigned I = 0; I < 10; ++I)
    Counts.push_back({(I % 3 ? "m.ll;f" : "f") + std::to_string(I),
                      HashOfOneBlock,
                      {I % 4 ? 1u : 100000u}});
  writeProfile(Other.Profile, Counts);
  const auto compile = [&](const CodeSetting &With, bool Hides) {
    ModuleRequest Request;
    Request.Path = Path;
    Request.Policies = {{}};
    Request.Setting = With;
    Request.Setting.HidesProfile = Hides;
    auto Trial = ask(Request);
    REQUIRE(Trial);
    REQUIRE(Trial->Policies[0].Failure == "");
    InlineDecisions::Map Made;
    for (const TrialSite &Site : Trial->Policies[0].Sites)
      Made[Site.Key] = Site.Decision;
    return std::pair(Made, libraryCost(*Trial->Policies[0].Units));
  };
  CHECK(compile(Setting, false).first != compile(Other, false).first);
  const auto One = compile(Setting, true), Two = compile(Other, true);
  CHECK(One.first == Two.first);
  CHECK(One.second.Size == Two.second.Size);
  CHECK(One.second.Cycles > 0);
  CHECK(One.second.Cycles != Two.second.Cycles);
  // It is compiled as if there were none.
  CodeSetting None = Setting;
  None.Profile.clear();
  const auto Without = compile(None, false);
  CHECK(One.first == Without.first);
  CHECK(One.second.Size == Without.second.Size);
}

TEST_CASE_METHOD(Fixture, "CycleTrials: bytes may have a price") {
  InProcessWorker Work(makeTestTrials());
  MeasuredProgram Program;
  Program.Roots.clear();
  Program.Objects.push_back({0, {}, false});
  InlineDecisionProblem Problem(Work, {}, {Path}, {Program}, "", Setting);
  Problem.priceSize(0.5);
  auto Base = Problem.evaluate({});
  REQUIRE(Base);
  const CorpusProblem::Part First = Problem.parts()[0];
  CHECK(Base->Size == Approx(1.5 * First.Size));
  Decisions All;
  for (const DecidedSite &Site : Base->Sites)
    All[Site.Key] = false;
  auto Apart = Problem.evaluate(All);
  REQUIRE(Apart);
  const CorpusProblem::Part Now = Problem.parts()[0];
  CHECK(Now.Bytes != First.Bytes);
  CHECK(Apart->Size == Approx(Now.Size + 0.5 * First.Size * double(Now.Bytes) /
                                             double(First.Bytes)));
}

TEST_CASE_METHOD(Fixture, "CycleTrials: programs grow as far as they may") {
  InProcessWorker Work(makeTestTrials());
  MeasuredProgram Program;
  Program.Roots.clear();
  Program.Objects.push_back({0, {}, false});
  const auto tryAll = [&](std::optional<GrowthLimit> Limit) {
    InlineDecisionProblem Problem(Work, {}, {Path}, {Program}, "", Setting);
    if (Limit)
      Problem.limitGrowth(*Limit);
    auto Base = Problem.evaluate({});
    REQUIRE(Base);
    CHECK(Problem.parts()[0].Size == Base->Size);
    std::vector<Move> Moves;
    Decisions Fixed;
    for (const DecidedSite &Site : Base->Sites) {
      Fixed[Site.Key] = Site.Decision;
      Moves.push_back({{{Site.Key, !Site.Decision}}});
    }
    std::vector<std::pair<double, int64_t>> Found; // Cycles and bytes.
    const uint64_t Bytes = Problem.parts()[0].Bytes;
    const auto Tried = Problem.tryMoves(Fixed, Moves);
    for (size_t I = 0; I < Moves.size(); ++I) {
      Decisions With = Fixed;
      With[Moves[I].Changes.begin()->first] = Moves[I].Changes.begin()->second;
      auto Truth = Problem.evaluate(With);
      REQUIRE(Truth);
      REQUIRE(Tried[I]);
      CHECK(*Tried[I] == Truth->Size);
      Found.emplace_back(Truth->Size - Base->Size,
                         int64_t(Problem.parts()[0].Bytes) - int64_t(Bytes));
    }
    return Found;
  };
  const auto Free = tryAll(std::nullopt);
  const auto Limited = tryAll(GrowthLimit{0, false});
  REQUIRE(Free.size() == Limited.size());
  size_t Refused = 0;
  for (size_t I = 0; I < Free.size(); ++I) {
    CHECK(Free[I].second == Limited[I].second);
    if (Free[I].second <= 0) {
      CHECK(Free[I].first == Limited[I].first);
      continue;
    }
    CHECK(Limited[I].first > 0);
    ++Refused;
  }
  CHECK(Refused > 0);
}

TEST_CASE("CycleTrials: limits of growth") {
  CHECK(parseGrowthLimit("300")->bytesOver(1000) == 1300);
  CHECK(parseGrowthLimit("1.5%")->bytesOver(1000) == 1015);
  CHECK(parseGrowthLimit("0")->bytesOver(1000) == 1000);
  for (const char *Bad :
       {"", "%", "-1", "-2%", "x", "3 %", "nan", "inf", "1e30"}) {
    INFO(Bad);
    CHECK_FALSE(parseGrowthLimit(Bad));
  }
}

TEST_CASE_METHOD(Fixture, "CycleTrials: cycles take a profile that can be "
                          "read, and size none") {
  const TaskBackEnd *BackEnd = *findBackEnd("inline");
  InProcessWorker Work(makeTestTrials());
  ProblemOptions Options;
  Options.Selection.Folders = {Folder.Path.string()};
  Options.Objective = **findObjective("cycles");
  auto None = BackEnd->createProblem(Options, Work);
  REQUIRE_FALSE(None);
  CHECK(None.error().message().find("no corpus") != std::string::npos);
  Options.Setting.Profile = Path;
  auto Bad = BackEnd->createProblem(Options, Work);
  REQUIRE_FALSE(Bad);
  CHECK(Bad.error().message().find(Path) != std::string::npos);
  Options.Setting = Setting;
  Options.Objective = **findObjective("size");
  CHECK_FALSE(BackEnd->createProblem(Options, Work));
}
