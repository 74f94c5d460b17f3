//===- BuiltInEviction.h - The eviction policy that ships -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_BUILTINEVICTION_H
#define MLGO_PASSES_REGALLOC_BUILTINEVICTION_H

#include "EvictionPolicy.h"

namespace mlgo {

/// models/regalloc-evict.mlgo, compiled ahead of time.
Result<EvictionPolicy> createBuiltInEvictionPolicy();

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_BUILTINEVICTION_H
