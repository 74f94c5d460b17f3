// Tests of DecisionSearch
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/DecisionSearch.h"
#include "SyntheticProblem.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

SearchResult search(SyntheticProblem &P, const SearchOptions &O) {
  auto Found = searchDecisions(P, O);
  REQUIRE(Found);
  // What is claimed is so.
  CHECK(P.measure(Found->BestDecisions).Size == Found->Best.Size);
  CHECK(P.measure(toDecisions(Found->Best)).Size == Found->Best.Size);
  CHECK(Found->Best.Size <= Found->StartSize);
  return *Found;
}

SearchOptions bothWays() {
  SearchOptions O;
  O.Local.FromNothing = true;
  return O;
}

} // namespace

TEST_CASE("DecisionSearch: what adds up is solved exactly") {
  for (uint64_t Seed = 0; Seed < 30; ++Seed) {
    SyntheticProblem P;
    fillAdditive(P, 12, Seed);
    const SearchResult Found = search(P, {});
    CHECK(Found.Best.Size == P.optimum());
    CHECK(Found.End == SearchEnd::Converged);
  }
}

TEST_CASE("DecisionSearch: 95 % of the gain where decisions interact") {
  double Reached = 0, Possible = 0, FromStart = 0;
  for (uint64_t Seed = 0; Seed < 100; ++Seed) {
    SyntheticProblem P;
    fillInteracting(P, 12, Seed);
    const SearchResult Found = search(P, bothWays());
    Reached += Found.StartSize - Found.Best.Size;
    Possible += Found.StartSize - P.optimum();
    const SearchResult One = search(P, {});
    FromStart += One.StartSize - One.Best.Size;
    CHECK(Found.Best.Size <= One.Best.Size);
  }
  INFO("reached " << Reached / Possible << ", from the start alone "
                  << FromStart / Possible);
  CHECK(Reached >= 0.95 * Possible);
  CHECK(FromStart >= 0.9 * Possible);
}

TEST_CASE("DecisionSearch: a callee that dies with its last call") {
  SyntheticProblem P;
  for (uint32_t I = 0; I < 7; ++I) // Each costs, all together save.
    P.Sites.push_back({I, 50, 5, -1});
  P.Bodies[50] = 60;
  SearchOptions O;
  O.Local.PairsOf = 0;
  CHECK(search(P, O).Best.Size == 1035);
  O.Local.MaxGroup = 3; // Without the move, there is no way.
  CHECK(search(P, O).Best.Size == 1060);
}

TEST_CASE("DecisionSearch: sites that appear when others are inlined") {
  SyntheticProblem P;
  P.Sites = {{1, 2, 10, -1}, {1, 3, -8, -1}, {1, 4, -5, 1}, {1, 5, -5, 2}};
  const SearchResult Found = search(P, {});
  CHECK(Found.Best.Size == 982);
  CHECK(Found.Best.Size == P.optimum());
  CHECK(Found.Best.Sites.size() == 4);
}

TEST_CASE("DecisionSearch: pairs that help only together") {
  SyntheticProblem P;
  P.Sites = {{0, 9, -1, -1}, {1, 2, 4, -1}, {1, 3, 4, -1}, {1, 4, 30, -1}};
  P.Pairs = {{1, 2, -20}};
  CHECK(search(P, {}).Best.Size == 987);
  SearchOptions O;
  O.Local.PairsOf = 0;
  CHECK(search(P, O).Best.Size == 999);
}

TEST_CASE("DecisionSearch: failing trials and programs cost themselves alone") {
  for (uint64_t Seed = 0; Seed < 20; ++Seed) {
    SyntheticProblem P;
    fillAdditive(P, 30, Seed);
    P.FailOnceEvery = 3;
    double Best = 1000;
    for (const auto &S : P.Sites)
      Best += std::min(0., S.Cost);
    // Bad luck: tried again, so nothing is lost.
    const SearchResult Unlucky = search(P, {});
    CHECK(Unlucky.Spent.FailedTrials > 0);
    CHECK(Unlucky.Best.Size == Best);
    // A site that cannot be inlined is left alone.
    SyntheticProblem Q;
    Q.Sites = P.Sites;
    Q.Crashing = {Q.key(1), Q.key(4)};
    const double Lost =
        std::min(0., Q.Sites[1].Cost) + std::min(0., Q.Sites[4].Cost);
    CHECK(search(Q, {}).Best.Size == Best - Lost);
  }
}

