// The task of leaving out passes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateInputs.h"
#include "mlgo/support/LLVMMajors.h"

namespace mlgo {
Task describeGateTask() {
  Task T;
  T.Name = "gate";
  T.Description = "which passes run on a function";
  T.Plugin = "MLGOGate";
  T.LLVMMajors = listLLVMMajors(/*WithAllocator=*/true);
  T.Prefix = "gate";
  T.Inputs = describeGateInputs();
  T.Decision.Spec = TensorSpec::createSpec<int64_t>("run_pass", {1});
  T.Decision.Choices = 2;
  T.Decision.StockInput = "runs_in_stock";
  const std::vector<std::string> Targets = {"x86-64", "aarch64", "thumb2",
                                            "riscv64"};
  T.Policies = {{"gate-oz", "size", {{"Oz"}, Targets}},
                {"gate-os", "size", {{"Os"}, Targets}}};
  T.Objectives = {"size", "cycles"};
  return T;
}
} // namespace mlgo
