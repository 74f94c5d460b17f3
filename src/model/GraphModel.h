// What a model with a graph must be
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// What validate() checks if \p M holds a graph.
Status validateGraphModel(const Model &M);
} // namespace mlgo
