// Counts what may run many times while nothing is called.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "GateFeatures.h"

namespace llvm {
class LoopInfo;
} // namespace llvm

namespace mlgo {
/// Counts the inputs call_free_* of IR; \p Loops are those of the function.
void countCallFree(const llvm::LoopInfo &Loops, GateFeatures &Into);

/// Counts those of machine code in \p MF, whose loops are found anew.
void countCallFree(const llvm::MachineFunction &MF, GateFeatures &Into);
} // namespace mlgo
