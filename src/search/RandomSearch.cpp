// Simulated annealing and random walk
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/support/Random.h"
#include "search/SearchMethods.h"
#include "search/SearchMoves.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace mlgo {
namespace {
/// Where a walk stands.
struct Place {
  Decisions D;
  Evaluated E;
};

/// Moves drawn from those that \p At allows and measured; failed ones are left
/// out.
std::vector<Candidate> draw(SearchSession &S, const Place &At, Random &R) {
  const SearchOptions &O = S.options();
  std::vector<Candidate> All = flipSites(At.E.Sites);
  for (Candidate &C : flipCallees(At.E.Sites, O.Local.MaxGroup))
    All.push_back(std::move(C));
  std::vector<Candidate> Drawn;
  std::set<uint64_t> Indices;
  for (unsigned I = 0; I < std::max(1u, O.BatchSize) && !All.empty(); ++I) {
    const uint64_t Index = R.below(All.size());
    if (Indices.insert(Index).second)
      Drawn.push_back(All[Index]);
  }
  std::vector<Move> Moves;
  for (const Candidate &C : Drawn)
    Moves.push_back(C.M);
  const auto Answers = S.tryMoves(At.D, Moves);
  std::vector<Candidate> Measured;
  for (size_t I = 0; I < Answers.size(); ++I) {
    if (!Answers[I].Size)
      continue;
    Drawn[I].Delta = *Answers[I].Size - At.E.Size;
    if (Drawn[I].isFlip() && S.options().OnLabel) {
      const auto &[Key, Decision] = *Drawn[I].M.Changes.begin();
      S.options().OnLabel({Key, Decision, Drawn[I].Delta, At.E.Size,
                           S.spent().Round, At.D == S.options().Start});
    }
    Measured.push_back(std::move(Drawn[I]));
  }
  return Measured;
}

/// Returns the members of \p Drawn that annealing accepts, one after the other.
/// A move that shares a function with an accepted one was measured in vain.
Move metropolis(const std::vector<Candidate> &Drawn, double Temperature,
                Random &R) {
  Move Accepted;
  std::set<uint32_t> Touched;
  for (const Candidate &C : Drawn) {
    const double Luck = R.uniform();
    if (C.Delta > 0 && Luck >= std::exp(-C.Delta / Temperature))
      continue;
    if (std::any_of(C.Functions.begin(), C.Functions.end(),
                    [&](uint32_t F) { return Touched.count(F); }))
      continue;
    Touched.insert(C.Functions.begin(), C.Functions.end());
    apply(C.M, Accepted.Changes);
  }
  return Accepted;
}

/// Goes there, unless it cannot be evaluated.
void go(SearchSession &S, Place &At, const Move &M) {
  if (M.Changes.empty())
    return;
  Decisions D = At.D;
  apply(M, D);
  if (auto E = S.evaluate(D))
    At = {std::move(D), std::move(*E)};
}
} // namespace

void anneal(SearchSession &S) {
  const SearchOptions &O = S.options();
  const double First = O.Annealing.FirstTemperature;
  const double Cooling = O.Annealing.LastTemperature / First;
  Place At{O.Start, S.start()};
  for (unsigned Batch = 1; !S.mustStop() && !At.E.Sites.empty(); ++Batch) {
    S.setPhase("annealing", Batch);
    const double Temperature = First * std::pow(Cooling, S.budgetSpent());
    Random R(O.Seed, Batch);
    const auto Drawn = draw(S, At, R);
    go(S, At, metropolis(Drawn, Temperature, R));
  }
}

void walkRandomly(SearchSession &S) {
  const SearchOptions &O = S.options();
  Place At{O.Start, S.start()};
  double Best = At.E.Size;
  unsigned Fruitless = 0;
  for (unsigned Batch = 1; !S.mustStop() && !At.E.Sites.empty(); ++Batch) {
    S.setPhase("random walk", Batch);
    Random R(O.Seed, Batch);
    const auto Drawn = draw(S, At, R);
    auto Next = std::min_element(Drawn.begin(), Drawn.end(),
                                 [](const Candidate &A, const Candidate &B) {
                                   return A.Delta < B.Delta;
                                 });
    if (Next != Drawn.end())
      go(S, At, Next->M);
    Fruitless = S.best().Size < Best ? 0 : Fruitless + 1;
    Best = S.best().Size;
    if (O.RandomWalk.ReturnAfter && Fruitless >= O.RandomWalk.ReturnAfter) {
      At = {S.bestDecisions(), S.best()};
      Fruitless = 0;
    }
  }
}
} // namespace mlgo
