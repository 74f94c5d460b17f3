// --help that fits on a screen
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <CLI/CLI.hpp>

namespace mlgo {
/// Prints what a command says of itself in 80 columns. --help names rare
/// options only, --help-all explains them.
class HelpFormatter final : public CLI::FormatterBase {
public:
  std::string make_help(const CLI::App *App, std::string Name,
                        CLI::AppFormatMode Mode) const override;
};
} // namespace mlgo
