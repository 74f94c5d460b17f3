// A linker's command as a compiler's
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/LinkLog.h"

namespace mlgo {
/// Whether \p Command is of a linker, ld.lld for example, and not of a compiler
/// that runs one.
bool isLinkerCommand(const LinkCommand &Command);

/// The command of a compiler that would run the linker as \p Command, on ELF,
/// did: without start files, standard libraries and what else compilers add.
LinkCommand toCompilerCommand(const LinkCommand &Command);
} // namespace mlgo
