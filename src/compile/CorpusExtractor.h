// A corpus out of a build's objects
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/EmbeddedBitcode.h"
#include "corpus/CorpusInputs.h"
#include <cstddef>
#include <functional>

namespace mlgo {
/// Distributed: objects name their index with -fthinlto-index. Local: lld saved
/// NAME.3.import.bc and NAME.thinlto.bc, and there are no command lines.
enum class ThinLTOBuild { None, Distributed, Local };

/// What to extract, and how.
struct ExtractionOptions {
  BitcodeSections Sections;
  /// A regular expression (ECMAScript) that has to be found in one of the
  /// arguments of a module's command line; empty: all modules. Not applied to
  /// local ThinLTO.
  std::string CommandFilter;
  ThinLTOBuild ThinLTO = ThinLTOBuild::None;
  std::string IndexBase; ///< What paths of ThinLTO indices are relative to.
  unsigned Jobs = 1;
  unsigned DeadlineSeconds = 120; ///< For one object.
};

/// One module that is in the corpus now.
struct ExtractedModule {
  std::string Name;
  std::string Object; ///< Path of the object.
  std::string Digest; ///< Digest of the object's bytes; see objectDigest.
};

/// What became of the objects.
struct ExtractedCorpus {
  std::vector<ExtractedModule> Modules; ///< In the order of the input.
  std::vector<CorpusFailure> Failures;  ///< Likewise, after those refused.
  size_t Filtered = 0; ///< Objects that the filter did not let through.
};

/// Tells object files apart.
std::string objectDigest(std::string_view Object);

/// Extracts the modules of \p Inputs into the corpus \p Output, which takes the
/// place of an older corpus when it is complete. \p Finish may add to the
/// unfinished folder and to the failures, in front of which the description
/// is not yet written. An object that cannot be read, has no bitcode, crashes
/// or hangs the reader is a failure and no more: each is read in a process of
/// its own, up to Jobs at a time. Errors, with an older corpus untouched:
/// nothing could be extracted, the output cannot be written, a broken filter.
/// The result does not depend on Jobs. The caller must have no other threads.
Result<ExtractedCorpus>
extractCorpus(const CorpusInputs &Inputs, const ExtractionOptions &Options,
              const std::string &Output,
              const std::function<Status(const std::string &Folder,
                                         ExtractedCorpus &Corpus)> &Finish);
} // namespace mlgo
