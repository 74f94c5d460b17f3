// Tasks of the register allocator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationTask.h"

namespace mlgo {
#define MLGO_ALLOCATION_TASK(Name)                                             \
  const AllocationTask &get##Name##AllocationTask();
#include "evaluate/regalloc/AllocationTasks.def"
#undef MLGO_ALLOCATION_TASK

const std::vector<const AllocationTask *> &allAllocationTasks() {
  static const std::vector<const AllocationTask *> All = {
#define MLGO_ALLOCATION_TASK(Name) &get##Name##AllocationTask(),
#include "evaluate/regalloc/AllocationTasks.def"
#undef MLGO_ALLOCATION_TASK
  };
  return All;
}

const AllocationTask *findAllocationTask(std::string_view Name) {
  for (const AllocationTask *T : allAllocationTasks())
    if (T->name() == Name)
      return T;
  return nullptr;
}
} // namespace mlgo
