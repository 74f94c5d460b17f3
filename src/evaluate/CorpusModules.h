// The modules of corpora
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <vector>

namespace mlgo {
/// One module of a corpus.
struct CorpusModule {
  std::string Package; ///< What the corpus is called.
  std::string Path;
  std::string Name;   ///< As the corpus lists it.
  std::string Corpus; ///< The corpus' folder.
};

/// What the corpus in the folder \p Corpus is called: PACKAGE of
/// PACKAGE/corpus or of PACKAGE.
std::string packageOf(const std::string &Corpus);

/// The modules of the corpora at or right below \p Folders; those of \p
/// Packages alone unless that is empty.
Result<std::vector<CorpusModule>>
listCorpusModules(const std::vector<std::string> &Folders,
                  const std::vector<std::string> &Packages);
} // namespace mlgo
