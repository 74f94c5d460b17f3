// Gives LLVM our advisor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "EvictionSession.h"

namespace llvm {
class Pass;
}

namespace mlgo {
using EvictionSessionFactory = AllocationSessionFactory<EvictionSession>;

/// From now on LLVM's code generators use \p Factory in this process. May be
/// called again with another one, when no code is being generated.
void installEvictionAdvisor(EvictionSessionFactory Factory);

/// The session of the module that \p P works on, or null if there is none.
EvictionSession *findEvictionSession(const llvm::Pass &P);
} // namespace mlgo
