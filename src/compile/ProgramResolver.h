// Links of a build as links of modules
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/CorpusExtractor.h"
#include "corpus/CorpusPrograms.h"
#include "link/LinkLog.h"

namespace mlgo {
/// Which programs of a build are wanted.
struct ProgramSelection {
  /// Files that are inputs of the program below this folder belong to the
  /// build, others to the system; empty: only what has a module belongs to it.
  std::string BuildTree;
  /// Name and path of each wanted program; empty: all, named after their files.
  std::vector<std::pair<std::string, std::string>> Wanted;
  /// Shared libraries of the build are programs, too, and programs are linked
  /// with them as they are. Otherwise their archives are taken.
  bool KeepsShared = false;
  /// The name if there are no link lines: then all modules are one program.
  std::string PackageName;
};

/// Makes programs of the modules in \p Corpus from the commands that linked
/// them. Objects are found by path, members of archives by their contents;
/// those without a module are copied below \p Folder/extra. Archives and
/// libraries of the system stay as they are named. The
/// last command with the same output counts. A program that cannot be linked
/// again from its objects is left out and added to the failures; if none
/// remains, all modules are one. Fails only when a copy cannot be written.
Result<std::vector<CorpusProgram>>
resolvePrograms(const std::vector<LinkCommand> &Commands,
                const ProgramSelection &Selection, const std::string &Folder,
                ExtractedCorpus &Corpus);
} // namespace mlgo
