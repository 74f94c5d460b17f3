// Trials and seconds that a search may take
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/SearchSession.h"
#include <algorithm>

namespace mlgo {
/// Trials between two looks at the clock, and checkpoints, take about this.
constexpr double SecondsOfBatch = 10;
constexpr size_t FirstBatch = 64;

/// Of a budget of seconds, kept for evaluations.
constexpr double LeastReserve = 0.02, MostReserve = 0.33;

/// As many moves as are tried in some seconds. No answer depends on it.
size_t SearchSession::batchSize() const {
  const size_t Most = std::max(1u, Options.BatchSize);
  if (TriedNow == 0)
    return std::min(Most, FirstBatch);
  const double Fitting = double(TriedNow) / SecondsTrying * SecondsOfBatch;
  return Fitting < double(Most) ? std::max<size_t>(1, size_t(Fitting)) : Most;
}

uint64_t SearchSession::trialLimit(double Share) const {
  return static_cast<uint64_t>(static_cast<double>(Options.MaxTrials) * Share);
}

double SearchSession::secondsSpent() const {
  if (Options.ForgetsEarlierSeconds)
    return secondsSince(Opened);
  // Those of the answers that are given again count as they did.
  return Next < Journal.entries().size() ? Spent.Seconds
                                         : double(milliseconds()) / 1000;
}

/// Without what applying takes that is found at the end.
double SearchSession::secondsToTry() const {
  if (Reserve == 0)
    return Options.MaxSeconds;
  // Applying compiles what it touches, the first evaluation everything.
  const double Kept =
      LongestEvaluation > 0 ? LongestEvaluation : Options.EvaluationSeconds;
  return Options.MaxSeconds * (1 - std::clamp(1.5 * Kept / Options.MaxSeconds,
                                              LeastReserve, MostReserve));
}

bool SearchSession::isOver(bool Trying) {
  if (!Failure.empty())
    return true;
  if (interrupted() && Next >= Journal.entries().size()) {
    End = SearchEnd::Interrupted;
    return true;
  }
  if (Options.MaxTrials &&
      Spent.Trials >= trialLimit(Trying ? 1 - Reserve : 1)) {
    End = SearchEnd::OutOfTrials;
    return true;
  }
  // What earlier runs have paid for takes no time of this one.
  const bool IsPaid =
      Options.ForgetsEarlierSeconds && Next < Journal.entries().size();
  if (Options.MaxSeconds > 0 && !IsPaid &&
      secondsSpent() >= (Trying ? secondsToTry() : Options.MaxSeconds)) {
    End = SearchEnd::OutOfTime;
    return true;
  }
  return false;
}

bool SearchSession::mustStop() { return isOver(false); }
bool SearchSession::mustStopTrying() { return isOver(true); }

double SearchSession::budgetSpent() const {
  double Share = 0;
  if (Options.MaxTrials)
    Share = static_cast<double>(Spent.Trials) /
            static_cast<double>(Options.MaxTrials);
  if (Options.MaxSeconds > 0)
    Share = std::max(Share, secondsSpent() / Options.MaxSeconds);
  return std::min(Share, 1.);
}
} // namespace mlgo
