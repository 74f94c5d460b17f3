// The task of evictions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationShape.h"
#include "EvictionInputs.h"
#include "mlgo/support/LLVMMajors.h"
#include "task/Task.h"

namespace mlgo {
Task describeEvictionTask() {
  Task T;
  T.Name = "evict";
  T.FileNames = {"regalloc-evict", "regalloc-evict-oz", "regalloc-evict-risc"};
  T.Description = "which live range gives up its register";
  T.Plugin = "MLGORegAlloc";
  T.LLVMMajors = listLLVMMajors(/*WithAllocator=*/true);
  T.Prefix = "regalloc";
  T.Inputs.reserve(EvictionInput::NumAll);
  for (const TensorSpec &Spec : getEvictionInputs())
    T.Inputs.push_back({Spec, getEvictionInputMeaning(T.Inputs.size()),
                        T.Inputs.size() < EvictionInput::NumLLVM});
  T.Decision.Spec = getEvictionOutput();
  T.Decision.Choices = StockColumns;
  T.Decision.Mask = T.Inputs[EvictionInput::Mask].Spec.name();
  T.Decision.StockInput = T.Inputs[EvictionInput::StockColumn].Spec.name();
  T.Channel.Enable = {"-regalloc-enable-advisor=release"};
  T.Channel.Base = "-regalloc-evict-interactive-channel-base=";
  T.Channel.Programs = {"llc", "clang", "ld.lld"};
  T.Policies = {{"regalloc-evict",
                 "score",
                 {{"O2"}, {"x86-64"}, {{"largest_block", 80}}},
                 /*IsBuiltIn=*/true,
                 "-mlgo-regalloc-speed",
                 /*AlsoFor=*/"cycles"},
                {"regalloc-evict-oz", "size", {{"Oz", "Os"}, {"x86-64"}}},
                {"regalloc-evict-risc",
                 "size",
                 {{"Oz", "Os"},
                  {"aarch64", "thumb2", "riscv64"},
                  {{"largest_block", 150}, {"instructions_per_call", 40}}}}};
  T.Limits = AllocationShape::limits();
  T.Objectives = {"score", "size", "cycles"};
  return T;
}
} // namespace mlgo
