// The ways to search
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "search/SearchSession.h"

namespace mlgo {
/// See LocalSearchOptions. All leave what they found in \p S, which is open.
void searchLocally(SearchSession &S);

/// See AnnealingOptions.
void anneal(SearchSession &S);

/// See RandomWalkOptions.
void walkRandomly(SearchSession &S);
} // namespace mlgo
