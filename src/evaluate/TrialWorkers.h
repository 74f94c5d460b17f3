//===- TrialWorkers.h - Workers of commands that try things -----*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_TRIALWORKERS_H
#define MLGO_EVALUATE_TRIALWORKERS_H

#include "workers/Worker.h"

namespace mlgo {

/// A function for the trials of all tasks, which keeps \p KeepReady modules
/// ready.
WorkFunctionMaker makeTrialWork(size_t KeepReady);

} // namespace mlgo

#endif // MLGO_EVALUATE_TRIALWORKERS_H
