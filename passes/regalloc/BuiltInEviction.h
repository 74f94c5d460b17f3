//===- BuiltInEviction.h - The eviction policies that ship ------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_BUILTINEVICTION_H
#define MLGO_PASSES_REGALLOC_BUILTINEVICTION_H

#include "EvictionPolicy.h"

namespace mlgo {

/// models/regalloc-evict.mlgo, compiled ahead of time: few loads, stores and
/// copies where they run often.
Result<EvictionPolicy> createBuiltInEvictionPolicy();

/// models/regalloc-evict-oz.mlgo, compiled ahead of time: few bytes. Its runner
/// has the same inputs.
Result<EvictionPolicy> createBuiltInSizePolicy();

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_BUILTINEVICTION_H
