// Decides how a function is lowered, by attributes that LLVM reads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class Function;
class MachineModuleInfo;
} // namespace llvm

namespace mlgo {
class GateSession;

/// Asks \p Session whether \p F, whose instructions are to be selected next,
/// goes without a frame pointer, turns switches into jump tables, as in stock,
/// and frees registers as a policy says, and sets attributes
/// (frame-pointer=non-leaf, no-jump-tables, mlgo-other-evictions) where it does
/// not, and mlgo-kept-registers where callers are to see what they saw. Asks
/// only where stock would and where nothing else depends on it. What callees do
/// with registers is known by \p Machine, which may be null.
void decideLowering(llvm::Function &F, GateSession &Session,
                    llvm::MachineModuleInfo *Machine);
} // namespace mlgo
