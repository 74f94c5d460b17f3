// A priority policy to train from
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// A weighted sum of the inputs that is added to the stock priority. On x86-64
/// it leaves the order as it is.
Model makePriorityStart();
} // namespace mlgo
