// Our plugins' options as variables
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mlgo {
/// Takes our plugins' options, each after a "-mllvm", out of \p Flags, and
/// returns the environment variables that mean the same: lld and clang 19 read
/// options before they load plugins.
std::vector<std::pair<std::string, std::string>>
takePluginOptions(std::vector<std::string> &Flags);

/// Has a build with \p Flags fail where a file of the user's that they name, a
/// model or decisions, cannot be used: without it stock would be compared with
/// stock.
void requireFiles(std::vector<std::string> &Flags);
} // namespace mlgo
