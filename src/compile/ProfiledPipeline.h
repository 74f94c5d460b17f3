// Code that is made by a profile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/CodeSetting.h"
#include "compile/CycleCount.h"
#include <functional>

namespace llvm {
class Module;
class PassInstrumentationCallbacks;
class TargetMachine;
} // namespace llvm

namespace mlgo {
/// Calls \p Told with new analyses of \p M each time that a pipeline with
/// \p Callbacks has read a profile for it. All of them outlive the pipeline.
void onProfileRead(llvm::PassInstrumentationCallbacks &Callbacks,
                   llvm::TargetMachine &TM,
                   std::function<void(llvm::FunctionAnalysisManager &)> Told);

/// As runPipeline with \p Profile. Replaces the debug information of \p M, and
/// returns what the program executes, and how often what is in \p M runs. Forks
/// this process, which is to have one thread.
Result<ExecutedBlocks> runProfiledPipeline(llvm::Module &M,
                                           llvm::TargetMachine &TM,
                                           CodeLevel Level,
                                           const std::string &Profile);
} // namespace mlgo
