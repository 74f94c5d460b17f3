// A problem, a budget and a memory
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "search/DecisionSearch.h"
#include "search/SearchJournal.h"
#include <chrono>

namespace mlgo {
inline double secondsSince(std::chrono::steady_clock::time_point Then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Then)
      .count();
}

/// What became of a trial.
struct TrialAnswer {
  bool IsKnown = false;       ///< False: the time was over before.
  std::optional<double> Size; ///< nullopt: the trial failed.
};

/// What all methods share: asks the problem, or the journal while that lasts,
/// spends the budget, keeps the best, saves checkpoints.
class SearchSession {
public:
  SearchSession(DecisionProblem &Problem, const SearchOptions &Options)
      : Problem(Problem), Options(Options), Journal(0) {}
  ~SearchSession();

  /// Reads the checkpoint, which has to have been made with the same options,
  /// and evaluates the start, which the best then is.
  Status open(uint64_t OptionsHash);

  /// The whole program; nullopt if it cannot be evaluated or the search has to
  /// stop. Sites are sorted.
  std::optional<Evaluated> evaluate(const Decisions &D);

  /// Answers for the first of \p Moves, all of them unless the search has to
  /// stop.
  std::vector<TrialAnswer> tryMoves(const Decisions &Base,
                                    const std::vector<Move> &Moves);

  /// No more evaluations.
  bool mustStop();
  /// No more trials; a \p Reserve of the budget is kept for evaluations, of
  /// seconds less if they take less.
  bool mustStopTrying();
  void setReserve(double Share) { Reserve = Share; }

  /// See DecisionProblem.
  double promiseOf(const DecidedSite &Site) { return Problem.promiseOf(Site); }

  /// What there is to tell besides what the session knows.
  void setPhase(const char *Phase, unsigned Round) {
    Spent.Phase = Phase;
    Spent.Round = Round;
  }
  void setMovesLeft(uint64_t Left, uint64_t OfRound);
  /// Share of the budget spent, from 0 to 1; 0 without a budget.
  double budgetSpent() const;

  const SearchOptions &options() const { return Options; }
  const SearchProgress &spent() const { return Spent; }
  const Evaluated &start() const { return Start; }
  const Evaluated &best() const { return Best; }
  const Decisions &bestDecisions() const { return BestDecisions; }

  /// Saves and tells how it went.
  Result<SearchResult> close();

private:
  Status load();
  Status compareStart(const Evaluated &Now) const;
  Status save();
  void saveNowAndThen();
  /// Both ask the problem, and return false if there is no answer because the
  /// search has to stop. A program that cannot be compiled is an answer.
  bool evaluateAnew(const Decisions &D, uint64_t Question,
                    std::optional<Evaluated> &Answer);
  bool tryBatch(const Decisions &Base, uint64_t BaseHash,
                const std::vector<Move> &Moves,
                std::vector<TrialAnswer> &Answers);
  void note(const std::vector<Move> &Moves, uint64_t BaseHash, size_t From,
            const std::vector<TrialAnswer> &Answers, bool IsCut);
  size_t batchSize() const;
  uint64_t trialLimit(double Share) const;
  /// Of the budget of seconds.
  double secondsSpent() const;
  double secondsToTry() const;
  /// The next entry of the journal, if the question is the same.
  const SearchJournal::Entry *replay(uint64_t Question, bool IsTrial);
  bool interrupted() const { return Options.Interrupt && *Options.Interrupt; }
  bool isOver(bool Trying);
  uint64_t milliseconds() const;
  void count(uint64_t Trials, uint64_t Milliseconds);
  void tell();
  bool keepBest(const Evaluated &E, const Decisions &D);
  void fail(std::string Message);

  using Clock = std::chrono::steady_clock;

  DecisionProblem &Problem;
  const SearchOptions &Options;
  SearchJournal Journal;
  size_t Next = 0;                ///< Entry of the journal.
  std::vector<DecidedSite> Sites; ///< Decided in the journal's last evaluation.
  SearchProgress Spent;
  Evaluated Start, Best;
  Decisions BestDecisions;
  double Reserve = 0;
  SearchEnd End = SearchEnd::Converged;
  bool Resumed = false;
  std::string Failure, CheckpointProblem;
  uint64_t EarlierMilliseconds = 0; ///< Before Began.
  Clock::time_point Opened, Began, Saved;
  double LongestEvaluation = 0; ///< Seconds.
  bool IsTrying = false;        ///< Between moves, not evaluations.
  /// Asked of the problem in this run, and the seconds that took.
  uint64_t TriedNow = 0;
  double SecondsTrying = 0;
};
} // namespace mlgo
