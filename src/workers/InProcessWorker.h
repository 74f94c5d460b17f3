// Serves items where they are asked
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "workers/Worker.h"
#include <deque>

namespace mlgo {
/// Calls a function in this process, an item at each advance. A crash is the
/// caller's crash, and nothing ends a hang.
class InProcessWorker : public Worker {
public:
  explicit InProcessWorker(const WorkFunctionMaker &Make) : Function(Make()) {}

  size_t slots() const override { return 1; }
  void submit(WorkItem Item) override { Queue.push_back(std::move(Item)); }
  size_t pending() const override { return Queue.size(); }
  std::vector<WorkDone> advance() override;
  void watch(WaitSet &Set) const override;
  void abandon() override { Queue.clear(); }

private:
  const WorkFunction Function;
  std::deque<WorkItem> Queue;
};
} // namespace mlgo
