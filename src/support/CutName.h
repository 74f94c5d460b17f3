// Long names of functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>

namespace mlgo {
/// \p Name, as the source has it, in about \p Room bytes. The return type goes
/// first, then parameters, arguments of templates and what it is a member of,
/// until there is room; its own name is kept as long as that can be.
std::string cutName(std::string Name, size_t Room);
} // namespace mlgo