TEST_CASE("DecisionSearch: estimates that are off do not mislead") {
  double Reached = 0, Possible = 0;
  for (uint64_t Seed = 0; Seed < 30; ++Seed) {
    SyntheticProblem P;
    fillInteracting(P, 12, Seed);
    P.Noise = 8;
    const SearchResult Found = search(P, bothWays());
    Reached += Found.StartSize - Found.Best.Size;
    Possible += Found.StartSize - P.optimum();
  }
  CHECK(Reached >= 0.9 * Possible);
}

TEST_CASE("DecisionSearch: many sites take few evaluations") {
  SyntheticProblem P;
  fillAdditive(P, 600, 1);
  double Best = 1000;
  for (const auto &S : P.Sites)
    Best += std::min(0., S.Cost);
  const SearchResult Found = search(P, {});
  CHECK(Found.Best.Size == Best);
  CHECK(Found.Spent.Evaluations < 20);
  CHECK(Found.Spent.Trials < 4 * P.Sites.size());
}

TEST_CASE("DecisionSearch: what helps is applied before the budget ends") {
  SyntheticProblem P;
  fillAdditive(P, 400, 2);
  SearchOptions O;
  O.MaxTrials = 100;
  const SearchResult Found = search(P, O);
  CHECK(Found.End == SearchEnd::OutOfTrials);
  CHECK(Found.Spent.Trials <= 100);
  CHECK(Found.Best.Size < Found.StartSize);
  O.MaxTrials = 0;
  O.MaxSeconds = 1e-9;
  CHECK(search(P, O).End == SearchEnd::OutOfTime);
}

TEST_CASE("DecisionSearch: what promises most is tried and applied first") {
  SyntheticProblem P;
  fillAdditive(P, 400, 2);
  for (size_t I = 380; I < 400; ++I)
    P.Promises[P.key(I)] = 1;
  double Possible = 0;
  const Evaluated Start = P.measure({});
  for (size_t I = 380; I < 400; ++I) {
    const DecidedSite &Site = Start.Sites[399 - I];
    REQUIRE(Site.Key == P.key(I));
    Possible +=
        std::max(0., Site.Decision ? P.Sites[I].Cost : -P.Sites[I].Cost);
  }
  REQUIRE(Possible > 0);
  SearchOptions O;
  O.Local.ApplyEvery = 20;
  O.MaxTrials = 24; // With what applying takes.
  const SearchResult Found = search(P, O);
  CHECK(Found.StartSize - Found.Best.Size == Possible);
}

TEST_CASE("DecisionSearch: groups of what promises most need few trials") {
  // Of 200 calls that are left, the 64 that promise most help.
  SyntheticProblem P;
  for (unsigned I = 0; I < 300; ++I) {
    const bool Helps = I % 3 != 0 && I < 96;
    P.Sites.push_back({I, 500 + I, Helps ? -10. : 4., -1});
    P.Promises[P.key(I)] = Helps ? 2 : 1;
  }
  SearchOptions O;
  O.Local.ApplyEvery = 20;
  O.MaxTrials = 24;
  CHECK(search(P, O).Best.Size > 1150);
  O.Local.FirstGroup = 2; // 2, 4, ..., 64, 128 and 200 calls.
  CHECK(search(P, O).Best.Size <= 1400 - 64 * 10);
  // No trial is spent where nothing promises anything.
  P.Promises.clear();
  CHECK(search(P, O).Spent.Trials <= 24);
}

TEST_CASE("DecisionSearch: a caller is also tried as others have it") {
  // Three calls help together only.
  SyntheticProblem P;
  for (unsigned I = 0; I < 9; ++I)
    P.Sites.push_back({I < 4 ? 1u : 2u + I, 20 + I, 3, -1});
  P.Pairs = {{1, 2, -6}, {1, 3, -6}, {2, 3, -6}};
  SearchOptions O;
  O.Local.PairsOf = 0;
  O.Start = {{P.key(0), 0}, {P.key(3), 0}, {P.key(6), 0}};
  CHECK(search(P, O).Best.Size == 1000);
  O.Others = {{{P.key(1), 1}, {P.key(2), 1}, {P.key(3), 1}, {P.key(7), 1}}};
  CHECK(search(P, O).Best.Size == 991);
}

TEST_CASE("DecisionSearch: labels are what flipping adds") {
  SyntheticProblem P;
  fillInteracting(P, 12, 3);
  SearchOptions O;
  std::map<std::string, double> AtStart;
  O.OnLabel = [&](const SearchLabel &L) {
    if (!L.AtStart)
      return;
    CHECK(L.Round == 1);
    Decisions D;
    D[L.Key] = L.Decision;
    CHECK(P.measure(D).Size - P.measure({}).Size == L.Delta);
    CHECK(AtStart.emplace(L.Key, L.Delta).second);
  };
  search(P, O);
  CHECK(AtStart.size() == 12);
}

