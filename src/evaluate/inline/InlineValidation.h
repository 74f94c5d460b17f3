// Policies on unseen programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/LinkedPrograms.h"

namespace mlgo {
/// How large a policy makes the programs for validation.
struct InlineValidation {
  /// Geometric means of size over stock by language; none without programs.
  std::optional<double> C, Cxx;
  double Worst = 1; ///< Size over stock of the program that grew most.
  std::string WorstProgram;
  size_t Programs = 0;

  /// Per cent that programs shrink, C and C++ counting the same, less half of
  /// what the worst one grows beyond 0.2 %.
  double score() const;
};

/// Summarises \p Sizes, of one candidate, from LinkedPrograms::sizes. Programs
/// of which one is missing are left out.
InlineValidation summarizeSizes(
    const LinkedPrograms &Programs,
    const std::map<size_t, std::vector<std::optional<uint64_t>>> &Sizes);
} // namespace mlgo
