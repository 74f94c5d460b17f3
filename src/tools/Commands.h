//===- Commands.h - The subcommands of the mlgo tool ------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_COMMANDS_H
#define MLGO_TOOLS_COMMANDS_H

#include "mlgo/model/ModelScope.h"
#include "mlgo/support/Result.h"

#include <CLI/CLI.hpp>

namespace mlgo {

/// Prints \p E once on standard error and ends the command with exit code 1.
/// For use in the callbacks of subcommands, before anything is written.
[[noreturn]] void fail(const Error &E);

/// The value of \p R, or ends the command likewise.
template <typename T> T orFail(Result<T> R) {
  if (!R)
    fail(R.error());
  return R.take();
}

/// Whether the command line has a "--" and words behind it.
bool hasWordsAfterDashes();

/// Each adds one subcommand, with its options and callback, to \p App.
void addCompareCommand(CLI::App &App);
void addCorpusCommand(CLI::App &App);
void addDoctorCommand(CLI::App &App);
void addDocumentCommand(CLI::App &App);
void addEvalCommand(CLI::App &App);
void addFitCommand(CLI::App &App);
void addFlagsCommand(CLI::App &App);
void addHostCommand(CLI::App &App);
void addLabelsCommand(CLI::App &App);
void addLogCommand(CLI::App &App);
void addModelCommand(CLI::App &App);
void addRunCommand(CLI::App &App);
void addSearchCommand(CLI::App &App);
void addTrainCommand(CLI::App &App);
void addTuneCommand(CLI::App &App);
void addWhyCommand(CLI::App &App);

/// Adds --levels and --targets, which say for which code a policy is.
void addScopeOptions(CLI::App &Command, ModelScope &Scope);

/// The option of these that sets \p Limit.
std::string limitOption(const ScopeLimit &Limit);

/// Adds "compare" to the subcommands of "log".
void addLogCompareCommand(CLI::App &LogCommand);

} // namespace mlgo

#endif // MLGO_TOOLS_COMMANDS_H
