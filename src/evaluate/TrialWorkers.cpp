//===- TrialWorkers.cpp - Workers of commands that try things -------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/TrialWorkers.h"

#include "evaluate/TaskBackEnd.h"

#include <cstdlib>

namespace mlgo {

WorkFunctionMaker makeTrialWork(size_t KeepReady) {
  std::map<std::string, WorkFunctionMaker> Kinds;
  for (const TaskBackEnd *BackEnd : allBackEnds())
    Kinds.insert(BackEnd->work(KeepReady));
  return combineWork(std::move(Kinds));
}

} // namespace mlgo
