// A workload, profiled and measured
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/Speed.h"
#include "compare/SteadyWorld.h"
#include "compare/WorkloadProfile.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include "support/Text.h"

namespace mlgo {
namespace {
/// The files in \p Folder, sorted.
std::vector<std::string> filesIn(const std::string &Folder) {
  std::vector<std::string> Files;
  std::error_code Failure;
  for (fs::directory_iterator I(Folder, Failure), E; !Failure && I != E;
       I.increment(Failure))
    Files.push_back(I->path().string());
  std::sort(Files.begin(), Files.end());
  return Files;
}

/// Runs \p Command to its end; one that fails is an error.
Result<ChildOutcome> mustRun(const ChildCommand &Command) {
  ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode == 0)
    return Outcome;
  const std::string &Said = Outcome.ErrorOutput;
  return Error(describe(Command) + ": exit code " +
               std::to_string(Outcome.ExitCode) + ", expected 0" +
               (Said.empty() ? "" : ": " + Said.substr(0, 500)));
}

ChildCommand shellCommand(const Workload &W) {
  ChildCommand Command;
  Command.Arguments = {"/bin/sh", "-c", W.Command};
  return Command;
}

struct TimedRun {
  RunTime Time;
  std::string Output;
};

Result<TimedRun> timeRun(const Workload &W, const KeptBuild &Build) {
  MLGO_TRY(installBuild(Build));
  const RunClock Clock;
  ChildOutcome Outcome = MLGO_TRY(mustRun(shellCommand(W)));
  return TimedRun{Clock.read(), std::move(Outcome.Output)};
}

/// True if the cachegrind file \p Text is of a program of \p Build.
bool isOf(const std::string &Text, const KeptBuild &Build) {
  constexpr std::string_view Key = "\ncmd: ";
  const size_t At = Text.find(Key);
  if (At == Text.npos)
    return false;
  const size_t First = At + Key.size();
  const fs::path Program =
      Text.substr(First, Text.find_first_of(" \n", First) - First);
  const auto IsIt = [&](const std::string &Name) {
    return fs::path(Name).filename() == Program.filename();
  };
  return std::any_of(Build.begin(), Build.end(), [&](const KeptProgram &P) {
    return IsIt(P.Place) ||
           std::any_of(P.OtherNames.begin(), P.OtherNames.end(), IsIt);
  });
}

/// Runs \p W with \p Build, and hands \p Take what cachegrind writes of each of
/// its programs, not of others.
Status countRun(const Workload &W, const KeptBuild &Build,
                const std::function<Status(const std::string &)> &Take) {
  MLGO_TRY(installBuild(Build));
  const std::string Folder = W.Work + "/counts";
  MLGO_TRY(makeEmptyFolder(Folder));
  // Else hash tables that are seeded by the time and threads that wait are
  // counted with what was compiled.
  const std::string World = MLGO_TRY(buildSteadyWorld(W.Work, W.LLVMMajor));
  ChildCommand Command = shellCommand(W);
  Command.Environment = {{"LD_PRELOAD", World}};
  std::vector<std::string> Counter = cachegrindCommand(Folder + "/%p");
  Counter.insert(Counter.end(), {"--trace-children=yes", "--demangle=no"});
  Command.Arguments.insert(Command.Arguments.begin(), Counter.begin(),
                           Counter.end());
  MLGO_TRY(mustRun(Command));
  bool Ran = false;
  for (const std::string &File : filesIn(Folder)) {
    const std::string Text = MLGO_TRY(readFile(File));
    if (!isOf(Text, Build))
      continue;
    Ran = true;
    MLGO_TRY(Take(Text).in(File));
  }
  if (!Ran)
    return Error("'" + W.Command +
                 "' ran none of the programs that the build "
                 "linked");
  return Success();
}

Result<ExecutionCounts> countAll(const Workload &W, const KeptBuild &Build) {
  ExecutionCounts Sum;
  MLGO_TRY(countRun(W, Build, [&](const std::string &Text) -> Status {
    Sum += MLGO_TRY(parseExecutionCounts(Text));
    return Success();
  }));
  return Sum;
}

std::string printCount(const char *Name, uint64_t Stock, uint64_t Found) {
  return formatText("  %-22s %15llu -> %15llu  %+.2f %%\n", Name,
                    static_cast<unsigned long long>(Stock),
                    static_cast<unsigned long long>(Found),
                    Stock ? 100 * (double(Found) / double(Stock) - 1) : 0.0);
}

std::string printTime(const char *Name, const MedianInterval &I, size_t Pairs) {
  return formatText(
      "  %-22s %+.2f %%, 95 %% interval %+.2f to %+.2f %%, %zu pairs%s\n", Name,
      I.Median, I.Low, I.High, Pairs,
      I.IsCertain ? "" : " (too few for an interval)");
}
} // namespace

