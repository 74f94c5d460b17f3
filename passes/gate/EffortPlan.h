// How much of a module is tried with how many sets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mlgo {
/// What trials may take beside the compilation.
struct EffortBudget {
  /// Of a compilation's work; none: as much as all sets take.
  std::optional<unsigned> PerCent;
  /// Instructions of IR that the pipeline begins with.
  uint64_t Instructions = 0;
};

/// What is tried where code generation begins.
struct EffortPlan {
  size_t Sets = 0;               ///< The first of them.
  std::vector<size_t> Functions; ///< By number, in order.
};

/// Plans trials of functions that have so many \p Instructions where the
/// pipeline ends, if there are \p Sets that act in code generation. What a
/// compilation and what a trial takes is estimated by instructions of IR, so
/// that it is the same on all machines. One set for many functions comes before
/// many sets for few, and large functions before small ones. If it \p NeedsAll,
/// all functions are tried or none, and one trial more confirms what is found.
EffortPlan planEffort(const EffortBudget &Budget,
                      const std::vector<uint64_t> &Instructions, size_t Sets,
                      bool NeedsAll);
} // namespace mlgo
