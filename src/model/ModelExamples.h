// What proves a model on load
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// Records \p Count evaluations as Model::Examples: of zeros, of ones, and of
/// small integers that depend on nothing but their place. \p M must be valid.
Status recordExamples(Model &M, size_t Count);
} // namespace mlgo
