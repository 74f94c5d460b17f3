// A program's modules merged into one
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "corpus/CorpusInputs.h"
#include "corpus/CorpusPrograms.h"
#include "mlgo/support/LLVMMajors.h"

namespace mlgo {
/// What has become of the programs of a corpus.
struct WholePrograms {
  std::vector<CorpusProgram> Programs; ///< Each of one module.
  std::vector<CorpusFailure> Failures;
};

struct WholeProgramOptions {
  unsigned LLVMMajor = DefaultLLVMMajor;
  unsigned Jobs = 1; ///< Compilations at a time.
};

/// Makes the corpus \p Output of whole programs: of each program of the corpus
/// in the folder \p Corpus, or only of those in \p Names, one module. It is
/// what full LTO compiles at link time: every module as `clang -Oz -flto -c`
/// leaves it (these are kept too, for CorpusProgram::LTOLink), and of lld's
/// link the modules that take part (of archives only what is referred to),
/// merged, with everything internal that no other object or library can see.
/// The bitcode says itself that it is such a module: see isMergedForLTO. The
/// command line is that of the program's first module. Objects without a module
/// and libraries are linked beside it, as before. \p Output is made new or
/// replaces a corpus; a program that cannot be merged is listed in its
/// failed.txt. Errors: a name that no program has, no program left, nothing
/// that can be written.
Result<WholePrograms> makeWholePrograms(const std::string &Corpus,
                                        const std::vector<std::string> &Names,
                                        const std::string &Output,
                                        const WholeProgramOptions &Options);
} // namespace mlgo
