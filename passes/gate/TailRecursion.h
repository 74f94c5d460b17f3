// Functions whose stack would grow without tail calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace mlgo {
/// Whether \p F may come back to itself by a call that tailcallelim would make
/// a loop or a jump, so that without the pass a program needs stack for each
/// round: it calls itself, or the last thing that it does is to call through a
/// pointer, or a function of the module that calls it, directly or through
/// others of the module. Of other modules' functions nothing is known: false.
bool mayRecurByTailCall(const llvm::Function &F);
} // namespace mlgo
