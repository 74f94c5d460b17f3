// Command lines completed by shells
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tools/help/CommandText.h"

namespace mlgo {
/// A file for the bash-completion of \p Program: its commands, their options
/// and the choices of these; files elsewhere, and commands after --.
std::string printBashCompletion(const CommandText &Program);

/// The same for zsh, to be found by its fpath.
std::string printZshCompletion(const CommandText &Program);
} // namespace mlgo
