// Functions whose registers may be decided
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"

namespace llvm {
class Function;
class MachineFunction;
} // namespace llvm

namespace mlgo {
/// From now on evictions and registers are stock's in functions that the record
/// (RecordedRegisters) at \p Path(), if that is not empty, does not name. If it
/// cannot be read, \p Tell is told so, and no function is left out.
void installRegisterReplay(std::string (*Path)(),
                           void (*Tell)(const llvm::Function &, const Error &));

/// Whether anything may be decided in \p MF.
bool mayDecideRegisters(const llvm::MachineFunction &MF);
} // namespace mlgo
