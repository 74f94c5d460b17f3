// An eviction policy from a model file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvictionPolicy.h"
#include "EvictionInputs.h"
#include "task/Task.h"

namespace mlgo {
/// The columns that \p M was made for.
static size_t countColumns(const Model &M) {
  const std::string Mask = getEvictionInputs()[EvictionInput::Mask].name();
  for (const TensorSpec &Input : M.Inputs)
    if (Input.name() == Mask && Input.getElementCount() > 1)
      return Input.getElementCount();
  return StockColumns;
}

PolicySpec getEvictionPolicySpec() {
  const Task &T = **findTask("evict");
  PolicySpec Spec = T.policy();
  Spec.Inputs = [&T](RunnerMode Mode, const Model *M) {
    return getEvictionInputs(M ? countColumns(*M) : StockColumns,
                             Mode == RunnerMode::Release ||
                                 (M && T.readsOwnInputs(*M)));
  };
  return Spec;
}
} // namespace mlgo
