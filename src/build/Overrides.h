// Compilers that a build names by path
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "build/CompilerWrapper.h"

namespace mlgo {
/// The environment in which every clang that is not one of our wrappers, as it
/// is named by its path, compiles and links with \p Flags of LLVM \p Major all
/// the same: levels that are not kept become \p Level, as in "Oz". Links are
/// logged where MLGO_LINK_LOG says, and objects that clang would remove after
/// the link are kept where MLGO_OBJECTS says. \p Folder, absolute and without
/// blanks, is for files that the build reads.
Result<std::vector<std::pair<std::string, std::string>>>
overrideCompilers(const WrapperFlags &Flags, const std::string &Level,
                  unsigned Major, const std::string &Folder);
} // namespace mlgo
