//===- InlineRunner.h - Who decides in each mode ----------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_INLINERUNNER_H
#define MLGO_PASSES_INLINER_INLINERUNNER_H

#include "InlineOptions.h"

#include "mlgo/runner/MLModelRunner.h"

#include <memory>

namespace mlgo {

/// A runner for one module as \p Options say; null if stock is to decide and
/// nothing is to be told about it. Fails if the options do not fit each other
/// or what they name cannot be used.
Result<std::unique_ptr<MLModelRunner>>
createInlineRunner(const InlineOptions &Options);

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_INLINERUNNER_H
