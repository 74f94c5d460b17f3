// Gives LLVM our advisor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "PrioritySession.h"

namespace mlgo {
using PrioritySessionFactory = AllocationSessionFactory<PrioritySession>;

/// From now on LLVM's code generators use \p Factory in this process. May be
/// called again with another one, when no code is being generated.
void installPriorityAdvisor(PrioritySessionFactory Factory);
} // namespace mlgo
