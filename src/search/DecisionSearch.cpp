// Decisions that shrink a program
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/DecisionSearch.h"
#include "search/SearchMethods.h"
#include <cstring>

namespace mlgo {
static Status check(const SearchOptions &O) {
  auto Complain = [](const char *Problem) {
    return Error(std::string("search options: ") + Problem);
  };
  if (O.Method == SearchMethod::Local)
    return O.Local.FromStart || O.Local.FromNothing
               ? Status(Success())
               : Complain("local search from nowhere, expected from the start "
                          "or from nothing");
  if (!O.MaxTrials && !(O.MaxSeconds > 0))
    return Complain("no budget, expected trials or seconds");
  if (O.Method == SearchMethod::Annealing &&
      !(O.Annealing.LastTemperature > 0 &&
        O.Annealing.FirstTemperature >= O.Annealing.LastTemperature))
    return Complain("temperatures do not fall, expected first >= last > 0");
  return Success();
}

/// Hashes what determines the result, to tell whether a checkpoint fits. The
/// budget is left out where a larger one only continues a smaller one's search.
static uint64_t hashOptions(const SearchOptions &Options) {
  uint64_t Hash = hashText(Options.ProblemName, 1);
  Hash = hashDecisions(Options.Start, Hash);
  for (const Decisions &Other : Options.Others)
    Hash = hashDecisions(Other, Hash);
  auto Add = [&Hash](double Number) {
    uint64_t Bits;
    std::memcpy(&Bits, &Number, sizeof(Bits));
    Hash = hashText("", Hash ^ Bits);
  };
  Add(static_cast<double>(Options.Method));
  Add(Options.BatchSize);
  const LocalSearchOptions &L = Options.Local;
  if (Options.Method == SearchMethod::Local) {
    for (const unsigned Number :
         {unsigned(L.FromStart), unsigned(L.FromNothing), L.MaxRounds,
          L.MaxGroup, L.PairsOf, L.FirstGroup, L.ApplyEvery})
      Add(Number);
    Add(L.MinShare);
    Add(L.MinGain);
    return Hash;
  }
  Hash = hashText("seed", Hash ^ Options.Seed);
  Add(Options.RandomWalk.ReturnAfter);
  if (Options.Method == SearchMethod::Annealing) {
    Add(Options.Annealing.FirstTemperature);
    Add(Options.Annealing.LastTemperature);
    Add(static_cast<double>(Options.MaxTrials)); // It cools down over them.
    Add(Options.MaxSeconds);
  }
  return Hash;
}

Result<SearchResult> searchDecisions(DecisionProblem &Problem,
                                     const SearchOptions &Options) {
  MLGO_TRY(check(Options));
  SearchSession Session(Problem, Options);
  MLGO_TRY(Session.open(hashOptions(Options)));
  switch (Options.Method) {
  case SearchMethod::Local:
    searchLocally(Session);
    break;
  case SearchMethod::Annealing:
    anneal(Session);
    break;
  case SearchMethod::RandomWalk:
    walkRandomly(Session);
    break;
  }
  return Session.close();
}

Decisions toDecisions(const Evaluated &E) {
  Decisions D;
  for (const DecidedSite &Site : E.Sites)
    D[Site.Key] = Site.Decision;
  return D;
}
} // namespace mlgo
