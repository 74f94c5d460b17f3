// How a build linked its programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The wrapped compilers append each command that links to the file that the
// environment variable MLGO_LINK_LOG names: the number of arguments, the
// working folder, the compiler and the arguments, each ended by a zero byte.

#pragma once

#include "mlgo/support/Result.h"
#include <optional>
#include <string_view>
#include <vector>

namespace mlgo {
/// One record of the log.
struct LinkCommand {
  std::string Folder; ///< In which the compiler ran.
  /// Or the linker, ld.lld for example, whose arguments are then meant.
  std::string Compiler;
  std::vector<std::string> Arguments;
};

/// Parses a log. A record that is cut short is an error.
Result<std::vector<LinkCommand>> parseLinkLog(std::string_view Text);

/// One thing that a link line names, in its order.
struct LinkInput {
  enum KindType { File, Library, Flag };
  KindType Kind = File;
  std::string Text;          ///< Absolute path, what follows -l, or a flag.
  bool WholeArchive = false; ///< All members of an archive are linked.
};

/// What a command links, with what mlgo adds itself left out.
struct LinkLine {
  std::string Output; ///< Absolute.
  bool IsCxx = false;
  bool IsStatic = false; ///< Libraries are looked for as archives only.
  bool IsShared = false; ///< Makes a shared library.
  std::vector<LinkInput> Inputs;
  std::vector<std::string> SearchFolders; ///< What -L named; absolute.
  /// Empty, or why the program cannot be linked again from its objects.
  std::string Obstacle;
};

/// Reads \p Command; response files are read from the disk. Nothing if it makes
/// neither a program nor a shared library: no inputs, a relocatable object.
std::optional<LinkLine> parseLinkLine(const LinkCommand &Command);

/// True for what configure scripts and CMake link to see whether it can be
/// done, and for what is gone since, with what it was made of.
bool isProbe(const LinkLine &Line);
} // namespace mlgo
