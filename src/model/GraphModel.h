//===- GraphModel.h - What a model with a graph must be ------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_MODEL_GRAPHMODEL_H
#define MLGO_MODEL_GRAPHMODEL_H

#include "mlgo/model/Model.h"

namespace mlgo {

/// What validate() checks if \p M holds a graph.
Status validateGraphModel(const Model &M);

} // namespace mlgo

#endif // MLGO_MODEL_GRAPHMODEL_H
