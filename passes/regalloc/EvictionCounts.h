//===- EvictionCounts.h - What was decided in a module ----------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_EVICTIONCOUNTS_H
#define MLGO_PASSES_REGALLOC_EVICTIONCOUNTS_H

#include <cstdint>
#include <string>

namespace mlgo {

/// Counts over the eviction problems of one module.
struct EvictionCounts {
  uint64_t Functions = 0; ///< With a problem.
  uint64_t Decisions = 0; ///< Problems with a register that may be freed.
  uint64_t Evicted = 0;   ///< The decision was to free a register.
  uint64_t Differ = 0;    ///< It was not the stock advisor's.
  uint64_t Abstained = 0; ///< Inputs were outside of the policy's range.
  uint64_t Clamped = 0;   ///< The answer was no legal column; stock decided.
  uint64_t Stock = 0;     ///< Problems that were left to the stock advisor.
  double Score = 0; ///< Sum of all functions' scores, see AllocationScore.
};

/// What --mlgo-regalloc-stats prints behind the module's name: `functions=N
/// decisions=N evicted=N differ=N abstained=N clamped=N stock=N score=X`.
std::string formatCounts(const EvictionCounts &S);

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_EVICTIONCOUNTS_H
