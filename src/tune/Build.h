// A build, watched, and its corpus
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/CodeSetting.h"
#include "link/LinkLog.h"
#include "mlgo/support/LLVMMajors.h"
#include "support/ChildProcess.h"
#include <functional>
#include <set>

namespace mlgo {
/// A build to watch.
struct TuneBuild {
  std::vector<std::string> Command;
  std::string Work; ///< Folder for compilers and logs; absolute.
  /// What the build says itself of level and unwind tables is kept, but for
  /// what is asked for here. A file without -Os or -Oz is compiled at -Oz.
  CodeSetting Setting;
  /// What every compilation is told in addition. None: to embed bitcode.
  std::vector<std::string> Flags;
  std::vector<std::string> LinkFlags; ///< And every link.
  /// What its commands see besides, for plugins.
  std::vector<std::pair<std::string, std::string>> Environment;
  /// It is tuned for speed: -O2 and -O3 are kept, other levels become -O2.
  bool IsForSpeed = false;
  unsigned LLVMMajor = DefaultLLVMMajor;
  bool IsLibrary = false; ///< That it links nothing is no error.
  unsigned Jobs = 1;
  /// Told about long steps and what was left out.
  std::function<void(const std::string &)> Tell = [](auto &) {};
};

/// Runs \p Command, which \p Tell is told of, with its log made anew. An exit
/// code that is not 0 is an error that names the log.
Status runLogged(const ChildCommand &Command,
                 const std::function<void(const std::string &)> &Tell);

/// Runs the build in the current folder, with compilers that embed bitcode
/// under the names that builds use: clang, gcc, cc and so on, and those of
/// cross compilers, aarch64-linux-gnu-gcc and so on. The target and all other
/// flags are the build's. Returns the commands that linked.
Result<std::vector<LinkCommand>> runTuneBuild(const TuneBuild &Build);

/// The folder for objects of sources that one command compiles and links.
std::string objectsOf(const TuneBuild &Build);

/// Makes the corpus \p Corpus of what the build linked with \p Links.
Status extractTuneBuild(const TuneBuild &Build,
                        const std::vector<LinkCommand> &Links,
                        const std::string &Corpus);

/// Levels and targets of a corpus' modules, by name.
struct BuiltCorpus {
  std::set<std::string> Levels, Targets;
};

/// Those of \p Corpus in \p Setting.
Result<BuiltCorpus> readBuiltCorpus(const std::string &Corpus,
                                    const CodeSetting &Setting);
} // namespace mlgo
