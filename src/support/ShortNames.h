// Names that most sources would shorten
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace mlgo {
namespace fs = std::filesystem;

using Strings = std::vector<std::string>;

/// Of an environment: names and values.
using Variables = std::vector<std::pair<std::string, std::string>>;
} // namespace mlgo
