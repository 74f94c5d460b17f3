// Tests of InlineDecisionProblem
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/InlineDecisionProblem.h"
#include "CallChains.h"
#include "TrialRequests.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace mlgo;

TEST_CASE_METHOD(SmallChains, "InlineDecisionProblem: tried moves come true") {
  const CodeLevel Level = GENERATE(CodeLevel::Oz, CodeLevel::Os);
  const std::string Second = Folder.file("second.ll");
  REQUIRE(writeFileAtomically(Second, SmallChains::makeModule(5)));
  // More workers than modules: moves of a module go to several.
  ForkedWorkers Work(3, makeTestTrials());
  MeasuredProgram Program;
  Program.Roots.clear();
  for (size_t I = 0; I < 3; ++I)
    Program.Objects.push_back({I, {}, false});
  const std::vector<std::string> Paths = {Path, Second,
                                          Folder.file("absent.bc")};
  InlineDecisionProblem Problem(Work, {}, Paths, {Program}, "", {Level, false});
  auto Base = Problem.evaluate({});
  REQUIRE(Base);
  REQUIRE(Problem.failures().size() == 1);
  CHECK(Problem.failures()[0].find(Folder.file("absent.bc")) == 0);
  Decisions Fixed;
  for (const DecidedSite &Site : Base->Sites)
    Fixed[Site.Key] = Site.Decision;
  // Sites of one name are decided alike now, which makes others disappear.
  Base = Problem.evaluate(Fixed);
  REQUIRE(Base);
  std::vector<Move> Moves;
  for (const DecidedSite &Site : Base->Sites)
    Moves.push_back({{{Site.Key, !Site.Decision}}});
  const auto Sizes = Problem.tryMoves(Fixed, Moves);
  for (size_t I = 0; I < Moves.size(); I += 7) {
    Decisions Flipped = Fixed;
    for (const auto &[Key, Decision] : Moves[I].Changes)
      Flipped[Key] = Decision;
    auto Truth = Problem.evaluate(Flipped);
    REQUIRE(Truth);
    INFO(Moves[I].Changes.begin()->first);
    REQUIRE(Sizes[I]);
    CHECK(std::fabs(*Sizes[I] - Truth->Size) <= 0.001 * Truth->Size);
  }
  CHECK_FALSE(Problem.tryMoves(Fixed, {{{{"no\tsuch\tsite", true}}}})[0]);
  // Nor does it matter who tries them.
  InProcessWorker Alone(makeTestTrials());
  InlineDecisionProblem Same(Alone, {}, Paths, {Program}, "", {Level, false});
  REQUIRE(Same.evaluate(Fixed));
  CHECK(Same.tryMoves(Fixed, Moves) == Sizes);
  Same.stopWhen([] { return true; });
  CHECK(Same.tryMoves(Fixed, {Moves[0]}) ==
        std::vector<std::optional<double>>(1));
  CHECK_FALSE(Same.evaluate({}));
}

TEST_CASE_METHOD(SmallChains,
                 "InlineDecisionProblem: a module that fails later "
                 "fails the trial and is no gain") {
  bool Fails = false;
  InProcessWorker Work([&Fails]() -> WorkFunction {
    return [&Fails, Serve = makeTestTrials()()](
               std::string_view Shared,
               std::string_view Request) -> Result<std::string> {
      if (Fails)
        return Error("worker process was killed");
      return Serve(Shared, Request);
    };
  });
  MeasuredProgram Program;
  Program.Objects.push_back({0, {}, false});
  InlineDecisionProblem Problem(Work, {}, {Path}, {Program}, "");
  const auto Base = Problem.evaluate({});
  REQUIRE(Base);
  REQUIRE(Base->Sites.size() > 2);
  const DecidedSite &Site = Base->Sites[0];
  const Decisions Flipped = {{Site.Key, !Site.Decision}};
  Fails = true;
  const auto Failed = Problem.evaluate(Flipped);
  REQUIRE_FALSE(Failed);
  CHECK(Failed.error().message().find("was killed") != std::string::npos);
  CHECK_FALSE(Problem.tryMoves({}, {{Flipped}})[0]);
  Fails = false;
  const auto Again = Problem.evaluate({});
  REQUIRE(Again);
  CHECK(Again->Size == Base->Size);
  CHECK(Again->Sites.size() == Base->Sites.size());
  REQUIRE(Problem.evaluate(Flipped));
}

TEST_CASE_METHOD(SmallChains,
                 "InlineDecisionProblem: what comes out the same is not "
                 "compiled again") {
  unsigned Requests = 0;
  InProcessWorker Work([&Requests]() -> WorkFunction {
    return [&Requests, Serve = makeTestTrials()()](std::string_view Shared,
                                                   std::string_view Request) {
      ++Requests;
      return Serve(Shared, Request);
    };
  });
  MeasuredProgram Program;
  Program.Roots.clear();
  Program.Objects.push_back({0, {}, false});
  InlineDecisionProblem Problem(Work, {}, {Path}, {Program}, "");
  Decisions Fixed;
  for (int Pass = 0; Pass < 3; ++Pass) {
    auto E = Problem.evaluate(Fixed);
    REQUIRE(E);
    for (const DecidedSite &Site : E->Sites)
      Fixed[Site.Key] = Site.Decision;
  }
  // Now all is decided, also what the inliner comes back to.
  const auto Last = Problem.evaluate(Fixed);
  const unsigned Before = Requests;
  Decisions Fewer;
  for (const DecidedSite &Site : Last->Sites)
    Fewer[Site.Key] = Site.Decision;
  Decisions More = Fewer;
  More["no\tsuch\tsite"] = true;
  for (const Decisions &D : {Fewer, More, Fixed}) {
    const auto Same = Problem.evaluate(D);
    REQUIRE(Same);
    CHECK(Same->Size == Last->Size);
  }
  CHECK(Requests == Before);
}

TEST_CASE_METHOD(SmallChains,
                 "InlineDecisionProblem: what no program keeps promises "
                 "nothing") {
  InProcessWorker Work(makeTestTrials());
  MeasuredProgram Program;
  Program.Roots = {"f6"};
  Program.Objects.push_back({0, {}, false});
  InlineDecisionProblem Problem(Work, {}, {Path}, {Program}, "");
  Problem.learnPromises(true);
  const auto Base = Problem.evaluate({});
  REQUIRE(Base);
  size_t Kept = 0, Dropped = 0;
  for (const DecidedSite &Site : Base->Sites) {
    INFO(Site.Key);
    const bool IsKept = std::stoi(Site.Key.substr(1)) <= 6;
    CHECK((Problem.promiseOf(Site) > 0) == IsKept);
    ++(IsKept ? Kept : Dropped);
  }
  CHECK(Kept > 0);
  CHECK(Dropped > 0);
}
