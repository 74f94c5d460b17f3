// What modules say of themselves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {
/// Takes the flag \p Name from \p M, if it is there.
void dropModuleFlag(llvm::Module &M, llvm::StringRef Name);
} // namespace mlgo
