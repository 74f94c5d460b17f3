//===- EvictionPolicyTrials.h - Functions under many policies - -*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_EVICTIONPOLICYTRIALS_H
#define MLGO_EVALUATE_REGALLOC_EVICTIONPOLICYTRIALS_H

#include "evaluate/regalloc/EvictionModule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlgo {

/// One function as several policies have it allocated.
struct FunctionScores {
  std::string Name;
  /// By policy; none if its allocation has crashed or was too slow.
  std::vector<std::optional<double>> Scores;
};

/// Generates \p M's code and has each function with a problem allocated as each
/// of \p Policies, the bytes of model files, would. They share one process
/// until they first choose differently in a function; there it forks, and the
/// fork finishes that function alone. The scores are those of whole allocations
/// under one policy. Uses \p M up.
Result<std::vector<FunctionScores>>
measurePolicies(EvictionModule &M, const std::vector<std::string> &Policies);

/// The bytes that \p M's code comes to if \p Function is allocated as each of
/// \p Policies would and all others as stock has it; none for a policy whose
/// allocation has crashed or was too slow. Forks as measurePolicies does, but a
/// fork also generates all code that is left: \p M should have few functions
/// besides. Uses \p M up.
Result<std::vector<std::optional<uint64_t>>>
measureSizes(EvictionModule &M, const std::string &Function,
             const std::vector<std::string> &Policies);

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_EVICTIONPOLICYTRIALS_H
