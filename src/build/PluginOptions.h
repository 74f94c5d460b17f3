// Our plugins' options in several spellings
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mlgo {
/// The option of our plugins that \p Word is to mlgo-clang, mlgo flags and
/// mlgo compare alike: Task::EffortOption for --effort, -mlgo-strict for
/// --strict, and -mlgo-... for --mlgo-... Empty:
/// none.
std::string findPluginOption(const std::string &Word);

/// Puts "-mllvm" and the option for such words in \p Flags.
void spellOutPluginOptions(std::vector<std::string> &Flags);

/// Has our options, each after a "-mllvm" in \p Flags, reach clang's front end
/// alone: its assembler, which loads no plugin, ends for others.
void keepFromAssemblers(std::vector<std::string> &Flags);

/// Takes our plugins' options, each after a "-mllvm", out of \p Flags, and
/// returns the environment variables that mean the same: lld and clang 19 read
/// options before they load plugins.
std::vector<std::pair<std::string, std::string>>
takePluginOptions(std::vector<std::string> &Flags);

/// Has a build with \p Flags fail where a file of the user's that they name, a
/// model or decisions, cannot be used: without it stock would be compared with
/// stock.
void requireFiles(std::vector<std::string> &Flags);
} // namespace mlgo
