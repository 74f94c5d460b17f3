// From bytes to a FlatBuffer that is safe
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include "mlgo_generated.h"
#include <cstdint>
#include <vector>

namespace mlgo {
/// The FlatBuffer in \p Bytes, which are aligned, once it is safe to read.
Result<const file::Model *> openModelBuffer(const std::vector<uint8_t> &Bytes);
} // namespace mlgo
