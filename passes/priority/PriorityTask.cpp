// The task of assigning early or late
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorityInputs.h"
#include "mlgo/support/LLVMMajors.h"
#include "regalloc/AllocationShape.h"

namespace mlgo {
Task describePriorityTask() {
  Task T;
  T.Name = "priority";
  T.FileNames = {"regalloc-priority"};
  T.Description = "which live range is assigned next";
  T.Plugin = "MLGORegAlloc";
  T.LLVMMajors = listLLVMMajors(/*WithAllocator=*/true);
  T.Prefix = "priority";
  T.Inputs = describePriorityInputs();
  T.Decision.Spec = getPriorityOutput();
  T.Decision.StockInput = T.Inputs[PriorityInput::StockPriority].Spec.name();
  T.Channel.Enable = {"-regalloc-enable-priority-advisor=release"};
  T.Channel.Base = "-regalloc-priority-interactive-channel-base=";
  T.Channel.Programs = {"llc", "clang", "ld.lld"};
  T.Limits = AllocationShape::limits();
  T.Objectives = {"size", "score"};
  return T;
}
} // namespace mlgo
