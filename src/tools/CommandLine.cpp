// All subcommands
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo SUBCOMMAND [options]; mlgo --help lists the subcommands.
//
// Exit codes: 0 done; 1 an error, which was told; 2 a command line that is
// none.

#include "support/ChildStart.h"
#include "tools/Commands.h"
#include "tools/help/HelpFormatter.h"
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace mlgo {
namespace {
/// Thrown through the destructors of what a command has begun.
struct CommandEnd {
  int Code;
};

std::atomic<bool> Interrupted{false};

void interrupt(int Signal) {
  if (!Interrupted.exchange(true))
    return;
  // Who insists ends it, and what it runs.
  endWatchedProgram();
  ::signal(Signal, SIG_DFL);
  ::raise(Signal);
}
} // namespace

void endCommand(int Code) { throw CommandEnd{Code}; }

/// Prints \p E once, and ends the command.
[[noreturn]] static void endWith(const Error &E, int Code) {
  // What all ranks of MPI find before they are connected, the first one says.
  for (const char *Rank : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char *Number = std::getenv(Rank); Number && *Number != '0')
      endCommand(Code);
  std::cerr << "mlgo: error: " << E.message() << '\n';
  endCommand(Code);
}

constexpr int WrongUsage = 2;

void fail(const Error &E) { endWith(E, 1); }

void failUsage(const Error &E) { endWith(E, WrongUsage); }

void unwatchInterrupts() {
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
}

std::atomic<bool> &watchInterrupts() {
  ::signal(SIGINT, interrupt);
  ::signal(SIGTERM, interrupt);
  return Interrupted;
}

static bool HasWordsAfterDashes = false;

/// What a build without the trainer says of the commands that it lacks.
constexpr const char *Lacking =
#ifdef MLGO_HAS_LLVM
    "";
#else
    "tune, why and the commands that make models were not built; in a checkout "
    "of mlgo, sh cmake/run.sh trainer builds them";
#endif

bool hasWordsAfterDashes() { return HasWordsAfterDashes; }

/// What one does with builds of one's own.
static void addBuildCommands(CLI::App &App) {
  addCleanCommand(App);
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
  App.footer(Lacking);
}

/// What is said of a command line that is none.
static std::string describe(const CLI::App *Program, const CLI::Error &E) {
  std::string Name = Program->get_name();
  for (auto Below = Program->get_subcommands(); !Below.empty();
       Below = Below.front()->get_subcommands())
    Name += " " + Below.front()->get_name();
  std::string What = E.what();
  // Of a command that is none it says only that there is none.
  const std::vector<std::string> Words = Program->remaining(true);
  if (E.get_name() == "RequiredError" && !Words.empty())
    What = "there is no command " + Name + " " + Words.front() +
           (*Lacking ? " here; " : "") + Lacking;
  // Its options are taken for ours.
  if (E.get_exit_code() == int(CLI::ExitCodes::ExtrasError) &&
      !hasWordsAfterDashes() &&
      (Name == "mlgo run" || Name == "mlgo compare" || Name == "mlgo tune"))
    What += "; a build command is expected after --, as in " + Name +
            " -- make -j4";
  return "mlgo: error: " + What + "; see " + Name + " --help\n";
}

/// Parses, which runs the command. Returns its exit code.
static int run(CLI::App &App, int Argc, char **Argv) {
  try {
    // "mlgo help X" asks what "mlgo X --help" does.
    std::vector<std::string> Words(Argv + 1, Argv + Argc);
    if (!Words.empty() && Words.front() == "help") {
      Words.erase(Words.begin());
      // Of what is no command it is said that there is none.
      const auto Commands = App.get_subcommands({});
      if (Words.empty() ||
          std::any_of(Commands.begin(), Commands.end(), [&](CLI::App *Command) {
            return Command->get_name() == Words.front();
          }))
        Words.push_back("--help");
    }
    App.parse(std::vector<std::string>(Words.rbegin(), Words.rend()));
  } catch (const CommandEnd &End) {
    return End.Code;
  } catch (const CLI::ParseError &E) {
    // A first call is a question.
    if (Argc < 2)
      std::cerr << App.help();
    return Argc >= 2 && App.exit(E) == 0 ? 0 : WrongUsage;
  }
  return 0;
}

/// What mlgo flags prints if it fails: $(mlgo flags) stands in a command that
/// would go on without the plugin, and shells do not look at the exit code.
static void printRefusal(int Argc, char **Argv) {
  const bool IsForCargo = std::any_of(Argv, Argv + Argc, [](const char *Word) {
    return std::strcmp(Word, "--rustc") == 0;
  });
  std::cout << (IsForCargo ? "RUSTC_WRAPPER=" : "-") << "mlgo-flags-failed\n";
}

int runCommandLine(int Argc, char **Argv) {
  HasWordsAfterDashes = false;
  for (int I = 1; I + 1 < Argc; ++I)
    HasWordsAfterDashes |= std::strcmp(Argv[I], "--") == 0;
  CLI::App App(
      "Machine-learned decisions for stock clang: smaller programs, or less to "
      "execute",
      "mlgo");
  App.require_subcommand(1);
  // Commands take over both.
  App.formatter(std::make_shared<HelpFormatter>());
  App.failure_message(describe);
  App.set_help_all_flag("--help-all", "Explain rare options, too");
  App.set_version_flag("--version", "mlgo " MLGO_VERSION);
  addBuildCommands(App);
  addPolicyCommands(App);
  addDocumentCommand(App);
  const int Code = run(App, Argc, Argv);
  if (Code != 0 && Argc > 1 && std::strcmp(Argv[1], "flags") == 0)
    printRefusal(Argc, Argv);
  // What was printed is the result of many commands.
  if (std::cout.flush() && std::fflush(stdout) == 0)
    return Code;
  std::cerr
      << "mlgo: error: standard output: cannot write, is the disk full?\n";
  return 1;
}
} // namespace mlgo
