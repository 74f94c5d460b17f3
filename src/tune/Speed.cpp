// A workload, profiled and measured
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/Speed.h"

#include "compare/SteadyWorld.h"
#include "compare/WorkloadProfile.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include "support/ScratchFolder.h"
#include "support/Text.h"

#include <algorithm>
#include <filesystem>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

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

/// Makes \p Name what \p Make makes of a new file; a program that runs is not
/// changed.
Status replace(
    const std::string &Name,
    const std::function<void(const std::string &, std::error_code &)> &Make) {
  const std::string New = Name + ".mlgo-new";
  std::error_code Failure;
  fs::remove(New, Failure);
  Make(New, Failure);
  if (!Failure)
    fs::rename(New, Name, Failure);
  if (Failure)
    return Error(Name + ": cannot write: " + Failure.message());
  return Success();
}

/// Puts the programs of \p Build where they belong, under all their names.
Status install(const KeptBuild &Build) {
  for (const KeptProgram &P : Build) {
    const auto AddCopy = [&](const std::string &New, std::error_code &Failure) {
      fs::copy_file(P.Copy, New, Failure);
    };
    MLGO_TRY(replace(P.Place, AddCopy));
    for (const std::string &Name : P.OtherNames) {
      std::error_code Ignored;
      if (!fs::is_symlink(Name, Ignored)) {
        MLGO_TRY(replace(Name, AddCopy));
        continue;
      }
      const fs::path Target = fs::relative(
          fs::absolute(P.Place), fs::path(Name).parent_path(), Ignored);
      MLGO_TRY(replace(Name, [&](const std::string &New, std::error_code &Why) {
        fs::create_symlink(Target, New, Why);
      }));
    }
  }
  return Success();
}

struct TimedRun {
  RunTime Time;
  std::string Output;
};

Result<TimedRun> timeRun(const Workload &W, const KeptBuild &Build) {
  MLGO_TRY(install(Build));
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
  MLGO_TRY(install(Build));
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

namespace {

/// Whether \p File is \p Program under another name: a symbolic link to it, or
/// a copy.
bool isSame(const fs::path &File, const fs::path &Program) {
  std::error_code Failure;
  if (fs::is_symlink(File, Failure))
    return fs::equivalent(File, Program, Failure);
  if (File.filename() != Program.filename() ||
      !fs::is_regular_file(File, Failure) ||
      fs::equivalent(File, Program, Failure))
    return false;
  return haveSameBytes(File.string(), Program.string());
}

/// What is \p Program in its folder and in those around it, up to the current
/// one: where a build sorts objects into folders, another name says which
/// program is meant.
std::vector<std::string> findOtherNames(const fs::path &Program) {
  std::vector<std::string> Names;
  std::error_code Failure;
  const fs::path Here = fs::current_path(Failure);
  for (fs::path Folder = fs::absolute(Program, Failure).parent_path();
       Folder != Folder.root_path(); Folder = Folder.parent_path()) {
    for (const std::string &File : filesIn(Folder))
      if (isSame(File, Program))
        Names.push_back(File);
    if (Folder == Here)
      break;
  }
  return Names;
}

} // namespace

KeptBuild findPlaces(const std::vector<LinkCommand> &Links) {
  KeptBuild Places;
  for (const LinkCommand &Command : Links) {
    const auto Line = parseLinkLine(Command);
    std::error_code Failure;
    if (Line && !isProbe(*Line) && fs::is_regular_file(Line->Output, Failure))
      Places.push_back({Line->Output, findOtherNames(Line->Output), ""});
  }
  return Places;
}

Result<KeptBuild> keepBuild(const std::vector<LinkCommand> &Links,
                            const std::string &Folder) {
  MLGO_TRY(makeEmptyFolder(Folder));
  KeptBuild Kept = findPlaces(Links);
  for (size_t I = 0; I < Kept.size(); ++I) {
    Kept[I].Copy = Folder + "/" + std::to_string(I);
    std::error_code Failure;
    fs::copy_file(Kept[I].Place, Kept[I].Copy, Failure);
    if (Failure)
      return Error(Kept[I].Place + ": cannot copy: " + Failure.message());
  }
  return Kept;
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
  MLGO_TRY(install(Builds.Found));
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
