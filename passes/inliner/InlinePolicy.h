//===- InlinePolicy.h - What inlining policies see and answer ---*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_INLINEPOLICY_H
#define MLGO_PASSES_INLINER_INLINEPOLICY_H

#include "mlgo/runner/RunnerFactory.h"

namespace mlgo {

/// Runners for inlining have getInlinePolicyInputs.
PolicySpec getInlinePolicySpec();

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_INLINEPOLICY_H
