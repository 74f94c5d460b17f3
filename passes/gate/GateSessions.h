// The sessions of all modules that this process compiles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "GateSession.h"

namespace mlgo {
/// The session of \p M, which goes from its pipeline to its code, or null if
/// all passes are to run. Threads of a link may ask at the same time, each for
/// a module in a context of its own.
std::shared_ptr<GateSession> startGateSession(llvm::Module &M);

/// The same where a pipeline begins: one that has decided nothing yet.
std::shared_ptr<GateSession> renewGateSession(llvm::Module &M);

/// The session of \p M has no more to decide.
void finishGateSession(llvm::Module &M);
} // namespace mlgo
