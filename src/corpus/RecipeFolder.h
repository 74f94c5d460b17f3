// Where the tool's recipes are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <vector>

namespace mlgo {
/// The recipes of the source tree that built the running tool, or those that
/// were installed with it.
std::string findRecipeFolder();

/// \p Named if there are any, else the recipes of \p Role (as
/// packageRoleName() has it). Neither, or both, is an error; so is an unknown
/// package, before any work begins.
Result<std::vector<std::string>>
selectPackages(const std::string &Recipes, const std::string &Role,
               const std::vector<std::string> &Named);
} // namespace mlgo
