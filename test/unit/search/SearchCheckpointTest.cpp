// Tests of SearchCheckpoint
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interrupted searches, and what DecisionSearch does with their files.

#include "SyntheticProblem.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

struct Told {
  std::vector<std::string> Labels;
  uint64_t Trials = 0;
};

SearchOptions optionsFor(SearchMethod Method, const std::string &File,
                         Told &What) {
  SearchOptions O;
  O.Method = Method;
  O.Local.FromNothing = true;
  O.BatchSize = 7;
  O.MaxTrials = 900;
  O.CheckpointFile = File;
  O.OnLabel = [&What](const SearchLabel &L) {
    What.Labels.push_back(L.Key + std::to_string(L.Delta));
  };
  O.OnProgress = [&What](const SearchProgress &P) { What.Trials = P.Trials; };
  return O;
}

void fill(SyntheticProblem &P) {
  fillInteracting(P, 40, 5);
  P.FailOnceEvery = 11;
  P.Noise = 3;
}

/// A finished local search's checkpoint.
std::string checkpoint(const std::string &File, SyntheticProblem &P) {
  SearchOptions O;
  O.CheckpointFile = File;
  REQUIRE(searchDecisions(P, O));
  auto Text = readFile(File);
  REQUIRE(Text);
  return *Text;
}

} // namespace

TEST_CASE("DecisionSearch: an interrupted search ends as if it had not been") {
  TemporaryFolder Folder;
  for (const SearchMethod Method :
       {SearchMethod::Local, SearchMethod::Annealing,
        SearchMethod::RandomWalk}) {
    SyntheticProblem Whole;
    fill(Whole);
    Told Once;
    auto Expected = searchDecisions(Whole, optionsFor(Method, "", Once));
    REQUIRE(Expected);
    REQUIRE(Expected->End != SearchEnd::Interrupted);
    SyntheticProblem P;
    fill(P);
    const std::string File =
        Folder.file("search" + std::to_string(static_cast<int>(Method)));
    unsigned Interruptions = 0;
    for (;; ++Interruptions) {
      REQUIRE(Interruptions < 500);
      Told Parts;
      SearchOptions O = optionsFor(Method, File, Parts);
      P.Stop = false;
      P.StopAfter = P.Asked + 40;
      O.Interrupt = &P.Stop;
      auto Found = searchDecisions(P, O);
      REQUIRE(Found);
      CHECK(Found->Best.Size <= Found->StartSize);
      if (Found->End == SearchEnd::Interrupted)
        continue;
      CHECK(Found->End == Expected->End);
      CHECK(Found->Best.Size == Expected->Best.Size);
      CHECK(Found->Spent.Trials == Expected->Spent.Trials);
      CHECK(Found->Spent.Evaluations == Expected->Spent.Evaluations);
      const bool SameLabels = Parts.Labels == Once.Labels;
      CHECK(SameLabels);
      CHECK(Found->BestDecisions == Expected->BestDecisions);
      break;
    }
    CHECK(Interruptions >= 3);
  }
}

TEST_CASE("DecisionSearch: trials of an interrupted batch are not lost") {
  TemporaryFolder Folder;
  SyntheticProblem P, Q;
  fillInteracting(P, 60, 1);
  fillInteracting(Q, 60, 1);
  SearchOptions O;
  O.BatchSize = 1000;
  auto Whole = searchDecisions(Q, O);
  REQUIRE(Whole);
  O.CheckpointFile = Folder.file("search");
  O.Interrupt = &P.Stop;
  P.StopAfter = 20; // In the first of the batches, which is answered to here.
  P.IsHasty = true;
  auto Cut = searchDecisions(P, O);
  REQUIRE(Cut);
  CHECK(Cut->End == SearchEnd::Interrupted);
  CHECK(P.Asked == 20);
  // Those of a batch that was cut were made, too.
  CHECK(Cut->Spent.Trials >= 20);
  P.Stop = false;
  P.StopAfter = ~uint64_t(0);
  auto Found = searchDecisions(P, O);
  REQUIRE(Found);
  CHECK(P.Asked == Q.Asked);
  CHECK(Found->BestDecisions == Whole->BestDecisions);
  CHECK(Found->Spent.Trials == Whole->Spent.Trials);
}

