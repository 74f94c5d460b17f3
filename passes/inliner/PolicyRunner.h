//===- PolicyRunner.h - A policy from a model file ---------------*- C++
//-*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_POLICYRUNNER_H
#define MLGO_PASSES_INLINER_POLICYRUNNER_H

#include "mlgo/model/Model.h"
#include "mlgo/runner/MLModelRunner.h"
#include "mlgo/support/Result.h"

#include <memory>
#include <string>

namespace mlgo {

/// A runner for \p Inputs with the policy in the model file \p ModelPath. Fails
/// if that is no sound policy for inlining, or needs inputs that \p Inputs
/// lacks.
Result<std::unique_ptr<MLModelRunner>>
createPolicyRunner(std::vector<TensorSpec> Inputs,
                   const std::string &ModelPath);

/// The same with a model that was read already, unless that failed; errors
/// begin with \p Where.
Result<std::unique_ptr<MLModelRunner>>
createPolicyRunner(std::vector<TensorSpec> Inputs, Result<Model> M,
                   const std::string &Where);

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_POLICYRUNNER_H
