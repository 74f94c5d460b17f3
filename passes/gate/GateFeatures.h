// Counts what a decision about a pass is made from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "GateInputs.h"

namespace llvm {
class Function;
class MachineFunction;
class Triple;
} // namespace llvm

namespace mlgo {
/// The inputs of a function, by GateInput.
using GateFeatures = std::array<int64_t, GateInput::NumInputs>;

/// The input target_kind of targets that have no number of their own.
inline constexpr int64_t OtherTargetKind = 7;

/// The input target_kind of code for \p T.
int64_t getTargetKind(const llvm::Triple &T);

/// Counts what is of IR in \p F, which is not changed: dominators and loops are
/// computed anew, as a pass may have left none. \p Into holds what was counted
/// of \p F before, or zeros; frequencies are kept if blocks and loops are
/// alike.
void countIR(const llvm::Function &F, GateFeatures &Into);

/// Counts what is of machine code in \p MF.
void countMachineCode(const llvm::MachineFunction &MF, GateFeatures &Into);
} // namespace mlgo
