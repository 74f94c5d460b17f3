// Tests of AllocationProblem
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationProblem.h"
#include "CrowdedModule.h"
#include "evaluate/ObjectiveFixture.h"
#include "search/DecisionSearch.h"
#include <cmath>

using namespace mlgo;

namespace {

struct Fixture : ObjectiveFixture {
  std::unique_ptr<Worker> Work;

  Fixture() {
    makeCorpus("train/package", {crowdedModule(), crowdedModule(20)});
    auto Started = startWorkers({"in-process", 1}, makeAllWork());
    REQUIRE(Started);
    Work = std::move(*Started);
  }

  std::unique_ptr<CorpusProblem> open(const char *Objective) {
    ProblemOptions Options;
    Options.Selection.Folders = {Folder.file("train")};
    Options.Objective = **findObjective(Objective);
    auto Problem = (*findBackEnd("evict"))->createProblem(Options, *Work);
    REQUIRE(Problem);
    return std::move(*Problem);
  }
};

} // namespace

TEST_CASE_METHOD(Fixture,
                 "AllocationProblem: moves are what evaluation finds") {
  const auto Problem = open(GENERATE("score", "size"));
  const auto First = Problem->evaluate({});
  REQUIRE(First);
  REQUIRE(First->Sites.size() > 10);
  // Both modules have the function, each with sites of its own.
  CHECK(First->Sites.back().Key.find("crowded@m1.o\t") == 0);
  std::vector<Move> Moves;
  for (const DecidedSite &Site : First->Sites)
    for (int64_t D = 0; D <= MaxDecision && Moves.size() < 12; ++D)
      if (D != Site.Decision && Site.Choices >> D & 1)
        Moves.push_back({{{Site.Key, D}}});
  Moves.push_back({Moves.front().Changes});
  Moves.back().Changes.insert({First->Sites.back().Key, 0});
  const auto Sizes = Problem->tryMoves({}, Moves);
  REQUIRE(Sizes.size() == Moves.size());
  bool AnyChange = false;
  for (size_t I = 0; I < Moves.size(); ++I) {
    REQUIRE(Sizes[I]);
    const auto Whole = Problem->evaluate(Moves[I].Changes);
    REQUIRE(Whole);
    CHECK(Whole->Size == Approx(*Sizes[I]));
    AnyChange |= std::abs(Whole->Size - First->Size) > 1e-9;
  }
  CHECK(AnyChange);
  const auto Again = Problem->evaluate({});
  REQUIRE(Again);
  CHECK(Again->Size == First->Size);
  // What is not legal, or nowhere, changes nothing.
  const auto Same =
      Problem->evaluate({{"crowded\t0", 63}, {"absent\t1", 2}, {"x", 1}});
  REQUIRE(Same);
  CHECK(Same->Size == First->Size);
}

TEST_CASE_METHOD(Fixture,
                 "AllocationProblem: a search never loses, and what it "
                 "found can be replayed") {
  for (const SearchMethod Method :
       {SearchMethod::Local, SearchMethod::RandomWalk}) {
    const auto Problem = open("score");
    SearchOptions Options;
    Options.Method = Method;
    Options.MaxTrials = 150;
    Options.BatchSize = 32;
    const auto Found = searchDecisions(*Problem, Options);
    REQUIRE(Found);
    CHECK(Found->Best.Size <= Found->StartSize);
    const TaskBackEnd &BackEnd = **findBackEnd("evict");
    write("decisions", BackEnd.formatDecisions(toDecisions(Found->Best)));
    const auto Read = BackEnd.readDecisions(Folder.file("decisions"));
    REQUIRE(Read);
    const auto Replayed = open("score")->evaluate(*Read);
    REQUIRE(Replayed);
    CHECK(Replayed->Size == Approx(Found->Best.Size));
  }
}

TEST_CASE_METHOD(Fixture, "AllocationProblem: modules that cannot be read are "
                          "left out") {
  write("train/package/m0.o.bc", "no bitcode");
  const auto Problem = open("score");
  REQUIRE(Problem->evaluate({}));
  REQUIRE(Problem->failures().size() == 1);
  CHECK(Problem->failures()[0].find("m0.o.bc") != std::string::npos);
  CHECK_FALSE(Problem->isEmpty());
  CHECK((*findBackEnd("evict"))
            ->readDecisions(Folder.file("absent"))
            .error()
            .message() != "");
}
