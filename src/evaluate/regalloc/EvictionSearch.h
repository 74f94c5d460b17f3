//===- EvictionSearch.h - The best evictions of a function ------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_EVICTIONSEARCH_H
#define MLGO_EVALUATE_REGALLOC_EVICTIONSEARCH_H

#include "evaluate/regalloc/EvictionLabels.h"

namespace mlgo {

/// What a search has made of one function.
struct FunctionSearch {
  FunctionAllocation Stock;
  double Best = 0; ///< Score with the best decisions found.
};

/// Generates \p M's code with the stock advisor and, at the first problem of
/// each function in \p Stock, walks over its decisions: \p Trials times one
/// decision of the best allocation so far is changed at random, all that come
/// later are the stock advisor's, and the change stays if the score falls. The
/// same seed finds the same. Uses \p M up.
Result<std::vector<FunctionSearch>>
searchEvictions(EvictionModule &M, EvictionConfig Config,
                const std::map<std::string, FunctionAllocation> &Stock,
                unsigned Trials, uint64_t Seed);

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_EVICTIONSEARCH_H
