// Calls that compilers turn into jumps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace mlgo {
/// Whether \p F may come back to itself by a call that stock makes a loop or
/// a jump, so that otherwise a program needs more stack for each round: it
/// calls itself; or the last thing that it does is to call a function of the
/// module that leads back to it, or to call through a pointer, at once or by
/// last calls of functions of the module. Of other modules' functions nothing
/// is known: false. What leads to hundreds of functions is taken to come back.
bool mayRecurByTailCall(const llvm::Function &F);
} // namespace mlgo
