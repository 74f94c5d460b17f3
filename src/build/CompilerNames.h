// Compilers as builds call them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "build/Target.h"
#include <functional>

namespace mlgo {
/// The script called \p Name that stands for the compiler \p Compiler, a file;
/// \p Target is none for this machine. Empty: there is none.
using CompilerScript = std::function<std::string(const std::string &Name,
                                                 const std::string &Compiler,
                                                 const BuildTarget *Target)>;

/// Fills the folder \p Folder with \p Script under the names that builds
/// use for compilers: clang, gcc, cc, c++ and so on, those of cross compilers,
/// aarch64-linux-gnu-gcc and so on, and clang-22 itself.
Status writeCompilerNames(const std::string &Folder, unsigned Major,
                          const CompilerScript &Script);

/// Where PATH has \p Name, or \p Name if it is a path to a program; empty if
/// nowhere.
std::string findProgram(const std::string &Name);

/// The PATH that has a build find them.
std::string pathWith(const std::string &Folder);

/// Clang of \p Major itself under these names but its own, which says nothing
/// of gcc's warnings that it does not know, in a folder of the user's cache:
/// build systems keep the path of a compiler that they have found.
Result<std::string> findPlainCompilers(unsigned Major);
} // namespace mlgo
