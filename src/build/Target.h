// Machines that packages are built for
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <vector>

namespace mlgo {
/// A machine that packages are built for, with Debian's cross packages, and how
/// its programs run here.
struct BuildTarget {
  std::string Name;               ///< As users say it, for example "riscv64".
  std::vector<std::string> Flags; ///< For clang; none: it is this machine.
  std::string Host; ///< As configure scripts call it, "riscv64-linux-gnu".
  std::string SystemName; ///< As CMake calls it, for example "Linux".
  std::string Processor;  ///< As CMake calls it.
  /// What is written before a program and its arguments to run it. Empty: it
  /// runs as it is. WebAssembly runs under "node", which needs a script.
  std::vector<std::string> Emulator;
  std::vector<std::string> Packages;  ///< Debian's, beyond those for x86-64.
  std::vector<std::string> LinkFlags; ///< For clang, after objects.

  bool isForeign() const { return !Flags.empty(); }
  bool isWasm() const { return Processor == "wasm32"; }
  /// Programs run on a processor without an operating system.
  bool isBareMetal() const { return Host == "arm-none-eabi"; }

  /// What a ModelScope calls its code: targets that differ in their libraries
  /// alone have one name there.
  std::string scopeName() const { return isBareMetal() ? "thumb2" : Name; }

  /// A source in C that is linked into every program, before all else; empty:
  /// none.
  const char *runtime() const;

  /// What `./configure` is told. \p Knows is false for scripts that are not
  /// made by autoconf and do not know --host.
  std::vector<std::string> configureArguments(bool Knows) const;
  /// What cmake is told.
  std::vector<std::string> cmakeArguments() const;
};

/// The largest version, as in "12.2.1", that names something in \p Folder;
/// empty: none does.
std::string findNewestVersion(const std::string &Folder);

/// The names of all targets; the first is x86-64, this machine.
std::vector<std::string> listBuildTargets();

/// What these are in a ModelScope, each name once.
std::vector<std::string> listScopeTargets();

/// The target of that name, for ever; an error lists the names.
Result<const BuildTarget *> findBuildTarget(const std::string &Name);

/// What the builds of a comparison, or those for a corpus, have in common.
struct BuildSettings {
  std::string Target = "x86-64"; ///< Of listBuildTargets.
  std::string Level = "Oz";      ///< As in "-Oz".
  /// False: only functions that an exception may pass have unwind tables.
  bool HasUnwindTables = true;
  std::string ICF; ///< What lld folds: "safe" or "all"; empty: nothing.

  /// An error if the target is unknown, or its linker does not do what is
  /// asked.
  Status check() const;
  /// A few words, for messages and tables: "aarch64 -Oz without unwind tables".
  std::string describe() const;
  /// The target; check() has succeeded.
  const BuildTarget &target() const;
};
} // namespace mlgo
