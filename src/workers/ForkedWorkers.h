// Forked processes that serve items
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "support/ServerProcess.h"
#include "workers/AffinityQueue.h"
#include <chrono>

namespace mlgo {
/// Processes that live as long as this, or until they die: then another takes
/// the place, and the item is run once more before it fails. A process that
/// takes longer than an item's deadline is killed, which is a death.
class ForkedWorkers : public Worker {
public:
  /// Forks \p Count processes, at least one; each calls a function from \p
  /// Make.
  ForkedWorkers(size_t Count, WorkFunctionMaker Make);

  size_t slots() const override { return Slots.size(); }
  void submit(WorkItem Item) override;
  size_t pending() const override {
    return Queue.size() + Busy + Failed.size();
  }
  std::vector<WorkDone> advance() override;
  void watch(WaitSet &Set) const override;
  void abandon() override;

  /// Process ids, for tests.
  std::vector<int> processes() const;

private:
  using Time = std::chrono::steady_clock::time_point;
  struct Slot {
    ServerProcess Server;
    /// What the process was sent last.
    std::shared_ptr<const std::string> Shared;
    WorkItem Item; ///< What it works on, while busy.
    Time Begin;
    unsigned Deaths = 0; ///< Processes that died of the item.
    bool IsBusy = false;
  };

  void feed();
  void begin(Slot &S);
  Status send(Slot &S);
  void die(Slot &S, const std::string &How);
  void fail(Slot &S, const std::string &Why);
  void read(Slot &S, std::vector<WorkDone> &Done);
  static double secondsLeft(const Slot &S);

  const WorkFunctionMaker Make;
  std::vector<Slot> Slots;
  AffinityQueue Queue;
  size_t Busy = 0;
  std::vector<WorkDone> Failed; ///< To be handed back.
};
} // namespace mlgo
