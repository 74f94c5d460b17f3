// The name that was probably meant
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mlgo {
/// The one of \p Names that needs the fewest changes, each of one letter or of
/// two neighbours, to become \p Word; the first of several. Empty if more than
/// a third of the letters would change.
std::string findNearestName(std::string_view Word,
                            const std::vector<std::string> &Names);
} // namespace mlgo
