// Corpora made of bitcode and of corpora
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <vector>

namespace mlgo {
/// Copies all files *.bc below \p Input, in sorted order, to the new corpus
/// \p Output; there are no .cmd files, and \p DefaultArguments become the
/// global_command_override. Returns the number of modules; none is an error.
Result<size_t> makeCorpus(const std::string &Input, const std::string &Output,
                          const std::vector<std::string> &DefaultArguments);

/// What was combined.
struct CombinedCorpus {
  size_t Corpora = 0;
  size_t Modules = 0;
  size_t Programs = 0;
};

/// Writes the description and the programs of \p Root, a folder of corpora: of
/// each folder in it, sorted, that is a corpus or, as `fetch` leaves them, has
/// one in its folder `corpus`. Modules are named from \p Root. Descriptions
/// that differ by more than modules are an error. A program whose name is taken
/// gets its corpus' name in front.
Result<CombinedCorpus> combineCorpora(const std::string &Root);
} // namespace mlgo
