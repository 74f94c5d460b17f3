// Who decides the priorities of a module
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AllocationCounts.h"
#include "AllocationSession.h"
#include "llvm/CodeGen/LiveInterval.h"

namespace mlgo {
/// One live range when its priority is decided.
struct PriorityDecision {
  using Answer = int64_t; ///< A priority.
  using Logged = float;   ///< As LLVM logs it.

  const llvm::MachineFunction &Function;
  const llvm::LiveInterval &VirtReg; ///< What is to be queued.
  /// How many decisions of this function came before.
  uint64_t Index;
  /// The tensors of getPriorityInputs; they are filled if any observer needs
  /// them or a policy was asked.
  MLModelRunner &Inputs;
  int64_t StockDecision; ///< What the stock advisor says.
  int64_t Decision;      ///< What will be done; 0 to 2^32 - 1.
};

using PriorityObserver = AllocationObserver<PriorityDecision>;

/// The runners' inputs are those of getPriorityInputs, with or without ours.
using PriorityConfig = AllocationConfig<PriorityDecision, AllocationCounts>;
/// Lives as long as one module is compiled. One thread at a time may use it.
using PrioritySession = AllocationSession<PriorityConfig>;
} // namespace mlgo
