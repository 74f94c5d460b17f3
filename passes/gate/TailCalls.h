// Calls that compilers turn into jumps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class TargetLibraryInfoImpl;
} // namespace llvm

namespace mlgo {
/// The calls that may be the last thing that \p F does, so that stock may make
/// them jumps: from them to a return there is nothing but what has no effect,
/// or may have none when all passes have run, and their result, if any, may be
/// what is returned.
llvm::SmallVector<const llvm::CallBase *, 8>
findLastCalls(const llvm::Function &F);

/// Whether \p Callee is a function of \p Libraries that calls nobody.
bool isLibraryFunction(const llvm::Function &Callee,
                       const llvm::TargetLibraryInfoImpl &Libraries);

/// Whether \p F may come back to itself by a call that stock makes a loop or
/// a jump, so that otherwise a program needs more stack for each round: it
/// calls itself; or what it calls last leads back to it by calls of the module,
/// or, by last calls, to code that is not known. Only of functions of
/// \p Libraries that call nobody is it known that they do not come back. What
/// leads to hundreds of functions is taken to come back.
bool mayRecurByTailCall(const llvm::Function &F,
                        const llvm::TargetLibraryInfoImpl &Libraries);
} // namespace mlgo
