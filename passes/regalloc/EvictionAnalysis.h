// Gives LLVM our advisor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_PASSES_REGALLOC_EVICTIONANALYSIS_H
#define MLGO_PASSES_REGALLOC_EVICTIONANALYSIS_H

#include "EvictionSession.h"

namespace mlgo {

using EvictionSessionFactory = AllocationSessionFactory<EvictionSession>;

/// From now on LLVM's code generators use \p Factory in this process. May be
/// called again with another one, when no code is being generated.
void installEvictionAdvisor(EvictionSessionFactory Factory);

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_EVICTIONANALYSIS_H
