// A recipe's programs, run
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/ProgramRunner.h"
#include "compare/ProgramLauncher.h"
#include "compare/SteadyWorld.h"
#include "corpus/PackageBuilder.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include <algorithm>

namespace mlgo {
constexpr unsigned RunSeconds = 300;
constexpr unsigned EmulatedSeconds = 1800;
constexpr double LeastTimedSeconds = 0.2;

/// A script starts processes of its own, at times of its own.
static bool isCounted(const ProgramRun &Run) {
  return Run.Counted && Run.Script.empty();
}

/// What has a command see the same addresses each time, where the system lets a
/// process ask for that.
static std::vector<std::string> fixedAddresses() {
  std::vector<std::string> Command = {"setarch", "-R"};
  ChildCommand Trial;
  Trial.Arguments = Command;
  Trial.Arguments.push_back("true");
  Trial.DeadlineSeconds = RunSeconds;
  const Result<ChildOutcome> Outcome = runChild(Trial);
  if (!Outcome || Outcome->ExitCode != 0)
    Command.clear();
  return Command;
}

bool isCounted(const ProgramRecipe &Program) {
  return std::any_of(Program.Runs.begin(), Program.Runs.end(),
                     [](const ProgramRun &Run) { return isCounted(Run); });
}

Result<std::string> ProgramRunner::copyProgram(const ProgramRecipe &Program,
                                               const std::string &Build) {
  MLGO_TRY(makeEmptyFolder(Scratch));
  const std::string Copy = Scratch + "/" + Program.Name;
  MLGO_TRY(placeProgram(Target, programPath(Program, Build), Copy));
  return Copy;
}

/// \p Text without placeholders. A program of another machine is replaced by
/// what runs it.
Result<std::string> ProgramRunner::argumentOf(const std::string &Text,
                                              const std::string &Build) const {
  std::string Expanded = expandPlaceholders(Text, {{"RECIPE", R.Folder},
                                                   {"RUN", Scratch},
                                                   {"SOURCE", SourceTree},
                                                   {"BUILD", Build + "/tree"}});
  if (!Target.Emulator.empty())
    for (const ProgramRecipe &Program : R.Programs)
      if (Expanded == programPath(Program, Build)) {
        const std::string Place = Scratch + "/" + Program.Name;
        MLGO_TRY(placeProgram(Target, Expanded, Place));
        return Place;
      }
  return Expanded;
}

Result<ChildCommand> ProgramRunner::commandOf(const ProgramRun &Run,
                                              const std::string &Copy,
                                              const std::string &Build) const {
  ChildCommand Command;
  Command.Arguments = {Copy};
  if (!Run.Script.empty())
    Command.Arguments = {"sh", R.Folder + "/" + Run.Script, Copy};
  for (const std::string &Argument : Run.Arguments) {
    Command.Arguments.push_back(MLGO_TRY(argumentOf(Argument, Build)));
  }
  if (!Run.Input.empty()) {
    std::string Input = MLGO_TRY(argumentOf(Run.Input, Build));
    Command.InputFile = Input[0] == '/' ? Input : R.Folder + "/" + Input;
  }
  Command.Folder = Scratch;
  Command.Environment = {{"LC_ALL", "C"}, {"TZ", "UTC"}, {"HOME", Scratch}};
  Command.DeadlineSeconds =
      Target.Emulator.empty() ? RunSeconds : EmulatedSeconds;
  return Command;
}

Result<std::vector<ChildOutcome>>
ProgramRunner::run(const ProgramRecipe &Program, const std::string &Build) {
  std::string Copy = MLGO_TRY(copyProgram(Program, Build));
  std::vector<ChildOutcome> Outcomes;
  for (const ProgramRun &Run : Program.Runs) {
    ChildCommand Command = MLGO_TRY(commandOf(Run, Copy, Build));
    Outcomes.push_back(MLGO_TRY(runChild(Command)));
  }
  return Outcomes;
}

Result<ChildOutcome> ProgramRunner::runSteadily(
    const ProgramRun &Run, const std::string &Copy, const std::string &Build,
    const std::vector<std::string> &Prefix, const std::string &Steady) const {
  ChildCommand Command = MLGO_TRY(commandOf(Run, Copy, Build));
  std::vector<std::string> Words = steadyCommand(Scratch, Steady);
  Words.insert(Words.end(), Prefix.begin(), Prefix.end());
  Words.insert(Words.end(), Command.Arguments.begin(), Command.Arguments.end());
  Command.Arguments = std::move(Words);
  Command.DeadlineSeconds = CountSeconds;
  return runChild(Command);
}

Result<ExecutionCounts>
ProgramRunner::countOnce(const ProgramRecipe &Program, const std::string &Build,
                         const std::vector<ChildOutcome> &Expected,
                         unsigned Major) {
  const std::string Copy = MLGO_TRY(copyProgram(Program, Build));
  const std::string Steady = MLGO_TRY(buildSteadyWorld(Scratch, Major));
  const std::string Counts = Scratch + "/execution-counts";
  ExecutionCounts Sum;
  for (size_t I = 0; I < Program.Runs.size(); ++I) {
    if (!isCounted(Program.Runs[I]))
      continue;
    const std::string Which =
        Program.Name + ": counted run " + std::to_string(I + 1) + ": ";
    ChildOutcome Outcome =
        MLGO_TRY(runSteadily(Program.Runs[I], Copy, Build,
                             cachegrindCommand(Counts), Steady)
                     .in(Which));
    if (Outcome.ExitCode != Expected[I].ExitCode)
      return Error(Which + "exit code is " + std::to_string(Outcome.ExitCode) +
                   ", expected " + std::to_string(Expected[I].ExitCode) +
                   "; is Debian's package valgrind installed?");
    std::string Text = MLGO_TRY(readFile(Counts).in(Which));
    Sum += MLGO_TRY(parseExecutionCounts(Text).in(Which));
    std::error_code Ignored;
    fs::remove(Counts, Ignored);
  }
  return Sum;
}

Result<ExecutionCounts>
ProgramRunner::count(const ProgramRecipe &Program, const std::string &Build,
                     const std::vector<ChildOutcome> &Expected,
                     unsigned Major) {
  const bool HasThreads = std::any_of(
      Program.Runs.begin(), Program.Runs.end(),
      [](const ProgramRun &Run) { return isCounted(Run) && Run.HasThreads; });
  ExecutionCounts Fewest = MLGO_TRY(countOnce(Program, Build, Expected, Major));
  for (unsigned I = 1; HasThreads && I < ThreadedCounts; ++I) {
    const ExecutionCounts Again =
        MLGO_TRY(countOnce(Program, Build, Expected, Major));
    if (Again.Instructions < Fewest.Instructions)
      Fewest = Again;
  }
  return Fewest;
}

/// The sum over \p Repeat times all counted runs. What a run leaves behind is
/// gone before the next time, as it is before the first.
Result<RunTime> ProgramRunner::timeRuns(const ProgramRecipe &Program,
                                        const std::string &Build,
                                        unsigned Repeat) {
  RunTime Sum;
  for (unsigned I = 0; I < Repeat; ++I) {
    const std::string Copy = MLGO_TRY(copyProgram(Program, Build));
    for (const ProgramRun &Run : Program.Runs) {
      if (!isCounted(Run))
        continue;
      const ChildCommand Command = MLGO_TRY(commandOf(Run, Copy, Build));
      const RunClock Clock;
      MLGO_TRY(runChild(Command));
      Sum += Clock.read();
    }
  }
  return Sum;
}

Result<TimeComparison> ProgramRunner::time(const ProgramRecipe &Program,
                                           const std::string &First,
                                           const std::string &Second,
                                           unsigned Pairs) {
  const RunTime Once = MLGO_TRY(timeRuns(Program, First, 1));
  MLGO_TRY(timeRuns(Program, Second, 1));
  const unsigned Repeat =
      1 + unsigned(LeastTimedSeconds / std::max(Once.Wall, 1e-3));
  return timeInPairs(
      [&](bool OfSecond) {
        return timeRuns(Program, OfSecond ? Second : First, Repeat);
      },
      Pairs);
}

Status ProgramRunner::profile(const ProgramRecipe &Program,
                              const std::string &Build,
                              const std::string &Folder, unsigned Major) {
  const std::string Variable = "LLVM_PROFILE_FILE=" + Folder + "/%m.profraw";
  const std::string Copy = MLGO_TRY(copyProgram(Program, Build));
  const std::string Steady = MLGO_TRY(buildSteadyWorld(Scratch, Major));
  const auto IsScript = [](const ProgramRun &Run) {
    return !Run.Script.empty();
  };
  std::vector<std::string> Prefix = {Variable};
  const std::vector<std::string> Fixed = fixedAddresses();
  Prefix.insert(Prefix.end(), Fixed.begin(), Fixed.end());
  const bool HasOthers =
      !std::all_of(Program.Runs.begin(), Program.Runs.end(), IsScript);
  for (const ProgramRun &Run : Program.Runs) {
    if (IsScript(Run) && HasOthers)
      continue;
    if (!IsScript(Run)) {
      MLGO_TRY(runSteadily(Run, Copy, Build, Prefix, Steady));
      continue;
    }
    ChildCommand Command = MLGO_TRY(commandOf(Run, Copy, Build));
    Command.Environment.emplace_back("LLVM_PROFILE_FILE",
                                     Folder + "/%m.profraw");
    MLGO_TRY(runChild(Command));
  }
  return Success();
}
} // namespace mlgo
