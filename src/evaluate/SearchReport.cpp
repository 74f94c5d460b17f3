// What a search shows
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/SearchReport.h"
#include "support/Text.h"

namespace mlgo {
static std::string trials(uint64_t Count) {
  return std::to_string(Count) + (Count == 1 ? " trial" : " trials");
}

/// \p Tried moves are done since.
static std::string describe(const SearchProgress &P, uint64_t Tried) {
  const double Gain =
      P.StartSize > 0 ? 100 * (P.BestSize / P.StartSize - 1) : 0;
  return formatText("%+.2f %%  %s, round %u, ", Gain,
                    *P.Phase ? P.Phase : "at the start", P.Round) +
         trials(P.Trials + Tried);
}

static double percent(double Now, double Before) {
  return Before > 0 ? 100 * (Now / Before - 1) : 0;
}

SearchBar::SearchBar(const SearchOptions &O, std::ostream &Log)
    : O(O), Begin(std::chrono::steady_clock::now()),
      Bar(Log, "search", Progress::optionsFor(2)) {}

void SearchBar::update(const SearchProgress &P) {
  Last = P;
  show(0);
}

void SearchBar::show(uint64_t Tried) {
  Bar.update(fraction(Tried), describe(Last, Tried));
}

double SearchBar::fraction(uint64_t Tried) const {
  const std::chrono::duration<double> Past =
      std::chrono::steady_clock::now() - Begin;
  double Done = O.MaxSeconds > 0 ? Past.count() / O.MaxSeconds : 0;
  if (O.MaxTrials)
    Done = std::max(Done, double(Last.Trials + Tried) / double(O.MaxTrials));
  if (O.MaxSeconds > 0 || O.MaxTrials || Last.RoundMoves == 0)
    return Done;
  const uint64_t Left = Last.MovesLeft - std::min(Last.MovesLeft, Tried);
  return 1 - double(Left) / double(Last.RoundMoves);
}

std::string describe(const SearchResult &Found, const SearchStart &Start,
                     const std::vector<CorpusProblem::Part> &After,
                     const Objective &O, const char *PolicyIs, double Seconds) {
  std::string Text;
  for (size_t I = 0; I < After.size(); ++I) {
    const double Stock = Start.Stock[I].Size, Policy = Start.Policy[I].Size;
    Text += formatText("%-12s %-20s %10.0f -> %10.0f %s  %+.2f %%",
                       After[I].Package.c_str(), After[I].Name.c_str(), Stock,
                       After[I].Size, O.Unit.c_str(),
                       percent(After[I].Size, Stock));
    if (Policy != Stock)
      Text += formatText("  (%s: %.0f, %+.2f %%)", PolicyIs, Policy,
                         percent(Policy, Stock));
    if (O.Name == "cycles")
      Text += formatText(
          "  %llu -> %llu bytes, %+.2f %%",
          static_cast<unsigned long long>(Start.Stock[I].Bytes),
          static_cast<unsigned long long>(After[I].Bytes),
          percent(double(After[I].Bytes), double(Start.Stock[I].Bytes)));
    Text += '\n';
  }
  const char *End =
      Found.End == SearchEnd::Converged     ? "nothing helps any more"
      : Found.End == SearchEnd::OutOfTrials ? "the budget of trials is spent"
      : Found.End == SearchEnd::OutOfTime   ? "the budget of seconds is spent"
                                            : "interrupted";
  return Text +
         formatText("%s, %llu failed, %.0f s; %s\n",
                    trials(Found.Spent.Trials).c_str(),
                    static_cast<unsigned long long>(Found.Spent.FailedTrials),
                    Seconds, End);
}
} // namespace mlgo
