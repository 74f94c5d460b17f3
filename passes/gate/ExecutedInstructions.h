// How many instructions a function is guessed to execute.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <map>
#include <string>

namespace mlgo {
/// What one call of each function executes, by the name of its unit in the
/// object: instructions times the frequency of their block relative to the
/// entry's, in 1/16 of an instruction. A call counts as guessCallCost() says.
using ExecutedInstructions = std::map<std::string, uint64_t, std::less<>>;

/// Calls \p Compile, which generates code, and returns what the functions that
/// it makes code of execute. One thread at a time may do so.
ExecutedInstructions countExecuted(llvm::function_ref<void()> Compile);
} // namespace mlgo
