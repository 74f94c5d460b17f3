// How often code runs that sees no profile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A profile changes more than what it says of calls: branches get weights, some
// functions are inlined before it is read, and calls through pointers become
// direct. Where it is hidden, none of this is to be, so that another process
// reads it, and only tells how often instructions run.

#pragma once

#include "compile/CodeSetting.h"
#include "compile/CycleCount.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlgo {
/// What a program executes by \p Profile, an indexed one, in code of \p M,
/// which no pass has changed yet. Replaces the debug information of \p M, which
/// is then to be compiled at \p Level without a profile. Forks this process,
/// which is to have one thread.
Result<ExecutedBlocks> readHiddenCounts(llvm::Module &M,
                                        llvm::TargetMachine &TM,
                                        CodeLevel Level,
                                        const std::string &Profile);
} // namespace mlgo
