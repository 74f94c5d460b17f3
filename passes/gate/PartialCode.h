// Generates code of some functions of a module, as if it were of all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {
/// Some functions of a module.
struct ModulePart {
  llvm::StringSet<> Functions;
  /// Local functions that they call have code, too, so that what these do with
  /// registers is found out. Else KeptRegistersAttribute has to say so.
  bool HasCallees = false;
};

/// Takes the bodies of the other functions of \p M, which is in the order in
/// which code will be generated. Those whose code tells something stay.
void keepPart(llvm::Module &M, const ModulePart &Part);

/// Calls \p Compile, which generates code, and has it keep \p Part when the
/// order of functions is decided. One thread at a time may do so.
void generatePart(const ModulePart &Part, llvm::function_ref<void()> Compile);
} // namespace mlgo
