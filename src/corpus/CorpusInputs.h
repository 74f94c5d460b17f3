// Which objects become a corpus
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <string_view>
#include <vector>

namespace mlgo {
/// Lists, one "what<tab>why" a line, what is not in the corpus beside it.
inline constexpr const char *CorpusFailuresFile = "failed.txt";

/// An object and the name of its module within the corpus.
struct CorpusObject {
  std::string Path;
  std::string Module;
};

/// Something that is not in the corpus, and why.
struct CorpusFailure {
  std::string What;
  std::string Why;
};

/// Writes \p Folder/failed.txt, if there is anything to list.
Status writeCorpusFailures(const std::string &Folder,
                           const std::vector<CorpusFailure> &Failures);

/// The objects of a build, each once, in the order of the input.
struct CorpusInputs {
  std::vector<CorpusObject> Objects;
  std::vector<CorpusFailure> Refused; ///< Cannot be named within a corpus.
};

/// All functions below name a module after the object's path in the input, made
/// normal. An absolute path is taken relative to the base folder, or, when it
/// lies elsewhere, to the root; one that climbs out with ".." is refused.

/// The arguments of `-o` in compile_commands.json, relative to each command's
/// directory. Commands without it are passed over. Where two directories have
/// an object of the same name, these are named from the deepest folder common
/// to all directories.
Result<CorpusInputs> objectsOfCompileCommands(std::string_view Text);

/// The objects in lld's parameters, one a line: what ends in `.o`, is no option
/// and not the output; without `-o` among the lines, all that is no option.
CorpusInputs objectsOfLinkerParameters(std::string_view Text,
                                       const std::string &Base);

/// The same for the arguments and parameter files of all CppLink actions in the
/// JSON output of `bazel aquery`.
Result<CorpusInputs> objectsOfBazelQuery(std::string_view Text,
                                         const std::string &Base);

/// All files *.o and *.obj below \p Folder, sorted, except what CMake's checks
/// of the compiler have left behind.
Result<CorpusInputs> objectsInFolder(const std::string &Folder);

/// The modules below \p Folder that lld has saved after ThinLTO's import: all
/// NAME.3.import.bc, sorted. Path and name are without that ending.
Result<CorpusInputs> modulesOfLocalThinLTO(const std::string &Folder);
} // namespace mlgo
