// The subcommands of the mlgo tool
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/ModelScope.h"
#include <CLI/CLI.hpp>
#include <atomic>

namespace mlgo {
/// Parses a command line and runs its command. Returns the exit code.
int runCommandLine(int Argc, char **Argv);

/// Ends the command, after the destructors of what it has begun. For the
/// callbacks of subcommands.
[[noreturn]] void endCommand(int Code);

/// Prints \p E once on standard error and ends the command with exit code 1.
[[noreturn]] void fail(const Error &E);

/// The same with exit code 2, for an invalid command line.
[[noreturn]] void failUsage(const Error &E);

/// Says that \p Command has no option \p Word, and which one was probably
/// meant.
std::string describeUnknownOption(const CLI::App &Command,
                                  const std::string &Word);

/// Ends the program where \p Command was given an option of which \p Is is
/// true; \p Why ends the message.
void refuseOptions(const CLI::App &Command,
                   const std::function<bool(const CLI::Option &)> &Is,
                   const std::string &Why);

/// True as soon as the command is asked to end, for the first time.
std::atomic<bool> &watchInterrupts();

/// From now on the first interrupt ends the command, and what it runs.
void unwatchInterrupts();

/// The value of \p R, or ends the command likewise.
template <typename T> T orFail(Result<T> R) {
  if (!R)
    fail(R.error());
  return R.take();
}

/// Adds an option whose help says what \p Value is without it.
template <typename T>
CLI::Option *addDefaulted(CLI::App &Command, const std::string &Names, T &Value,
                          const std::string &Help) {
  return Command.add_option(Names, Value, Help)->capture_default_str();
}

/// Whether the command line has a "--" and words behind it.
bool hasWordsAfterDashes();

/// These words.
const std::vector<std::string> &wordsAfterDashes();

/// Each adds one subcommand, with its options and callback, to \p App.
void addBisectCommand(CLI::App &App);
void addCleanCommand(CLI::App &App);
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
void addTrainOwnCommand(CLI::App &App);
void addTuneCommand(CLI::App &App);
void addWhyCommand(CLI::App &App);

/// Adds --levels and --targets, which say for which code a policy is.
/// \p Tag, as "(rare) ", begins their descriptions.
void addScopeOptions(CLI::App &Command, ModelScope &Scope,
                     const std::string &Tag = "");

/// The option of these that sets \p Limit.
std::string limitOption(const ScopeLimit &Limit);

/// Adds "compare" to the subcommands of "log".
void addLogCompareCommand(CLI::App &LogCommand);
} // namespace mlgo
