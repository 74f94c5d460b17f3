// Bytes of a program's functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>
#include <map>
#include <string_view>

namespace mlgo {
/// Bytes by symbol. Local functions of one name count together, under it; of
/// several names for one function only the first does.
using FunctionSizes = std::map<std::string, uint64_t>;

/// Reads what `llvm-nm --format=posix` prints.
FunctionSizes parseFunctionSizes(std::string_view Symbols);

/// Measures the functions of the linked \p Program by its symbol table, with
/// the tools of LLVM \p Major; none if it was stripped.
Result<FunctionSizes> measureFunctions(const std::string &Program,
                                       unsigned Major);
} // namespace mlgo
