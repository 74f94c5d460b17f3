//===- EvictionTrials.cpp - Other evictions tried in forks ----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/EvictionTrials.h"

#include <cstring>

using namespace llvm;

namespace mlgo {
namespace {

/// No function of a real program takes that long.
constexpr unsigned TrialSeconds = 60;

} // namespace

bool EvictionTrials::beginTrial() {
  Last.reset();
  Result<ForkedProcess> Forked = forkProcess(TrialSeconds);
  if (!Forked)
    return false;
  if (Forked->IsChild) {
    Self = *Forked;
    return true;
  }
  const TaskOutcome Outcome = awaitChild(*Forked);
  if (Outcome.Ok && Outcome.Output.size() == sizeof(EvictionTrialOutcome)) {
    Last.emplace();
    std::memcpy(&*Last, Outcome.Output.data(), sizeof(EvictionTrialOutcome));
  }
  return false;
}

void EvictionTrials::onFunction(const MachineFunction &MF) {
  // A function may be allocated in several steps, each with its own advisor.
  if (InFunction)
    return;
  InFunction = true;
  Problem = 0;
  beginFunction(MF);
}

int64_t EvictionTrials::onDecision(const EvictionDecision &D) {
  const int64_t Column = decide(D);
  ++Problem;
  return Column;
}

void EvictionTrials::onAllocated(const MachineFunction &MF,
                                 const AllocationScore &Score) {
  if (isTrial()) {
    const EvictionTrialOutcome Outcome{Score.total(), Problem, Noted};
    endChild(Self, std::string(reinterpret_cast<const char *>(&Outcome),
                               sizeof(Outcome)));
  }
  if (InFunction)
    endFunction(MF, Score.total());
  InFunction = false;
}

} // namespace mlgo
