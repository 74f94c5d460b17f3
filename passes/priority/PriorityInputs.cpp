// What a priority is made from
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorityInputs.h"

namespace mlgo {
namespace {
struct InputDescription {
  const char *Name;
  const char *Meaning;
};

constexpr InputDescription Descriptions[PriorityInput::NumAll] = {
    {"li_size", "size of the live range, in slots of instructions"},
    {"stage", "how far allocation is with it, LLVM's LiveRangeStage"},
    {"weight", "LLVM's spill weight"},
    {"stock_priority", "the stock advisor's answer"},
    {"stock_rank", "its last 24 bits: the size or the place of the live range"},
    {"is_deferred", "1 if stock assigns it after all that are new"},
    {"is_local", "1 if it lives in one block"},
    {"has_hint", "1 if a certain register is preferred"},
    {"is_spillable", "1 if it may live in memory"},
    {"is_rematerializable", "1 if its value can be computed again"},
    {"crosses_call", "1 if it lives across a call"},
    {"num_segments", "pieces of the live range"},
    {"num_values", "values that it holds, one after the other"},
    {"num_uses", "instructions that name it"},
    {"spill_bytes", "about what code grows by if it is spilled"},
    {"first", "instructions between the begin of the function and its own"},
    {"length", "instructions between its begin and its end"},
    {"num_registers", "registers of its class that can be allocated"},
    {"register_bits", "size of a register of its class"},
    {"register_cost", "what its class's cheapest register costs an encoding"},
    {"num_ranges", "virtual registers of the function"},
    {"num_queued", "live ranges that wait to be assigned"},
};
} // namespace

std::vector<TaskInput> describePriorityInputs(bool WithOwn) {
  std::vector<TaskInput> Inputs;
  for (size_t I = 0;
       I < (WithOwn ? PriorityInput::NumAll : PriorityInput::NumLLVM); ++I) {
    const auto &[Name, Meaning] = Descriptions[I];
    Inputs.push_back({I == PriorityInput::Weight
                          ? TensorSpec::createSpec<float>(Name, {1})
                          : TensorSpec::createSpec<int64_t>(Name, {1}),
                      Meaning, I < PriorityInput::NumLLVM});
  }
  return Inputs;
}

std::vector<TensorSpec> getPriorityInputs(bool WithOwn) {
  std::vector<TensorSpec> Specs;
  for (TaskInput &I : describePriorityInputs(WithOwn))
    Specs.push_back(std::move(I.Spec));
  return Specs;
}

TensorSpec getPriorityOutput() {
  return TensorSpec::createSpec<float>("priority", {1});
}

TensorSpec getExactPriorityOutput() {
  return TensorSpec::createSpec<int64_t>("priority", {1});
}
} // namespace mlgo
