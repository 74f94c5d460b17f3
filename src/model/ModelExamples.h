//===- ModelExamples.h - What proves a model on load ------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_MODEL_MODELEXAMPLES_H
#define MLGO_MODEL_MODELEXAMPLES_H

#include "mlgo/model/Model.h"
#include "mlgo/support/Result.h"

namespace mlgo {

/// Records \p Count evaluations as Model::Examples: of zeros, of ones, and of
/// small integers that depend on nothing but their place. \p M must be valid.
Status recordExamples(Model &M, size_t Count);

} // namespace mlgo

#endif // MLGO_MODEL_MODELEXAMPLES_H
