// Compilers that are not ours to change, for comparison
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "build/CompilerWrapper.h"

namespace mlgo {
/// A compiler that people would take instead of clang.
struct OtherCompiler {
  std::string C, Cxx;  ///< Commands.
  std::string Version; ///< The first line of what C says of itself.
};

/// The compiler that is called \p Name, as gcc or gcc-12, for \p Target: for a
/// foreign one that of Debian's cross packages. The name of its C++ compiler
/// has "g++" for "gcc", or "clang++" for "clang". An error if it is not
/// installed, or has no such name.
Result<OtherCompiler> findOtherCompiler(const std::string &Name,
                                        const BuildTarget &Target);

/// buildFlags(\p Settings) for \p Compiler: what only clang understands is left
/// out. gcc finds lld in \p Folder (see writeLinker).
WrapperFlags otherFlags(const OtherCompiler &Compiler,
                        const BuildSettings &Settings,
                        const std::string &Folder);

/// Gives gcc the lld of LLVM \p Major in \p Folder, so that both compilers'
/// programs are linked alike.
Status writeLinker(const std::string &Folder, unsigned Major);
} // namespace mlgo
