// Functions about which their callers may know more than the convention says
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace mlgo {
/// Whether registers are passed and saved in \p F as C does it.
bool hasUsualConvention(const llvm::Function &F);

/// Whether the code that is generated for \p F is what runs when this module
/// calls it, from its first instruction to the last: it is local, nobody has
/// its address, and neither tools nor attributes that are not known here add
/// code to it or have it patched.
bool isLocalCallee(const llvm::Function &F);

/// Moves each such function before the first that calls it, for code is
/// generated in this order; functions that call each other keep theirs. Without
/// such functions the order stays as it is. Returns whether it changed.
bool orderCalleesFirst(llvm::Module &M);
} // namespace mlgo
