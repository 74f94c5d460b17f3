// What proves a model on load
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
