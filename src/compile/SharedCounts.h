// Counts of code that several files have
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {
/// A profile knows how often the one copy of a function ran that the linker
/// kept. Has each function that other files may have as well run only as often
/// as \p M calls it, so that the counts of all files together are right
/// whatever is inlined in each. Functions that call each other are taken
/// together. What only pointers call keeps its counts.
void splitSharedCounts(llvm::Module &M, llvm::FunctionAnalysisManager &FAM);
} // namespace mlgo
