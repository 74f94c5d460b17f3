// Command lines completed by shells
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_TOOLS_HELP_COMPLETIONS_H
#define MLGO_TOOLS_HELP_COMPLETIONS_H

#include "tools/help/CommandText.h"

namespace mlgo {

/// A file for the bash-completion of \p Program: its commands, their options
/// and the choices of these; files elsewhere, and commands after --.
std::string printBashCompletion(const CommandText &Program);

/// The same for zsh, to be found by its fpath.
std::string printZshCompletion(const CommandText &Program);

} // namespace mlgo

#endif // MLGO_TOOLS_HELP_COMPLETIONS_H
