//===- InlinePolicy.cpp - What inlining policies see and answer -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinePolicy.h"

#include "InlineAdvisor.h"

#include "mlgo/task/Task.h"

namespace mlgo {

PolicySpec getInlinePolicySpec() {
  PolicySpec Spec = (*findTask("inline"))->policy();
  Spec.Inputs = [](RunnerMode, const Model *) {
    return getInlinePolicyInputs();
  };
  return Spec;
}

} // namespace mlgo
