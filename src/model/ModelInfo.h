// What a model file holds, to be read
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"
#include "tensor/JSON.h"

namespace mlgo {
/// Task, kind and size of the policy, inputs with their uses, transforms and
/// training ranges, provenance, number of examples. \p M must be valid.
OrderedJSON describeModel(const Model &M);

/// What describeModel says, a line for each fact.
std::string toText(const OrderedJSON &Description);
} // namespace mlgo
