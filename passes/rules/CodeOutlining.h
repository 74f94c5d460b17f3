// Functions of code that repeats
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {
/// Puts sequences of instructions that repeat in functions of \p M with minsize
/// into new functions, where that takes fewer bytes of WebAssembly, for which
/// LLVM's outliner does not serve. Each file has functions of its own. Debug
/// information, if there is any, does not change what is outlined.
///
/// No program can tell but by its backtraces and by what it takes in stack and
/// time: a new function does what stood at its places with what was known at
/// all of them, no address of it is taken, and what unwinds, returns twice or
/// suspends stays where it is (OutlinableCode).
///
/// Returns whether something was.
bool outlineRepeatedCode(llvm::Module &M);
} // namespace mlgo
