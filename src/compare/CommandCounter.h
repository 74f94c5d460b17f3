// What programs execute, by command
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the programs that a command of a shell starts, at any depth. Each is
// known by its file; what a process executes after a fork without a new program
// is not counted, and neither are statically linked programs, which load
// nothing that could say which file they are.

#pragma once

#include "compare/ExecutionCounts.h"
#include "support/ChildProcess.h"

namespace mlgo {
/// What one program executed, in all processes that ran it.
struct CountedProgram {
  ExecutionCounts Counts;
  bool HasThreads = false; ///< It waits by chance.
};

class CommandCounter {
public:
  /// Works in \p Folder, an absolute path, which is replaced. Fails if there is
  /// no valgrind. clang of LLVM \p Major builds what keeps time and chance from
  /// programs.
  static Result<CommandCounter> create(const std::string &Folder,
                                       unsigned Major);

  /// What to run in place of a shell with \p Script, which sees nothing of the
  /// caller's environment but PATH.
  ChildCommand commandFor(const std::string &Script) const;

  /// What the command executed that ran since the last call, by the absolute
  /// path of a program as the command sees it.
  Result<std::map<std::string, CountedProgram>> take() const;

private:
  CommandCounter(std::string Folder, std::string Preload)
      : Folder(std::move(Folder)), Preload(std::move(Preload)) {}

  std::string counts() const { return Folder + "/counts"; }

  std::string Folder, Preload;
};
} // namespace mlgo
