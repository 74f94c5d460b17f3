//===- Main.cpp - The mlgo command ----------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo SUBCOMMAND [options]; mlgo --help lists the subcommands.
//
// Exit codes: 0 done; 1 an error, which was told; 2 a command line that is
// none.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "help/HelpFormatter.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace mlgo {

void fail(const Error &E) {
  // What all ranks of MPI find before they are connected, the first one says.
  for (const char *Rank : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char *Number = std::getenv(Rank); Number && *Number != '0')
      std::exit(1);
  std::cerr << "mlgo: error: " << E.message() << '\n';
  std::exit(1);
}

static bool HasWordsAfterDashes = false;

bool hasWordsAfterDashes() { return HasWordsAfterDashes; }

/// What one does with builds of one's own.
static void addBuildCommands(CLI::App &App) {
  addCompareCommand(App);
  addDoctorCommand(App);
  addFlagsCommand(App);
  addRunCommand(App);
#ifdef MLGO_HAS_LLVM
  addTuneCommand(App);
  addWhyCommand(App);
#endif
  for (CLI::App *Command : App.get_subcommands({}))
    Command->group("for your build");
}

static void addPolicyCommands(CLI::App &App) {
  addCorpusCommand(App);
#ifdef MLGO_HAS_LLVM
  addEvalCommand(App);
  addFitCommand(App);
#endif
  addHostCommand(App);
#ifdef MLGO_HAS_LLVM
  addLabelsCommand(App);
#endif
  addLogCommand(App);
  addModelCommand(App);
#ifdef MLGO_HAS_LLVM
  addSearchCommand(App);
  addTrainCommand(App);
#endif
  for (CLI::App *Command : App.get_subcommands({}))
    if (Command->get_group() != "for your build")
      Command->group("that make and measure policies");
#ifndef MLGO_HAS_TRAINER
  App.footer("The commands that make models were not built; configure with "
             "-DMLGO_BUILD_TRAINER=ON");
#endif
}

} // namespace mlgo

int main(int Argc, char **Argv) {
  for (int I = 1; I + 1 < Argc; ++I)
    mlgo::HasWordsAfterDashes |= std::strcmp(Argv[I], "--") == 0;
  CLI::App App(
      "Machine-learned decisions for stock clang: smaller programs, or less to "
      "execute",
      "mlgo");
  App.require_subcommand(1);
  // Commands take over both.
  App.formatter(std::make_shared<mlgo::HelpFormatter>());
  App.failure_message([](const CLI::App *Program, const CLI::Error &E) {
    std::string Name = Program->get_name();
    for (auto Below = Program->get_subcommands(); !Below.empty();
         Below = Below.front()->get_subcommands())
      Name += " " + Below.front()->get_name();
    std::string What = E.what();
    // Of a command that is none it says only that there is none.
    const std::vector<std::string> Words = Program->remaining(true);
    if (E.get_name() == "RequiredError" && !Words.empty())
      What = "there is no command " + Name + " " + Words.front();
    // Its options are taken for ours.
    if (E.get_exit_code() == int(CLI::ExitCodes::ExtrasError) &&
        !mlgo::hasWordsAfterDashes() &&
        (Name == "mlgo run" || Name == "mlgo compare" || Name == "mlgo tune"))
      What += "; a build command is expected after --, as in " + Name +
              " -- make -j4";
    return "mlgo: error: " + What + "; see " + Name + " --help\n";
  });
  App.set_help_all_flag("--help-all", "Explain rare options, too");
  App.set_version_flag("--version", "mlgo " MLGO_VERSION);
  mlgo::addBuildCommands(App);
  mlgo::addPolicyCommands(App);
  mlgo::addDocumentCommand(App);
  constexpr int WrongUsage = 2;
  int Code = 0;
  try {
    App.parse(Argc, Argv);
  } catch (const CLI::ParseError &E) {
    // A first call is a question.
    if (Argc < 2)
      std::cerr << App.help();
    Code = Argc >= 2 && App.exit(E) == 0 ? 0 : WrongUsage;
  }
  // What was printed is the result of many commands.
  if (!std::cout.flush() || std::fflush(stdout) != 0)
    mlgo::fail(mlgo::Error("standard output: cannot write, is the disk full?"));
  return Code;
}
