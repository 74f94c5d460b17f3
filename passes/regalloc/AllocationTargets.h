// Where advisors decide
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/ModelScope.h"
#include "llvm/TargetParser/Triple.h"

namespace llvm {
class MachineFunction;
}

namespace mlgo {
/// Success if our advisors see on \p Target what LLVM's own channel shows, as
/// test/regalloc/sweep.sh has found on real code; else an error that names the
/// target. On others stock has to decide: how targets divide registers and
/// allocate in steps differs, and nobody has looked.
Status checkProvedTarget(const llvm::Triple &Target);

/// Success if \p Scope has the target and the level of \p MF, as far as it
/// names some; else an error. The policy for size, learned on x86-64, costs
/// bytes on Thumb-2 and RISC-V.
Status checkScope(const ModelScope &Scope, const llvm::MachineFunction &MF);

/// Whether \p Scope is for functions of the shape that \p MF has before its
/// registers are allocated (AllocationShape).
bool servesShape(const ModelScope &Scope, const llvm::MachineFunction &MF);
} // namespace mlgo
