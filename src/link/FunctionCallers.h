// Who calls a program's functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <map>
#include <set>
#include <string_view>

namespace mlgo {
/// By symbol: the symbols of the other functions that call it, jump to it or
/// take its address.
using FunctionCallers = std::map<std::string, std::set<std::string>>;

/// Reads what `llvm-objdump -d` prints.
FunctionCallers parseFunctionCallers(std::string_view Code);

/// Disassembles the linked \p Program with the tools of LLVM \p Major.
Result<FunctionCallers> findFunctionCallers(const std::string &Program,
                                            unsigned Major);
} // namespace mlgo
