// Decisions that shrink a program
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "search/DecisionProblem.h"
#include <atomic>

namespace mlgo {
/// Local search (Theodoridis, Grosser, Su: Understanding and Exploiting Optimal
/// Function Inlining, 2022): try every other decision of each site alone, all
/// sites of a callee together, and, where that yields nothing more, pairs of
/// sites that nearly helped; apply what helped; repeat where something changed.
struct LocalSearchOptions {
  bool FromStart = true;    ///< From SearchOptions::Start.
  bool FromNothing = false; ///< With 0 decided everywhere. With both, the
                            ///< better takes over what improves it.
  unsigned MaxRounds = 20;  ///< From each of them.
  /// A callee with more sites is not tried as a whole.
  unsigned MaxGroup = 64;
  /// Near misses per function that are tried in pairs; below 2: none.
  unsigned PairsOf = 6;
  /// At first the sites that are decided 0 and promise most are decided 1
  /// together: so many of them, FirstGroup times as many, and so on, and what
  /// helps most is kept. Where a trial takes seconds, single flips find little
  /// in the time there is. Below 2: no such groups.
  unsigned FirstGroup = 0;
  /// What helped is applied after so many trials of a round, then after twice
  /// as many more, and so on, so that a search that is cut short has something
  /// to show. 0: at the end of a round, so that all labels of a round were
  /// measured around the same decisions.
  unsigned ApplyEvery = 0;
  /// Moves that are applied together are kept if they save at least this share
  /// of what they save one by one; else fewer are tried.
  double MinShare = 0.7;
  double MinGain = 0; ///< Bytes; a move has to save more.
};

/// Simulated annealing: worse programs are accepted with probability
/// exp(-bytes / temperature). Needs a budget, over which it cools down.
struct AnnealingOptions {
  double FirstTemperature = 16;  ///< Bytes.
  double LastTemperature = 0.25; ///< Bytes, > 0.
};

/// Random walk: the best of each batch is accepted, better or worse.
struct RandomWalkOptions {
  /// Returns to the best program after so many batches without a better one;
  /// 0: never.
  unsigned ReturnAfter = 25;
};

enum class SearchMethod { Local, Annealing, RandomWalk };

/// How far a search has come.
struct SearchProgress {
  const char *Phase = ""; ///< What is being done, in a word or two.
  uint64_t Trials = 0;    ///< Includes evaluations of the whole program.
  uint64_t Evaluations = 0;
  uint64_t FailedTrials = 0;
  unsigned Round = 0;     ///< Round of local search, from 1; else the batch.
  uint64_t MovesLeft = 0; ///< Moves of this round; else 0.
  uint64_t RoundMoves = 0;
  double StartSize = 0;
  double BestSize = 0;
  double Seconds = 0;  ///< Spent, with those before a resumption.
  double Fraction = 0; ///< Share of the budget; without one, of the round.
};

/// What one changed decision does to the program.
struct SearchLabel {
  std::string Key;
  int64_t Decision = 0; ///< What was tried instead.
  double Delta = 0;     ///< What that adds to the size.
  double BaseSize = 0;  ///< Before.
  unsigned Round = 0;   ///< As in SearchProgress.
  bool AtStart = false; ///< All other decisions are those of the start.
};

struct SearchOptions {
  SearchMethod Method = SearchMethod::Local;
  LocalSearchOptions Local;
  AnnealingOptions Annealing;
  RandomWalkOptions RandomWalk;
  Decisions Start; ///< Empty: what the problem's policy decides.
  /// Other ways to decide the whole: local search also tries each caller as it
  /// is in one of them.
  std::vector<Decisions> Others;
  uint64_t Seed = 1;
  /// Most trials that are asked for at once, and, in annealing and random walk,
  /// the steps between two evaluations. Part of what determines the result,
  /// unlike the number of workers behind the problem.
  unsigned BatchSize = 64;
  /// Trials and evaluations to spend; 0: no limit. A search with this budget
  /// alone is deterministic. Local search keeps an eighth for applying what it
  /// found.
  uint64_t MaxTrials = 0;
  /// 0: no limit. Trials that are running then are finished, and what was found
  /// is applied; a part is kept for that.
  double MaxSeconds = 0;
  /// What an evaluation may take, before it is known; as much is kept.
  double EvaluationSeconds = 0;
  /// MaxSeconds is what this process may take, not all that are resumed.
  bool ForgetsEarlierSeconds = false;
  /// Set from anywhere, a signal handler included, to end the search. Trials
  /// that were answered by then are kept for the resumption.
  const std::atomic<bool> *Interrupt = nullptr;
  /// The search's state goes to this file now and then and at the end; empty:
  /// nowhere. If it is there, the search continues from it; the result is that
  /// of a search that was never interrupted, save for a budget in seconds.
  std::string CheckpointFile;
  double CheckpointSeconds = 30;
  /// What checkpoints are of, for example the corpus and the policy: others are
  /// refused. Programs are told apart by their sites as well.
  std::string ProblemName;
  std::function<void(const SearchProgress &)> OnProgress; ///< After batches.
  /// After an evaluation, not one that is remembered, of the best so far; the
  /// problem is then as it was evaluated.
  std::function<void(const Evaluated &)> OnBest;
  /// After every trial of a single flip that did not fail. A resumed search
  /// reports those from before the interruption again.
  std::function<void(const SearchLabel &)> OnLabel;
};

enum class SearchEnd { Converged, OutOfTrials, OutOfTime, Interrupted };

struct SearchResult {
  SearchEnd End = SearchEnd::Converged;
  double StartSize = 0;
  Evaluated Best; ///< As evaluated, sorted by key; never worse than the start.
  /// Under which Best was evaluated: what differs from the policy and, perhaps,
  /// sites that are gone. For replay without the policy, use Best.Sites.
  Decisions BestDecisions;
  SearchProgress Spent;
  /// Why the last checkpoint could not be written; empty if it could.
  std::string CheckpointProblem;
};

/// Searches \p Problem. Fails if the start cannot be evaluated, if the options
/// contradict each other and if there is a checkpoint of another search or
/// program, or one that cannot be read. One thread, which is the caller's.
Result<SearchResult> searchDecisions(DecisionProblem &Problem,
                                     const SearchOptions &Options);

/// \p E's sites as decisions: all of them, so that no policy is needed.
Decisions toDecisions(const Evaluated &E);
} // namespace mlgo
