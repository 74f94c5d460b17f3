// Serves items where they are asked
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/InProcessWorker.h"

namespace mlgo {
std::vector<WorkDone> InProcessWorker::advance() {
  if (Queue.empty())
    return {};
  const WorkItem Item = std::move(Queue.front());
  Queue.pop_front();
  const std::string_view Shared =
      Item.Shared ? std::string_view(*Item.Shared) : std::string_view();
  return {{Item.Id, Function(Shared, Item.Request)}};
}

void InProcessWorker::watch(WaitSet &Set) const {
  if (!Queue.empty())
    Set.limit(0);
}
} // namespace mlgo
