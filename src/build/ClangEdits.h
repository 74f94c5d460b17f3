// What a build's compilers are told
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/LLVMMajors.h"
#include "mlgo/support/Result.h"

namespace mlgo {
/// Edits that all clangs of a build make to their command lines, also those
/// that a configured build names by their path.
struct ClangEdits {
  unsigned Major = DefaultLLVMMajor;
  std::vector<std::string> Plugins; ///< Files.
  std::vector<std::string> Flags;   ///< Appended; none has a blank.
  /// Instead of -O, -O1, -O2, -O3, -Os and -Oz, and where the build says
  /// nothing, for example "Oz"; empty: as the build has it. What is at -O0 or
  /// another level stays so.
  std::string Level;
  std::string Config; ///< A file of flags, which come first; empty: none.
};

/// Flags that hand \p Options of LLVM to clang's front end. Assemblers and
/// links, which take no -mllvm of ours, do not see them.
std::vector<std::string> frontEndFlags(const std::vector<std::string> &Options);

/// The environment that has a build make \p Edits. CC and CXX are clang there
/// unless the caller has set them. \p Folder is for a file of flags that the
/// build reads; its name has no blanks.
Result<std::vector<std::pair<std::string, std::string>>>
describeEnvironment(const ClangEdits &Edits, const std::string &Folder);
} // namespace mlgo
