// What a decision about a pass is made from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateInputs.h"
#include "GatePasses.h"

namespace mlgo {
namespace {
struct Named {
  const char *Name;
  const char *Meaning;
};

constexpr Named Inputs[] = {
#define MLGO_INPUT(Name, Meaning) {#Name, Meaning},
    MLGO_GATE_INPUTS(MLGO_INPUT)
#undef MLGO_INPUT
};
} // namespace

std::vector<TaskInput> describeGateInputs() {
  std::vector<TaskInput> All;
  All.reserve(std::size(Inputs));
  for (const Named &I : Inputs)
    All.push_back({TensorSpec::createSpec<int64_t>(I.Name, {1}), I.Meaning,
                   /*IsLLVMs=*/false, std::nullopt});
  All[GateInput::pass].ValueNames.assign(std::begin(GatePassNames),
                                         std::end(GatePassNames));
  return All;
}
} // namespace mlgo
