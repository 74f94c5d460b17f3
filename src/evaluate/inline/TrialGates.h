// Passes in trials of inlining
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/FunctionHash.h"
#include "compile/ModuleSlice.h"
#include "mlgo/support/Result.h"

namespace llvm {
class Function;
class Module;
class PassBuilder;
} // namespace llvm

namespace mlgo {
/// Reads the model files \p Models: policies that decide which passes run where
/// trials of inlining compile, as they do in a build with the plugin of all
/// advisors; the first that is for a function's level. None: all passes run.
Status prepareTrialGates(const std::vector<std::string> &Models);

/// Has pipelines of \p PB ask about functions that \p Filter, which outlives
/// them, lets through, as soon as the gates have begun.
void addTrialGates(llvm::PassBuilder &PB, const PassFilter &Filter);

/// From now on passes of \p M are decided about; once in a process, which was
/// forked after they were read, where the inliner begins.
void beginTrialGates(llvm::Module &M);

/// \p Hash, different if other passes were or will be left out of \p F.
FunctionHasher::Hash hashWithGates(FunctionHasher::Hash Hash,
                                   const llvm::Function &F);
} // namespace mlgo
