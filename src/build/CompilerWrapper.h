// Flags that no build system can drop
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "build/Target.h"

namespace mlgo {
/// What a wrapped compiler adds to the command lines it is given.
struct WrapperFlags {
  std::vector<std::string> Always;  ///< Before all others, whatever is done.
  std::vector<std::string> Compile; ///< Always, where a source is compiled.
  /// Where a source is compiled and MLGO_BUILD_STEP is set. Configuration runs
  /// without it, so its checks give the same answers in every variant.
  std::vector<std::string> Variant;
  /// Levels, as in "-Os", that win over the one in Compile where a command line
  /// has them.
  std::vector<std::string> KeptLevels;
  /// Where sources are compiled and linked by one command and MLGO_OBJECTS
  /// names a folder, the sources are compiled one by one before, and their
  /// objects stay there.
  bool CompilesApart = false;
  /// The edits of CCC_OVERRIDE_OPTIONS are for other compilers.
  bool IgnoresOverrides = false;
  std::vector<std::string> Link; ///< Always, where something is linked.
  /// Where something is linked and MLGO_BUILD_STEP is set.
  std::vector<std::string> VariantLink;
};

/// The flags of all our builds: what \p Settings say, a section per function
/// and datum, and unused sections dropped by lld.
WrapperFlags buildFlags(const BuildSettings &Settings = {});

/// The flags that make clang embed what a corpus holds: the module before any
/// optimisation and the cc1 command line.
std::vector<std::string> embedBitcodeFlags();

/// \p Argument as one word of a shell's command line.
std::string quoteForShell(const std::string &Argument);

/// Lines of a shell script that note in the file MLGO_LINK_LOG, where it is
/// run, and that \p Tool is given "$@". A record is written at once: links may
/// run at the same time.
std::string logLinkScript(const std::string &Tool);

/// The text of a shell script that runs \p Compiler. Levels of optimisation,
/// debug information, LTO, warnings as errors and choice of linker are taken
/// out of what it is given. Links are logged if MLGO_LINK_LOG names a file.
std::string compilerWrapper(const std::string &Compiler,
                            const WrapperFlags &Flags);

/// Writes the wrappers `clang` and `clang++` for LLVM \p Major into \p Folder.
/// A compiler that is not installed is an error that names its package.
Status writeCompilerWrappers(const std::string &Folder, unsigned Major,
                             const WrapperFlags &Flags);

/// The same wrappers for another compiler that is installed, \p C and \p Cxx.
Status writeCompilerWrappers(const std::string &Folder, const std::string &C,
                             const std::string &Cxx, const WrapperFlags &Flags);

/// Splits \p Text at blanks; single and double quotes keep blanks together and
/// a backslash keeps the next character. An open quote is an error.
Result<std::vector<std::string>> splitFlags(const std::string &Text);
} // namespace mlgo
