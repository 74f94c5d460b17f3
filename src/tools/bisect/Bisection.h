// Which of many decisions break a program
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <functional>
#include <set>

namespace mlgo {
/// Whether a program is broken if these decisions are made and no others.
using IsBroken = std::function<Result<bool>(const std::set<size_t> &)>;

/// Of \p Count decisions, which together break a program that is whole without
/// them, some that do so already and of which none can be left out. Most often
/// it is one, after as many trials as \p Count has binary digits, and one more.
Result<std::set<size_t>> bisect(size_t Count, const IsBroken &Try);
} // namespace mlgo
