// Links a corpus' programs again
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "corpus/CorpusPrograms.h"

namespace mlgo {
/// Bytes of what a compiler or linker complains of that errors quote.
inline constexpr size_t MaxQuote = 1000;

/// What a link is given besides what the corpus says.
struct LinkExtras {
  std::vector<std::string> Flags; ///< For the linking compiler.
  std::vector<std::pair<std::string, std::string>> Environment;
};

/// Links \p Program of the corpus in the folder \p Corpus with lld and
/// --gc-sections into \p Output. The object of module NAME is
/// \p Objects/NAME.o; members of archives are linked only if something refers
/// to them, as they were from the archive. Errors quote the linker.
Status linkProgram(const CorpusProgram &Program, const std::string &Corpus,
                   const std::string &Objects, const std::string &Output,
                   unsigned LLVMMajor, const LinkExtras &Extras = {});
} // namespace mlgo
