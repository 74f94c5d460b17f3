// Why a build cannot be watched
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <vector>

namespace mlgo {
/// Puts programs into \p Folder, which comes first in PATH, that stand for all
/// compilers in PATH with the number of another version than \p Major, clang-19
/// or gcc-12: they note in \p Log that they were called, and run the real one.
Status watchOtherCompilers(const std::string &Folder, unsigned Major,
                           const std::string &Log);

/// Compilers that \p Command, Makefiles or caches of CMake in the current
/// folder name by their path, where nobody can put another one; one sentence
/// each.
std::vector<std::string>
findFixedCompilers(const std::vector<std::string> &Command);

/// Why the build \p Command in the current folder used no compiler of ours, as
/// far as can be told from the command, what it was configured with, the
/// compilers noted in \p Others and what it printed to \p Log; one sentence
/// each, at least one.
std::vector<std::string>
findBuildObstacles(const std::vector<std::string> &Command,
                   const std::string &Others, const std::string &Log);
} // namespace mlgo
