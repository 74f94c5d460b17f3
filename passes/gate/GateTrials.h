// Compiles a module several times in forked processes, to choose by size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trial is the compiler itself: it is forked before the pipeline begins, goes
// on with the same options, plugins and target, and generates code to memory
// where the pipeline ends. Nothing that it does can be seen but what it
// measured. The compiler then goes on with the best set for each function.

#ifndef MLGO_PASSES_GATE_GATETRIALS_H
#define MLGO_PASSES_GATE_GATETRIALS_H

#include "GateSession.h"

namespace llvm {
class PassBuilder;
class TargetMachine;
} // namespace llvm

namespace mlgo {

/// Where the pipeline of \p M begins. Returns in the compiler, when \p S has
/// its choices, and in each trial. The compiler may have other threads only if
/// \p MayHaveThreads, and none of them may hold a lock. What goes wrong is told
/// once; stock's passes run then.
void runGateTrials(llvm::Module &M, GateSession &S, bool MayHaveThreads);

/// Where the pipeline of \p M ends: a trial ends here. \p Machine generates the
/// code; null: the module's own target does.
void endGateTrial(llvm::Module &M, const GateSession &S,
                  llvm::TargetMachine *Machine);

/// The machine that the compiler of \p PB generates code with, or null.
llvm::TargetMachine *getMachine(const llvm::PassBuilder &PB);

} // namespace mlgo

#endif // MLGO_PASSES_GATE_GATETRIALS_H
