// mlgo bisect
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo bisect -- sh -c 'make clean && make && ./test'

#include "build/ClangEdits.h"
#include "build/PluginFile.h"
#include "build/RustCompiler.h"
#include "compare/Runs.h"
#include "explain/FunctionNames.h"
#include "explain/Page.h"
#include "link/DecisionFiles.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include "support/ScratchFolder.h"
#include "support/Text.h"
#include "task/DecisionReplay.h"
#include "tools/Commands.h"
#include "tools/bisect/Bisection.h"
#include <iostream>
#include <map>

namespace mlgo {
namespace {
struct BisectOptions {
  Strings Check;
  unsigned Major = DefaultLLVMMajor;
  bool Oz = false;
};

/// The user's check of a program that it builds anew.
class ProgramCheck {
public:
  static Result<ProgramCheck> create(const BisectOptions &Options,
                                     const ScratchFolder &Folder);

  /// Whether it fails with these variables; \p As tells of that.
  Result<bool> isBroken(const Variables &More, const std::string &As);

  /// What it printed last, at its end.
  std::string lastWords() const {
    const auto Said = readFile(Log);
    return Said ? lastLines(*Said) : std::string();
  }
  size_t runs() const { return Runs; }

private:
  Strings Command;
  Variables Environment;
  std::string Log;
  size_t Runs = 0;
};

Result<ProgramCheck> ProgramCheck::create(const BisectOptions &Options,
                                          const ScratchFolder &Folder) {
  ClangEdits Edits;
  Edits.Major = Options.Major;
  Edits.Plugins = {
      MLGO_TRY(findPlugin("MLGO-" + std::to_string(Options.Major) + ".so"))};
  if (Options.Oz)
    Edits.Level = "Oz";
  ProgramCheck Check;
  Check.Command = Options.Check;
  Check.Log = Folder.file("log");
  Check.Environment = MLGO_TRY(describeEnvironment(Edits, Folder.path()));
  if (const RustCompiler Rust = findRustCompiler(Options.Major);
      Rust.takesPlugin())
    for (auto &Variable : describeCargo(Rust, Edits.Level, /*Smallest=*/false))
      Check.Environment.push_back(std::move(Variable));
  // Caches do not see variables.
  Check.Environment.emplace_back("CCACHE_DISABLE", "1");
  Check.Environment.emplace_back("SCCACHE_RECACHE", "1");
  return Check;
}

Result<bool> ProgramCheck::isBroken(const Variables &More,
                                    const std::string &As) {
  ChildCommand Child;
  Child.Arguments = Command;
  Child.Environment = Environment;
  Child.Environment.insert(Child.Environment.end(), More.begin(), More.end());
  Child.LogFile = Log;
  const ChildOutcome Outcome = MLGO_TRY(runChild(Child));
  // As shells say that a command is not there, or is none.
  if (Outcome.ExitCode == 126 || Outcome.ExitCode == 127)
    return Error(
        asTyped(Command) + ": exit code " + std::to_string(Outcome.ExitCode) +
        ", expected a command that can be run; it said:\n" + lastWords());
  ++Runs;
  const bool IsBroken = Outcome.ExitCode != 0;
  std::cerr << "mlgo bisect: " << As << ": " << (IsBroken ? "broken" : "whole")
            << '\n';
  return IsBroken;
}

/// By which stock decides all.
const Variables AllOff = {{"MLGO_OFF", "1"}};

/// The modes of all tasks where stock decides all but what \p But does.
std::map<std::string, std::string> modesWithout(std::string_view But) {
  std::map<std::string, std::string> Modes;
  for (const Task &T : allTasks())
    if (!T.Words.Noun.empty() && T.Name != But)
      Modes[T.variable("MODE")] = "default";
  return Modes;
}

class DecisionBisection {
public:
  DecisionBisection(ProgramCheck &Check, const ScratchFolder &Folder)
      : Check(Check), Folder(Folder) {}

  /// Fails unless the program is broken by what was decided.
  Status record();
  Result<std::set<size_t>> find();
  const std::vector<ReplayedDecision> &decisions() const { return All; }

private:
  Result<bool> isBrokenBy(const std::set<size_t> &Made);
  /// Why the decisions that were recorded do not break it.
  Error explainWhole();

