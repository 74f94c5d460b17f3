// What modules say of themselves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_LLVM_MODULEFLAGS_H
#define MLGO_LLVM_MODULEFLAGS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {

/// Takes the flag \p Name from \p M, if it is there.
void dropModuleFlag(llvm::Module &M, llvm::StringRef Name);

} // namespace mlgo

#endif // MLGO_LLVM_MODULEFLAGS_H