TEST_CASE("DecisionSearch: trials before the end of the time are used, kept") {
  TemporaryFolder Folder;
  SyntheticProblem P, Q;
  fillAdditive(P, 60, 1);
  fillAdditive(Q, 60, 1);
  SearchOptions O;
  auto Whole = searchDecisions(Q, O);
  REQUIRE(Whole);
  O.CheckpointFile = Folder.file("search");
  O.ForgetsEarlierSeconds = true;
  O.MaxSeconds = 0.5;
  P.SlowAfter = 20;
  auto Cut = searchDecisions(P, O);
  REQUIRE(Cut);
  CHECK(Cut->End == SearchEnd::OutOfTime);
  CHECK(P.Asked == 20);
  CHECK(Cut->Best.Size < Cut->StartSize);
  P.SlowAfter = ~uint64_t(0);
  O.MaxSeconds = 600;
  auto Found = searchDecisions(P, O);
  REQUIRE(Found);
  CHECK(Found->End == SearchEnd::Converged);
  CHECK(P.Asked == Q.Asked);
  CHECK(Found->BestDecisions == Whole->BestDecisions);
  CHECK(Found->Spent.Trials == Whole->Spent.Trials);
}

TEST_CASE("DecisionSearch: a finished search costs one evaluation to repeat") {
  TemporaryFolder Folder;
  SyntheticProblem P;
  fillInteracting(P, 20, 1);
  SearchOptions O;
  O.CheckpointFile = Folder.file("search");
  auto First = searchDecisions(P, O);
  REQUIRE(First);
  const uint64_t Asked = P.Asked, Evaluations = P.Evaluations;
  auto Second = searchDecisions(P, O);
  REQUIRE(Second);
  CHECK(P.Asked == Asked);
  CHECK(P.Evaluations == Evaluations + 1);
  CHECK(Second->BestDecisions == First->BestDecisions);
}

TEST_CASE("DecisionSearch: a larger budget continues where a smaller ended") {
  TemporaryFolder Folder;
  SyntheticProblem P, Q;
  fillInteracting(P, 40, 1);
  fillInteracting(Q, 40, 1);
  SearchOptions O;
  O.Method = SearchMethod::RandomWalk;
  O.MaxTrials = 500;
  auto Whole = searchDecisions(Q, O);
  REQUIRE(Whole);
  O.CheckpointFile = Folder.file("search");
  for (const uint64_t Trials : {100, 300, 500}) {
    O.MaxTrials = Trials;
    auto Found = searchDecisions(P, O);
    REQUIRE(Found);
    CHECK(Found->Spent.Trials == Trials);
  }
  CHECK(P.Asked == Q.Asked);
  auto Found = searchDecisions(P, O);
  REQUIRE(Found);
  CHECK(Found->BestDecisions == Whole->BestDecisions);
}

TEST_CASE("DecisionSearch: so does local search, though it had to finish") {
  TemporaryFolder Folder;
  SyntheticProblem P, Q;
  fillInteracting(P, 60, 1);
  fillInteracting(Q, 60, 1);
  SearchOptions O;
  auto Whole = searchDecisions(Q, O);
  REQUIRE(Whole);
  O.CheckpointFile = Folder.file("search");
  for (const uint64_t Trials : {50, 90, 130}) {
    O.MaxTrials = Trials;
    auto Found = searchDecisions(P, O);
    REQUIRE(Found);
    CHECK(Found->End == SearchEnd::OutOfTrials);
  }
  O.MaxTrials = 0;
  auto Found = searchDecisions(P, O);
  REQUIRE(Found);
  CHECK(Found->End == SearchEnd::Converged);
  CHECK(Found->BestDecisions == Whole->BestDecisions);
  CHECK(Found->Spent.Trials == Whole->Spent.Trials);
  CHECK(P.Asked == Q.Asked); // No trial was asked for twice.
}