  ProgramCheck &Check;
  const ScratchFolder &Folder;
  RecordsByTask Records;
  std::vector<ReplayedDecision> All;
};

Status DecisionBisection::record() {
  if (MLGO_TRY(Check.isBroken(AllOff, "LLVM decides all")))
    return Error("the check fails where LLVM decides all, too, so that no "
                 "decision of mlgo's is to blame; it said:\n" +
                 Check.lastWords());
  const std::string File = Folder.file("record");
  if (!MLGO_TRY(Check.isBroken(recordDecisionsIn(File), "mlgo decides")))
    return Error("the check succeeds where mlgo decides, expected one that "
                 "builds anew, and that fails if the program is broken");
  Records = readRecords(File).ByTask;
  All = MLGO_TRY(listDifferences(Records));
  return Success();
}

Result<bool> DecisionBisection::isBrokenBy(const std::set<size_t> &Made) {
  const DecisionReplay Replay = MLGO_TRY(replayDecisions(
      Records, All, [&](size_t I) { return Made.count(I) != 0; }));
  auto Modes = modesWithout("");
  Variables More = Replay.Switches;
  for (const auto &[Name, Told] : Replay.Tasks) {
    const Task &T = *MLGO_TRY(findTask(Name));
    const std::string Path = Folder.file(Name + ".decisions");
    MLGO_TRY(writeFileAtomically(Path, Told.Decisions));
    More.emplace_back(T.variable("DECISIONS"), Path);
    Modes[T.variable("MODE")] = Told.Mode;
  }
  More.insert(More.end(), Modes.begin(), Modes.end());
  return Check.isBroken(More, std::to_string(Made.size()) + " of " +
                                  std::to_string(All.size()) + " decisions");
}

Error DecisionBisection::explainWhole() {
  Strings Guilty;
  for (const Task &T : allTasks()) {
    if (T.Words.Noun.empty())
      continue;
    const auto Modes = modesWithout(T.Name);
    const auto Alone =
        Check.isBroken({Modes.begin(), Modes.end()}, T.Words.Noun + " alone");
    if (!Alone)
      return Alone.error();
    if (*Alone)
      Guilty.push_back(T.Words.Noun);
  }
  return Error(
      "the decisions that were recorded, made again, do not break it; " +
      (Guilty.empty() ? std::string("nor does any task alone")
                      : joinText(Guilty, " and ") + " alone do") +
      "; is the check the same each time?");
}

Result<std::set<size_t>> DecisionBisection::find() {
  std::set<size_t> Every;
  for (size_t I = 0; I < All.size(); ++I)
    Every.insert(Every.end(), I);
  if (Every.empty() || !MLGO_TRY(isBrokenBy(Every)))
    return explainWhole();
  return bisect(All.size(),
                [&](const std::set<size_t> &Made) { return isBrokenBy(Made); });
}

std::string describe(const ReplayedDecision &D) {
  const std::string Name = D.Function.substr(0, D.Function.find('@', 1));
  return D.OfTask->Words.Noun + ", " +
         (D.Function.empty()
              ? "in all functions"
              : "in " + demangle(Name) +
                    (demangle(Name) == D.Function ? ""
                                                  : " (" + D.Function + ")")) +
         ": " + D.Text;
}

void runBisect(const BisectOptions &Options) {
  const ScratchFolder Folder = orFail(ScratchFolder::create());
  ProgramCheck Check = orFail(ProgramCheck::create(Options, Folder));
  DecisionBisection Bisection(Check, Folder);
  orFail(Bisection.record());
  const std::set<size_t> Found = orFail(Bisection.find());
  const auto &All = Bisection.decisions();
  std::cout << Found.size() << " of " << All.size() << " decisions "
            << (Found.size() == 1 ? "breaks it" : "break it together")
            << ", found by " << Check.runs() << " runs:\n";
  std::set<const Task *> Tasks;
  for (const size_t I : Found) {
    std::cout << "  " << describe(All[I]) << '\n';
    Tasks.insert(All[I].OfTask);
  }
  for (const Task *T : Tasks)
    std::cout << T->variable("MODE") << "=default leaves " << T->Words.Noun
              << " to LLVM\n";
}
} // namespace

void addBisectCommand(CLI::App &App) {
  auto O = std::make_shared<BisectOptions>();
  CLI::App *Bisect = App.add_subcommand(
      "bisect",
      "Find the decision that breaks a program. Runs a command that builds\n"
      "the program anew, and that fails if it is broken, with ever fewer\n"
      "decisions of mlgo's, until one is left: a call, a pass, or the\n"
      "registers of a function. MLGO_OFF=1 switches all of mlgo off.");
  Bisect->add_flag("--oz", O->Oz, "Compile as mlgo run --oz does");
  addDefaulted(*Bisect, "--llvm", O->Major, "Major version of clang");
  Bisect->add_option("command", O->Check, "The check, after --")->required();
  Bisect->footer("Example:\n  mlgo bisect -- sh -c 'make clean && make && "
                 "./app --self-test'");
  Bisect->callback([O] { runBisect(*O); });
}
} // namespace mlgo
