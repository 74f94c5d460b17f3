//===- BuiltInPolicy.h - The policy that ships in the plugin ----*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_BUILTINPOLICY_H
#define MLGO_PASSES_INLINER_BUILTINPOLICY_H

#include "mlgo/runner/MLModelRunner.h"
#include "mlgo/support/Result.h"

#include <memory>
#include <vector>

namespace mlgo {

/// A runner for \p Inputs with models/inline-oz.mlgo, compiled ahead of time.
Result<std::unique_ptr<MLModelRunner>>
createBuiltInPolicyRunner(std::vector<TensorSpec> Inputs);

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_BUILTINPOLICY_H
