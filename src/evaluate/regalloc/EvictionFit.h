// An eviction policy fitted to labels
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/LabelFit.h"
#include "mlgo/model/Model.h"

namespace mlgo {
/// Fits, to the logs that AllocationLabels writes, trees that predict, for each
/// column that the stock advisor has not chosen, the gain of choosing it; the
/// stock column scores the cut.
Result<Model> fitEvictionPolicy(const LabelFitOptions &Options);
} // namespace mlgo
