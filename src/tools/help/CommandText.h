// What there is to say of a command
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One text for --help, the manual pages and the completions of shells: what the
// commands say of themselves to CLI11.

#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace mlgo {
/// Whether \p Option is declared with \p Tag: descriptions may begin with tags,
/// as in "(rare, packages) Build both without ...". They are `rare`, for
/// options that --help names only, and those that refuseOptions() asks about.
bool hasTag(const CLI::Option &Option, std::string_view Tag);

/// An option, or an argument by its place.
struct OptionText {
  std::vector<std::string> Names;   ///< "-o", "--output"; or "corpus".
  std::string Value;                ///< "TEXT", "FILE", "N"; empty: a flag.
  std::vector<std::string> Choices; ///< Of the value, if there are few.
  std::string Description, Default; ///< Each may be empty.
  std::string Group;                ///< The title that it stands under.
  bool IsPositional = false, IsMany = false, IsRequired = false;
  bool IsRare = false; ///< Explained by --help-all and the manual only.

  /// "-o, --output TEXT", with the choices where there are some.
  std::string describeCall() const;
};

/// A command and all below it.
struct CommandText {
  std::string Name;        ///< "mlgo corpus fetch".
  std::string Summary;     ///< A few words without full stop.
  std::string Description; ///< Whole sentences, one paragraph; may be empty.
  std::vector<std::string> Example; ///< Lines of a shell.
  std::vector<OptionText> Options;
  std::vector<CommandText> Commands;
  std::string Group; ///< The title that it stands under, of several; or empty.

  /// "mlgo corpus fetch [OPTIONS] [package...]".
  std::string describeUsage() const;
};

/// What \p App, one of mlgo's commands or mlgo itself, says of itself.
CommandText describeCommand(const CLI::App &App);

/// \p Text in lines of at most \p Columns, each indented by \p Indent but the
/// first.
std::string wrapText(const std::string &Text, size_t Columns, size_t Indent);
} // namespace mlgo
