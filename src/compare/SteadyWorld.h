// Time and chance that repeat
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"

namespace mlgo {
/// Builds, with clang of LLVM \p Major, a library into \p Folder that gives a
/// dynamically linked program the same times, random bytes and process number
/// in every run, when LD_PRELOAD names it; hash tables that are seeded with
/// them then repeat too. Clocks advance by a microsecond a call. Returns the
/// library's path. \p More is C source that is built in.
Result<std::string> buildSteadyWorld(const std::string &Folder, unsigned Major,
                                     const std::string &More = "");
} // namespace mlgo