TEST_CASE("DecisionSearch: annealing and random walk find what there is") {
  for (const SearchMethod Method :
       {SearchMethod::Annealing, SearchMethod::RandomWalk}) {
    double Reached = 0, Possible = 0;
    for (uint64_t Seed = 0; Seed < 20; ++Seed) {
      SyntheticProblem P;
      fillInteracting(P, 12, Seed);
      SearchOptions O;
      O.Method = Method;
      O.MaxTrials = 600;
      O.BatchSize = 4;
      O.Seed = Seed;
      const SearchResult Found = search(P, O);
      CHECK(Found.End == SearchEnd::OutOfTrials);
      CHECK(Found.Spent.Trials <= 600);
      Reached += Found.StartSize - Found.Best.Size;
      Possible += Found.StartSize - P.optimum();
      const SearchResult Again = search(P, O);
      CHECK(Again.BestDecisions == Found.BestDecisions);
      O.Seed += 1000;
      CHECK(search(P, O).Spent.Evaluations != 0);
    }
    INFO("reached " << Reached / Possible);
    CHECK(Reached >= 0.95 * Possible);
  }
}

TEST_CASE("DecisionSearch: options that contradict each other are refused") {
  SyntheticProblem P;
  fillAdditive(P, 3, 1);
  SearchOptions O;
  O.Local.FromStart = false;
  auto Found = searchDecisions(P, O);
  REQUIRE(!Found);
  CHECK(Found.error().message() ==
        "search options: local search from nowhere, expected from the start "
        "or from nothing");
  O.Method = SearchMethod::Annealing;
  Found = searchDecisions(P, O);
  REQUIRE(!Found);
  CHECK(Found.error().message() ==
        "search options: no budget, expected trials or seconds");
  O.MaxTrials = 10;
  O.Annealing.LastTemperature = 0;
  Found = searchDecisions(P, O);
  REQUIRE(!Found);
  CHECK(Found.error().message() ==
        "search options: temperatures do not fall, expected first >= last > 0");
}

TEST_CASE("DecisionSearch: a start that cannot be evaluated is an error") {
  SyntheticProblem P;
  fillAdditive(P, 3, 1);
  P.Crashing = {P.key(0)};
  auto Found = searchDecisions(P, {});
  REQUIRE(!Found);
  CHECK(Found.error().message() == "the start: crashed");
}

TEST_CASE("DecisionSearch: a program without sites is at its best") {
  SyntheticProblem P;
  SearchOptions O = bothWays();
  O.MaxTrials = 50;
  for (const SearchMethod Method :
       {SearchMethod::Local, SearchMethod::Annealing,
        SearchMethod::RandomWalk}) {
    O.Method = Method;
    CHECK(search(P, O).Best.Size == 1000);
  }
}

namespace {

/// A problem that breaks a promise.
struct BrokenProblem : SyntheticProblem {
  bool Twice = false, Newline = false, Short = false;

  Result<Evaluated> evaluate(const Decisions &D) override {
    Evaluated E = measure(D);
    if (Twice)
      E.Sites.push_back(E.Sites[0]);
    if (Newline)
      E.Sites[0].Key += "\n";
    return E;
  }
  std::vector<std::optional<double>>
  tryMoves(const Decisions &Base, const std::vector<Move> &Moves) override {
    auto Sizes = SyntheticProblem::tryMoves(Base, Moves);
    if (Short)
      Sizes.pop_back();
    return Sizes;
  }
};

} // namespace

TEST_CASE("DecisionSearch: problems that break promises are told so") {
  BrokenProblem P;
  fillAdditive(P, 3, 1);
  P.Twice = true;
  auto Found = searchDecisions(P, {});
  REQUIRE(!Found);
  CHECK(Found.error().message() ==
        "decision problem: site 'f102\tg\tg#0' is listed twice");
  P.Twice = false;
  P.Newline = true;
  Found = searchDecisions(P, {});
  REQUIRE(!Found);
  CHECK(Found.error().message() == "decision problem: site key 'f102\tg\tg#0\n'"
                                   " is empty or has a newline");
  P.Newline = false;
  P.Short = true;
  Found = searchDecisions(P, {});
  REQUIRE(!Found);
  CHECK(Found.error().message() == "decision problem: 2 answers, expected 3");
}
