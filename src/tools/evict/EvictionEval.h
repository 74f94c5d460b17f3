//===- EvictionEval.h - Policies beside the stock advisor -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_EVICT_EVICTIONEVAL_H
#define MLGO_TOOLS_EVICT_EVICTIONEVAL_H

#include "evict/EvictionModules.h"

namespace mlgo {

/// Prints what the policies' allocations of the corpora score beside stock's,
/// or the bytes they come to. Ends the program where nothing can be measured.
void evaluateEvictions(const EvictOptions &Options);

} // namespace mlgo

#endif // MLGO_TOOLS_EVICT_EVICTIONEVAL_H
