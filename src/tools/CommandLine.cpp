// All subcommands
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo SUBCOMMAND [options]; mlgo --help lists the subcommands.
//
// Exit codes: 0 done; 1 an error, which was told; 2 an invalid command line.

#include "support/ChildStart.h"
#include "support/NearestName.h"
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

static std::vector<std::string> WordsAfterDashes;
/// Those before the dashes.
static std::vector<std::string> FirstWords;

/// What a build without the trainer says of the commands that it lacks.
constexpr const char *Lacking =
#ifdef MLGO_HAS_LLVM
    "";
#else
    "tune, why and the commands that make models were not built; in a checkout "
    "of mlgo, sh cmake/run.sh trainer builds them";
#endif

const std::vector<std::string> &wordsAfterDashes() { return WordsAfterDashes; }

bool hasWordsAfterDashes() { return !WordsAfterDashes.empty(); }

/// What one does with builds of one's own.
static void addBuildCommands(CLI::App &App) {
  addBisectCommand(App);
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
  addTrainOwnCommand(App);
#endif
  for (CLI::App *Command : App.get_subcommands({}))
    if (Command->get_group() != "for your build")
      Command->group("that make and measure policies");
  App.footer(std::string(Lacking) +
             "\nExample:\n  mlgo doctor\n"
             "  mlgo compare --level Oz -- make CC=clang-22 -j4\n"
             "  mlgo run --oz -- make CC=clang-22 -j4");
}

static std::string suggest(const std::string &Word,
                           const std::vector<std::string> &Names) {
  const std::string Nearest = findNearestName(Word, Names);
  return Nearest.empty() ? "" : "; did you mean " + Nearest + "?";
}

void refuseOptions(const CLI::App &Command,
                   const std::function<bool(const CLI::Option &)> &Is,
                   const std::string &Why) {
  for (const CLI::Option *Option : Command.get_options())
    if (Option->count() && Is(*Option))
      failUsage(Error(Option->get_name() + Why));
}

std::string describeUnknownOption(const CLI::App &Command,
                                  const std::string &Word) {
  std::vector<std::string> Names;
  for (const CLI::Option *Known : Command.get_options())
    for (const std::string &Name : Known->get_lnames())
      Names.push_back("--" + Name);
  return "unknown option " + Word +
         suggest(Word.substr(0, Word.find('=')), Names);
}

/// The first word of the command line that looks like an option of \p Command
/// and is none; empty if there is none.
static std::string findUnknownOption(const CLI::App &Command) {
  for (const std::string &Word : FirstWords)
    if (Word.size() > 2 && Word.compare(0, 2, "--") == 0 &&
        !Command.get_option_no_throw(Word.substr(0, Word.find('='))))
      return Word;
  return "";
}

static std::string describeUnknownCommand(const CLI::App &Group,
                                          const std::string &Name,
                                          const std::string &Word) {
  std::vector<std::string> Names;
  for (const CLI::App *Command : Group.get_subcommands({}))
    Names.push_back(Command->get_name());
  const std::string Meant = suggest(Word, Names);
  return "there is no command " + Name + " " + Word +
         (Meant.empty() && *Lacking ? std::string(" here; ") + Lacking : Meant);
}

/// Says what is wrong with a command line.
static std::string describe(const CLI::App *Program, const CLI::Error &E) {
  std::string Name = Program->get_name();
  const CLI::App *Command = Program;
  for (auto Below = Program->get_subcommands(); !Below.empty();
       Below = Below.front()->get_subcommands()) {
    Command = Below.front();
    Name += " " + Command->get_name();
  }
  std::string What = E.what();
  const std::vector<std::string> Words = Program->remaining(true);
  if (E.get_name() == "RequiredError" && !Words.empty())
    What = describeUnknownCommand(*Command, Name, Words.front());
  if (E.get_exit_code() == int(CLI::ExitCodes::ExtrasError)) {
    if (const std::string Option = findUnknownOption(*Command); !Option.empty())
      What = describeUnknownOption(*Command, Option);
    // Options of a build without dashes before it are taken for ours.
    if (!hasWordsAfterDashes() &&
        (Name == "mlgo run" || Name == "mlgo compare" || Name == "mlgo tune"))
      What += "; a build command is expected after --, as in " + Name +
              " -- make -j4";
  }
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
    // Its folders are another list than the words of the build.
    if (!Words.empty() && Words.front() == "train-own")
      Words.erase(std::find(Words.begin(), Words.end(), "--"), Words.end());
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
  FirstWords.assign(Argv + 1, Argv + Argc);
  const auto Dashes = std::find(FirstWords.begin(), FirstWords.end(), "--");
  WordsAfterDashes.assign(Dashes == FirstWords.end() ? Dashes
                                                     : std::next(Dashes),
                          FirstWords.end());
  FirstWords.erase(Dashes, FirstWords.end());
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
