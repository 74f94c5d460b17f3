// A priority policy from a model file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorityPolicy.h"
#include "PriorityInputs.h"

namespace mlgo {
PolicySpec getPriorityPolicySpec(bool IsExact) {
  const Task &T = **findTask("priority");
  PolicySpec Spec = T.policy();
  if (IsExact)
    Spec.Decision = getExactPriorityOutput();
  Spec.Inputs = [&T](RunnerMode Mode, const Model *M) {
    return getPriorityInputs(M ? T.readsOwnInputs(*M)
                               : Mode == RunnerMode::Release);
  };
  return Spec;
}

bool answersExactly(const Model &M) {
  return M.Output == getExactPriorityOutput();
}
} // namespace mlgo