TEST_CASE("DecisionSearch: checkpoints of other searches are refused") {
  TemporaryFolder Folder;
  const std::string File = Folder.file("search");
  SyntheticProblem P, Other;
  fillInteracting(P, 12, 1);
  fillInteracting(Other, 13, 1);
  const std::string Text = checkpoint(File, P);
  SearchOptions O;
  O.CheckpointFile = File;
  auto Found = searchDecisions(Other, O);
  REQUIRE(!Found);
  CHECK_THAT(Found.error().message(),
             Catch::Contains(": search checkpoint: is of another program or "
                             "policy: its start has 12 sites") &&
                 Catch::Contains("expected 13 and "));
  O.ProblemName = "lua";
  Found = searchDecisions(P, O);
  REQUIRE(!Found);
  CHECK(Found.error().message() ==
        File + ": search checkpoint: made with other options or for another "
               "problem; remove it to start anew");
  O.ProblemName.clear();
  P.Sites[0].Cost += 1; // Its first site is inlined: the start is larger.
  CHECK(!searchDecisions(P, O));
  P.Sites[0].Cost -= 1;
  P.Sites[1].Cost += 400; // Seen only once the start has been left.
  CHECK(searchDecisions(P, O));
  // Nothing was overwritten by what was refused.
  P.Sites[1].Cost -= 400;
  CHECK(searchDecisions(P, O));
}

TEST_CASE("DecisionSearch: damaged checkpoints are refused") {
  TemporaryFolder Folder;
  const std::string File = Folder.file("search");
  SyntheticProblem P;
  fillInteracting(P, 2, 1);
  const std::string Text = checkpoint(File, P);
  SearchOptions O;
  O.CheckpointFile = File;
  const uint64_t Asked = P.Asked;
  auto IsRefused = [&](const std::string &Bytes) {
    REQUIRE(writeFileAtomically(File, Bytes));
    auto Found = searchDecisions(P, O);
    return !Found && Found.error().message().rfind(
                         File + ": search checkpoint: ", 0) == 0;
  };
  size_t Accepted = 0;
  for (size_t Length = 0; Length < Text.size(); ++Length)
    Accepted += !IsRefused(Text.substr(0, Length));
  CHECK(Accepted == 0);
  for (size_t I = 0; I < Text.size(); ++I) {
    std::string Flipped = Text;
    Flipped[I] = static_cast<char>(Flipped[I] ^ (1 << I % 8));
    Accepted += !IsRefused(Flipped);
  }
  CHECK(Accepted == 0);
  CHECK(IsRefused("# mlgo-search 2 0\n. 0\n"));
  CHECK(P.Asked == Asked);
}

TEST_CASE("DecisionSearch: a checkpoint that cannot be written") {
  TemporaryFolder Folder;
  SyntheticProblem P;
  fillInteracting(P, 5, 1);
  SearchOptions O;
  // Found out before any work is done.
  O.CheckpointFile = Folder.file("absent/search");
  CHECK(!searchDecisions(P, O));
  O.CheckpointFile = Folder.Path.string();
  CHECK(!searchDecisions(P, O));
  CHECK(P.Asked == 0);
  // Later, the search goes on and the problem is told.
  std::filesystem::create_directory(Folder.file("folder"));
  O.CheckpointFile = Folder.file("folder/search");
  O.OnProgress = [&](const SearchProgress &Now) {
    if (Now.Trials > 1)
      std::filesystem::remove_all(Folder.file("folder"));
  };
  auto Found = searchDecisions(P, O);
  REQUIRE(Found);
  CHECK(Found->Best.Size < Found->StartSize);
  CHECK_THAT(Found->CheckpointProblem, Catch::Contains("folder/search"));
}
