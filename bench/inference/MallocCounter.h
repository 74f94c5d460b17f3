// Counts what any library allocates
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>

namespace mlgo {

/// How often this thread asked for memory, by whatever function.
size_t countMallocs();

} // namespace mlgo
