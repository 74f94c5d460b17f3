// The subcommands of mlgo corpus
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "../Commands.h"

namespace mlgo {
/// Each adds one subcommand to \p Corpus.
void addCorpusExtractCommand(CLI::App &Corpus);
void addCorpusFetchCommand(CLI::App &Corpus);
void addCorpusInfoCommand(CLI::App &Corpus);

/// Adds \p Option under its name with underscores, as LLVM's tools spell it,
/// and with hyphens.
template <typename T>
CLI::Option *addSpelledOption(CLI::App &Command, const std::string &Option,
                              T &Value, const std::string &Help) {
  std::string Hyphens = Option;
  for (char &C : Hyphens)
    if (C == '_')
      C = '-';
  return Command.add_option(Hyphens == Option ? "--" + Option
                                              : "--" + Hyphens + ",--" + Option,
                            Value, Help);
}
} // namespace mlgo
