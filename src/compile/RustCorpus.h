// Corpora of programs in Rust
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <vector>

namespace mlgo {
/// The modules below \p Folder that rustc's fat LTO is to optimise, as
/// `-C save-temps` leaves them, sorted.
Result<std::vector<std::string>> findRustPrograms(const std::string &Folder);

/// Makes the corpus \p Output of \p Programs, from findRustPrograms: a program
/// of one module each, which isMergedForLTO, without debug information. The
/// crate's name is the program's.
Status makeRustCorpus(const std::vector<std::string> &Programs,
                      const std::string &Output);

/// What programs in such corpora are called: for example "words" of
/// "words-0123456789abcdef.words.0123-cgu.0.rcgu.lto...".
std::string nameRustProgram(const std::string &Path);
} // namespace mlgo
