// What a model with a graph must be
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_MODEL_GRAPHMODEL_H
#define MLGO_MODEL_GRAPHMODEL_H

#include "mlgo/model/Model.h"

namespace mlgo {

/// What validate() checks if \p M holds a graph.
Status validateGraphModel(const Model &M);

} // namespace mlgo

#endif // MLGO_MODEL_GRAPHMODEL_H
