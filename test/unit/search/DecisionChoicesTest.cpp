// Tests of DecisionChoices
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Searches over sites where more than two decisions are possible.

#include "TemporaryFolder.h"
#include "search/DecisionSearch.h"
#include <atomic>
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Every site costs the distance to the best decision there. What may be
/// decided at a site depends on the one before.
struct ColumnProblem : DecisionProblem {
  std::atomic<bool> Stop{false};
  uint64_t Asked = 0, StopAfter = ~uint64_t(0);

  static Evaluated measure(const Decisions &D) {
    Evaluated E;
    int64_t Before = 2;
    for (uint32_t I = 0; I < 9; ++I) {
      DecidedSite Site;
      Site.Key = "f\t" + std::to_string(I);
      Site.Choices = uint64_t(1) << 40 | (Before % 2 ? 0x15 : 0x3f);
      auto Known = D.find(Site.Key);
      Site.Decision = Known != D.end() && Site.Choices >> Known->second & 1
                          ? Known->second
                          : 40;
      Site.Caller = I;
      Site.Callee = 100 + I;
      const int64_t Best = I * 7 % 5;
      E.Size += 1 + static_cast<double>(std::abs(Site.Decision - Best));
      Before = Site.Decision;
      E.Sites.push_back(Site);
    }
    return E;
  }
  Result<Evaluated> evaluate(const Decisions &D) override { return measure(D); }
  std::vector<std::optional<double>>
  tryMoves(const Decisions &Base, const std::vector<Move> &Moves) override {
    std::vector<std::optional<double>> Sizes;
    for (const Move &M : Moves) {
      Decisions D = Base;
      for (const auto &[Key, Decision] : M.Changes)
        D[Key] = Decision;
      Sizes.push_back(measure(D).Size);
      Stop = Stop || ++Asked >= StopAfter;
    }
    return Sizes;
  }
};

} // namespace

TEST_CASE("DecisionSearch: all methods use every choice that a site has") {
  for (const SearchMethod Method :
       {SearchMethod::Local, SearchMethod::Annealing,
        SearchMethod::RandomWalk}) {
    ColumnProblem P;
    SearchOptions O;
    O.Method = Method;
    O.MaxTrials = Method == SearchMethod::Local ? 0 : 3000;
    O.BatchSize = 16;
    const auto Found = searchDecisions(P, O);
    REQUIRE(Found);
    CHECK(Found->StartSize > 300);
    // Not everything may be decided at once.
    CHECK(Found->Best.Size <= 14);
    for (const DecidedSite &Site : Found->Best.Sites)
      CHECK((Site.Choices >> Site.Decision & 1) != 0);
  }
}

TEST_CASE("DecisionSearch: choices survive an interruption") {
  const TemporaryFolder Folder;
  ColumnProblem Whole;
  const auto Expected = searchDecisions(Whole, {});
  REQUIRE(Expected);
  SearchOptions O;
  O.CheckpointFile = Folder.Path / "checkpoint";
  O.CheckpointSeconds = 0;
  uint64_t Runs = 0;
  for (;; ++Runs) {
    ColumnProblem P;
    P.StopAfter = 40;
    O.Interrupt = &P.Stop;
    O.BatchSize = 20;
    const auto Found = searchDecisions(P, O);
    REQUIRE(Found);
    if (Found->End == SearchEnd::Interrupted && Runs < 100)
      continue;
    CHECK(Found->Best.Size == Expected->Best.Size);
    CHECK(Found->BestDecisions == Expected->BestDecisions);
    break;
  }
  CHECK(Runs > 1);
}

TEST_CASE("DecisionSearch: decisions that a search does not know are refused") {
  struct Far : ColumnProblem {
    Result<Evaluated> evaluate(const Decisions &D) override {
      Evaluated E = measure(D);
      E.Sites[0].Decision = 64;
      return E;
    }
  } P;
  const auto Found = searchDecisions(P, {});
  REQUIRE(!Found);
  CHECK(Found.error().message() ==
        "decision problem: site 'f\t0' has decision 64, expected 0 to 63");
}
