// What happened in a generation
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/evolve/Optimizer.h"
#include <array>

namespace mlgo {
/// One generation, or the start of training (Generation 0, no candidates).
struct TrainingRecord {
  uint64_t Generation = 0; ///< Generations done after it.
  /// The rewards' minimum, quartiles and maximum; NaN if there are none.
  std::array<double, 5> Quantiles;
  double Mean = 0;
  GenerationOutcome Outcome;
  /// What the centre scored afterwards, if it was looked at, and again, if it
  /// seemed the best so far.
  std::optional<double> Validation, Rescored;
  bool IsBest = false; ///< It was.
  /// Wall time that it took. The only member that differs between two runs.
  double Seconds = 0;
};

/// Fills Quantiles and Mean of \p Record.
void summarise(const std::vector<std::optional<double>> &Rewards,
               TrainingRecord &Record);

/// \p Records as comma-separated values below a line of names, each number in
/// the fewest digits that give it back.
std::string formatMetrics(const std::vector<TrainingRecord> &Records);
} // namespace mlgo
