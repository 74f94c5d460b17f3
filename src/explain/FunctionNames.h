// Functions as people call them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>
#include <vector>

namespace mlgo {
/// How decisions name the function \p Symbol, without the file of a local one.
std::string nameForDecisions(const std::string &Symbol);

/// What the source calls the symbol \p Name; \p Name itself where that is
/// unknown. `f@a.c`, a function that is local to its file, as decisions files
/// have it, becomes `f (a.c)`. std::string is called so, and allocators and
/// Rust's hashes are left out.
std::string demangle(const std::string &Name);

/// \p Name, as demangle() gives it, without return type and parameters.
std::string shortenName(const std::string &Name);

/// Those of \p Names, symbols, that \p Called may mean: it is the symbol, the
/// name in the source with or without parameters, or, if that finds none, the
/// last parts of it.
std::vector<std::string> matchNames(const std::string &Called,
                                    const std::vector<std::string> &Names);

/// Names in the source, without parameters, of up to \p Most of \p Names that
/// are most like \p Called; none if none is. Only where LLVM is there.
std::vector<std::string> findNearNames(const std::string &Called,
                                       const std::vector<std::string> &Names,
                                       size_t Most);
} // namespace mlgo
