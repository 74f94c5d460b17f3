// What more workers would bring
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlgo {

/// Seconds that trials took, by module; none is empty.
using TrialTimes = std::vector<std::vector<double>>;

/// Reads a line `module,seconds` for each recorded trial; a first line with
/// these words is skipped. Modules are numbered in the order of their first
/// lines. Errors begin with \p Where and name the line.
Result<TrialTimes> parseTrialTimes(std::string_view Text,
                                   const std::string &Where);

/// A training run, or several, to be simulated.
struct ScalingSetup {
  size_t Workers = 1;
  size_t Population = 64;    ///< Candidates of a generation.
  size_t Batch = 64;         ///< Modules of a generation.
  size_t Generations = 4;    ///< In each experiment.
  size_t Experiments = 1;    ///< All of one kind, with other draws.
  bool IsNested = false;     ///< They share the workers, else one runs after
                             ///< the other.
  double ItemSeconds = 0;    ///< What the coordinator spends on an item.
  double PrepareSeconds = 0; ///< What the worker spends on an item.
  double SerialSeconds = 0;  ///< Between generations, of each experiment.
  uint64_t Seed = 1;
};

struct ScalingResult {
  double Seconds = 0;     ///< Until the last experiment ended.
  double BusySeconds = 0; ///< All workers' together.
  size_t Items = 0;
  /// BusySeconds by the time that all workers were there for.
  double Utilisation = 0;
};

/// Simulates list scheduling: whoever is free gets the next item, of the
/// experiment that has the fewest running. An item is a module with some of the
/// candidates: all of them, or with many workers as few as make four items a
/// worker. Modules whose first recorded trial took longest come first. Each
/// candidate takes a time drawn from those of its module.
/// Deterministic. \p Times must not be empty.
ScalingResult simulateScaling(const TrialTimes &Times,
                              const ScalingSetup &Setup);

} // namespace mlgo
