// Why a build cannot be watched
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <filesystem>
#include <vector>

namespace mlgo {
/// Puts programs into \p Folder, which comes first in PATH, that stand for all
/// compilers in PATH with the number of another version than \p Major, clang-19
/// or gcc-12: they note in \p Log that they were called, and run the real one.
Status watchOtherCompilers(const std::string &Folder, unsigned Major,
                           const std::string &Log);

/// Compilers that \p Command, or makefiles and trees of CMake and Meson in
/// \p Folder, where it built, name by their path, where nobody can put another
/// one; one sentence of cause and remedy each.
std::vector<std::string>
findFixedCompilers(const std::vector<std::string> &Command,
                   const std::filesystem::path &Folder = ".");

/// Where these say that nothing is to be optimised, likewise.
std::vector<std::string>
findMissingLevels(const std::vector<std::string> &Command,
                  const std::filesystem::path &Folder = ".");

/// What they, or CC, CXX and CCACHE_PREFIX, call that compiles where nobody
/// reaches it: on other machines, in servers or in sandboxes; likewise.
std::vector<std::string>
findRemoteCompilers(const std::vector<std::string> &Command,
                    const std::filesystem::path &Folder = ".");

/// The compilers that were noted in the file \p Others, likewise.
std::vector<std::string> findOtherCompilers(const std::string &Others);

/// That the build which printed the file \p Log found nothing to do; empty: it
/// does not say so.
std::string findIdleness(const std::string &Log);
} // namespace mlgo
