// A compiled policy without a library
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Policy.h" // Made of a model file by `mlgo model aot`.

#include "mlgo/runner/ReleaseModeModelRunner.h"

#include <cstdio>

#ifdef EIGEN_WORLD_VERSION
#error "a policy of trees includes Eigen"
#endif

int main() {
  // What the policy reads; all are whole numbers.
  const Policy Compiled;
  std::vector<mlgo::TensorSpec> Inputs;
  for (int I = 0; const char *Name = Compiled.InputName(I); ++I)
    Inputs.push_back(mlgo::TensorSpec::createSpec<int64_t>(
        Name, {static_cast<int64_t>(Compiled.InputElementCount(I))}));
  auto Runner =
      mlgo::ReleaseModeModelRunner<Policy>::create(Inputs, "inlining_decision");
  if (!Runner)
    return std::puts(Runner.error().message().c_str()), 1;
  return (*Runner)->evaluate<int64_t>() >= 0 ? 0 : 1;
}
