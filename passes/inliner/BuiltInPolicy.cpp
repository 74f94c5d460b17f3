//===- BuiltInPolicy.cpp - The policy that ships in the plugin ------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltInPolicy.h"

#include "InlineOz.h"

#include "mlgo/runner/ReleaseModeModelRunner.h"

namespace mlgo {

Result<std::unique_ptr<MLModelRunner>>
createBuiltInPolicyRunner(std::vector<TensorSpec> Inputs) {
  auto Runner = ReleaseModeModelRunner<InlineOz>::create(std::move(Inputs),
                                                         "inlining_decision");
  if (!Runner)
    return Runner.error().in("built-in policy");
  return std::unique_ptr<MLModelRunner>(std::move(*Runner));
}

} // namespace mlgo
