// How many threads a process has
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <optional>

namespace mlgo {
/// The threads of this process; nothing if that is not known.
std::optional<unsigned> countThreads();
} // namespace mlgo
