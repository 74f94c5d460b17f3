// Does this compiler do that?
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "support/ScratchFolder.h"

namespace mlgo {
/// What came of a tiny program.
struct ProbeOutcome {
  bool Works = false;    ///< The command ended well.
  bool IsAsked = false;  ///< And mlgo decided calls of it.
  std::string Complaint; ///< The first line of what went wrong.
};

/// Tries compilers on tiny programs, in a folder that goes with it.
class Probe {
public:
  static Result<Probe> create();
  /// Runs \p Compiler with \p Flags on a file of C, or of C++ that includes the
  /// standard library; links it unless \p Flags have -c.
  ProbeOutcome compile(const std::string &Compiler, bool IsCxx,
                       std::vector<std::string> Flags) const;

  /// Runs \p Rustc by \p Wrapper on a file of Rust.
  ProbeOutcome compileRust(const std::string &Wrapper,
                           const std::string &Rustc) const;

private:
  explicit Probe(ScratchFolder Folder) : Folder(std::move(Folder)) {}

  ProbeOutcome run(std::vector<std::string> Arguments) const;

  ScratchFolder Folder;
};

/// The version in the first line of what "\p Program --version" says, such as
/// "22.1.8"; empty if there is none. \p IsClang tells if it is a clang's.
std::string askVersion(const std::string &Program, bool &IsClang);
} // namespace mlgo
