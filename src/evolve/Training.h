// Asks, evaluates, tells, and keeps the best
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evolve/TrainingObjective.h"
#include "evolve/TrainingRecord.h"
#include <atomic>
#include <functional>

namespace mlgo {
/// What is shown while training runs.
struct TrainingProgress {
  const TrainingRecord &Record; ///< The generation that has just ended.
  std::optional<double> BestScore;
  /// Generations that were done before this process began.
  uint64_t EarlierGenerations = 0;
  /// Why a file could not be written, else empty. Training goes on; the next
  /// generation tries again.
  std::string Problem;
};

struct TrainingOptions {
  uint64_t Generations = 100;
  uint64_t ValidationInterval = 5; ///< Generations from one to the next.
  /// Stop after so many validations without a new best; 0: never.
  uint64_t Patience = 0;
  /// Lines "key value" of what results depend on beside the objective. Not how
  /// long to train: a finished run can be prolonged.
  std::string Fingerprint;

  // Files, written atomically; none where empty.
  std::string Model;      ///< The best so far.
  std::string Checkpoint; ///< After each generation.
  std::string Metrics;    ///< Comma-separated values.

  /// Go on from Checkpoint, if it is there. Without this, a checkpoint that is
  /// there is an error: it may hold hours of work.
  bool Resume = false;
  /// Set, from a signal handler for example, to end after the generation that
  /// is running. Null: nobody does.
  const std::atomic<bool> *Stop = nullptr;
  std::function<void(const TrainingProgress &)> Watch;
  std::function<double()> Clock; ///< Seconds; empty: a steady clock.
};

enum class TrainingEnd {
  AllGenerations,
  NoProgress, ///< Patience ended.
  Stopped,    ///< The last checkpoint can be gone on from.
};

struct TrainingResult {
  ParameterVector Best;
  std::optional<double> BestScore; ///< None if no validation succeeded.
  TrainingEnd End = TrainingEnd::AllGenerations;
  std::vector<TrainingRecord> Records; ///< The start, then each generation.
  std::string Problem;                 ///< As in TrainingProgress, at the end.
};

/// Trains: asks \p Search, which stands at the objective's start, for
/// candidates, has \p Objective evaluate them, and tells. The start is
/// validated, and the centre after every ValidationInterval generations and
/// the last one. What scores better than the best so far is scored again; the
/// lower of both scores counts, and only if that is better too it is the best
/// and saved.
///
/// The result is a function of the options, the search and the objective: a run
/// that was interrupted at any moment and resumed gives the same bytes, except
/// for wall times in metrics and checkpoint. Fails if the objective fails, if
/// ten generations running lose too many rewards, if the first checkpoint or
/// the last model cannot be written, and if the checkpoint is damaged or of
/// another training.
Result<TrainingResult> train(TrainingObjective &Objective, Optimizer &Search,
                             const TrainingOptions &Options);
} // namespace mlgo