Status recordProfile(const Workload &W, const std::string &Profile) {
  const std::string Folder = W.Work + "/profile";
  MLGO_TRY(makeEmptyFolder(Folder));
  ChildCommand Command = shellCommand(W);
  Command.Environment = {{"LLVM_PROFILE_FILE", Folder + "/%m-%p.profraw"}};
  W.Tell("tune: " + W.Command);
  MLGO_TRY(mustRun(Command));
  MLGO_TRY(
      mergeProfiles(Folder, Profile, W.LLVMMajor).in("'" + W.Command + "'"));
  std::error_code Ignored;
  fs::remove_all(Folder, Ignored);
  return Success();
}

Result<CountsByFunction> countFunctions(const Workload &W,
                                        const KeptBuild &Build) {
  CountsByFunction Counts;
  MLGO_TRY(countRun(W, Build, [&](const std::string &Text) {
    return addFunctionCounts(Text, Counts);
  }));
  return Counts;
}

Result<SpeedComparison>
compareSpeed(const Workload &W, const ComparedBuilds &Builds, unsigned Pairs) {
  SpeedComparison C;
  // The first run of each finds nothing in memory yet.
  const TimedRun Stock = MLGO_TRY(timeRun(W, Builds.Stock));
  const TimedRun Found = MLGO_TRY(timeRun(W, Builds.Found));
  C.HasSameOutput = Stock.Output == Found.Output;
  C.Times = MLGO_TRY(timeInPairs(
      [&](bool OfFound) -> Result<RunTime> {
        return MLGO_TRY(timeRun(W, OfFound ? Builds.Found : Builds.Stock)).Time;
      },
      Pairs));
  auto StockCounts = countAll(W, Builds.Stock);
  auto FoundCounts = StockCounts ? countAll(W, Builds.Found) : StockCounts;
  MLGO_TRY(installBuild(Builds.Found));
  if (FoundCounts)
    C.Counts.emplace(*StockCounts, *FoundCounts);
  else
    C.NotCounted = FoundCounts.error().message();
  return C;
}

std::string describe(const SpeedComparison &C, uint64_t StockBytes,
                     uint64_t FoundBytes) {
  std::string Text = printCount("bytes of text", StockBytes, FoundBytes);
  if (C.Counts) {
    const auto &[Stock, Found] = *C.Counts;
    Text += printCount("instructions executed", Stock.Instructions,
                       Found.Instructions) +
            printCount("memory reads", Stock.Reads, Found.Reads) +
            printCount("memory writes", Stock.Writes, Found.Writes);
    if (StockBytes != FoundBytes && Stock.Instructions == Found.Instructions)
      Text += "  the workload runs nothing that changed, or a copy of the "
              "program that is not among those linked\n";
  }
  Text += printTime("time", C.Times.Wall, C.Times.Pairs) +
          printTime("time of the processor", C.Times.CPU, C.Times.Pairs);
  if (!C.HasSameOutput)
    Text += "  the output differs, as of programs that print times\n";
  return Text;
}
} // namespace mlgo
