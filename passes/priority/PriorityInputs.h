// What a priority is made from
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "task/Task.h"

namespace mlgo {
/// Indices of the inputs. The first are LLVM's own.
struct PriorityInput {
  enum ID : size_t {
    Size,
    Stage,
    Weight,
    NumLLVM,
    StockPriority = NumLLVM,
    StockRank,
    IsDeferred,
    IsLocal,
    HasHint,
    IsSpillable,
    IsRematerializable,
    CrossesCall,
    NumSegments,
    NumValues,
    NumUses,
    SpillBytes,
    First,
    Length,
    NumRegisters,
    RegisterBits,
    RegisterCost,
    NumRanges,
    NumQueued,
    NumAll,
  };
};

/// The inputs with what they mean, in the order of their indices; one element
/// each. Without \p WithOwn only LLVM's.
std::vector<TaskInput> describePriorityInputs(bool WithOwn = true);

/// The same as a runner has them.
std::vector<TensorSpec> getPriorityInputs(bool WithOwn = true);

/// The decision as LLVM's channel has it. Larger is earlier.
TensorSpec getPriorityOutput();

/// The decision of our policies: floats cannot hold all that stock answers.
TensorSpec getExactPriorityOutput();
} // namespace mlgo
