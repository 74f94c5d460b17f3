// Policies of inlining measured in linked programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/ProgramEval.h"

namespace mlgo {
/// A policy is `stock`, thresholds, a model file, a decisions file, or a model
/// and a decisions file with a comma between.
Result<ProgramEval> evaluateInlining(const ProgramEvalOptions &Options,
                                     Worker &Work);
} // namespace mlgo
