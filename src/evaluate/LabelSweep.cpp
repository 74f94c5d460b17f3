// What single decisions do, for training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/LabelSweep.h"
#include "evaluate/LabelJournal.h"
#include "evaluate/Trials.h"
#include "mlgo/support/File.h"
#include "support/Archive.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include <algorithm>
#include <chrono>

namespace mlgo {
static std::string logOf(const fs::path &Folder, std::string Module) {
  std::replace(Module.begin(), Module.end(), '/', '_');
  return (Folder / (Module + ".log")).string();
}

/// The same module's while it is not finished.
static std::string journalOf(const std::string &Log) {
  return Log.substr(0, Log.size() - 4) + ".tries";
}

/// Notes in which settings the labels in \p Folder are, of which some are there
/// if \p HasSome. Those that are as modules were built have no note.
static Status noteSettings(const fs::path &Folder, const std::string &Settings,
                           bool HasSome) {
  const std::string Path = (Folder / "settings.txt").string();
  std::error_code Failure;
  std::string Known = "built\n";
  if (fs::exists(Path, Failure)) {
    Known = MLGO_TRY(readFile(Path));
  } else if (!HasSome) {
    if (Settings + "\n" == Known)
      return Success();
    return writeFileAtomically(Path, Settings + "\n");
  }
  if (Known == Settings + "\n")
    return Success();
  return Error(Folder.string() + ": has labels of settings " +
               Known.substr(0, Known.find('\n')) + ", expected " + Settings +
               " or another folder");
}

namespace {
/// A module whose log is not there, or not whole.
struct UnfinishedLog {
  size_t Module;
  std::string Path;
  std::vector<PlannedMove> Moves;
  std::vector<std::optional<double>> Results; ///< By move.
  std::vector<bool> IsTried;                  ///< By move.
  size_t Left = 0;                            ///< Moves to try.
  LabelJournal Journal;
};

/// Moves of one log that were tried just now.
struct TriedMoves {
  std::vector<PlannedMove> Moves;
  LabelJournal::Record Record;
};

/// All that the results of \p Moves depend on.
std::string describePlan(LabelSource &Source,
                         const std::vector<PlannedMove> &Moves) {
  OutputArchive Out;
  for (const CorpusProblem *P : Source.problems())
    for (const CorpusProblem::Part &Part : P->parts())
      Out(Part.Name, Part.Size);
  for (const PlannedMove &M : Moves)
    Out(M.Problem, M.Change.Changes);
  return Out.take();
}

class Sweep {
public:
  Sweep(LabelSource &Source, const LabelSweepSetting &Setting,
        LabelSweepProgress &Progress,
        const std::function<void(const LabelSweepProgress &)> &Tell)
      : Source(Source), Setting(Setting), Progress(Progress), Tell(Tell) {}

  Status run(const std::vector<std::pair<size_t, std::string>> &Missing);

private:
  void plan(size_t Module, const std::string &Path);
  void order();
  Status tryNext(size_t Count);
  Status finish(UnfinishedLog &Log);
  Status keepUnfinished();
  bool isTimeOver() const { return isTooLate(Setting.Deadline); }

  LabelSource &Source;
  const LabelSweepSetting &Setting;
  LabelSweepProgress &Progress;
  const std::function<void(const LabelSweepProgress &)> &Tell;
  std::vector<UnfinishedLog> Logs;
  /// Moves to try, in this order: logs, and numbers in their plans.
  std::vector<std::pair<size_t, size_t>> Queue;
  size_t Next = 0;
};

void Sweep::plan(size_t Module, const std::string &Path) {
  std::vector<PlannedMove> Moves = Source.plan(Module);
  const size_t Count = Moves.size();
  LabelJournal Journal(journalOf(Path), describePlan(Source, Moves));
  UnfinishedLog Log{Module,
                    Path,
                    std::move(Moves),
                    std::vector<std::optional<double>>(Count),
                    std::vector<bool>(Count),
                    Count,
                    std::move(Journal)};
  for (const LabelJournal::Record &Known : Log.Journal.read()) {
    Source.recall(Known.Memory);
    for (size_t I = 0; I < Known.Moves.size(); ++I) {
      const size_t Move = Known.Moves[I];
      if (Move >= Count || I >= Known.Results.size() || Log.IsTried[Move])
        continue;
      Log.Results[Move] = Known.Results[I];
      Log.IsTried[Move] = true;
      --Log.Left;
      ++Progress.Known;
    }
  }
  Progress.Moves += Count;
  Progress.Tried += Count - Log.Left;
  Logs.push_back(std::move(Log));
}

/// One module after the other; with a deadline, some of each in turn.
void Sweep::order() {
  constexpr size_t Turn = 16;
  for (size_t L = 0; L < Logs.size(); ++L)
    for (size_t I = 0; I < Logs[L].Moves.size(); ++I)
      if (!Logs[L].IsTried[I])
        Queue.emplace_back(L, I);
  if (Setting.Deadline > 0)
    std::stable_sort(Queue.begin(), Queue.end(),
                     [](const auto &A, const auto &B) {
                       return A.second / Turn < B.second / Turn;
                     });
}

/// Tries the next \p Count moves, and writes what is known then.
Status Sweep::tryNext(size_t Count) {
  const size_t End = std::min(Queue.size(), Next + Count);
  std::vector<PlannedMove> Moves;
  for (size_t I = Next; I < End; ++I)
    Moves.push_back(Logs[Queue[I].first].Moves[Queue[I].second]);
  const auto Results = Source.tryMoves(Moves);
  // What was given up is no failure.
  const bool IsCut = Source.problems()[0]->isStopping() || isTimeOver();
  std::map<size_t, TriedMoves> Tried; ///< By log.
  for (size_t I = Next; I < End; ++I) {
    const auto &[L, Move] = Queue[I];
    UnfinishedLog &Log = Logs[L];
    const std::optional<double> &Result = Results[I - Next];
    if (!Result && IsCut)
      continue;
    Log.Results[Move] = Result;
    Log.IsTried[Move] = true;
    --Log.Left;
    ++Progress.Tried;
    TriedMoves &Now = Tried[L];
    Now.Moves.push_back(Moves[I - Next]);
    Now.Record.Moves.push_back(Move);
    Now.Record.Results.push_back(Result);
  }
  Next = End;
  for (auto &[L, Now] : Tried) {
    UnfinishedLog &Log = Logs[L];
    if (Log.Left == 0) {
      MLGO_TRY(finish(Log));
      continue;
    }
    Now.Record.Memory = Source.memoryOf(Now.Moves);
    MLGO_TRY(Log.Journal.add(Now.Record));
  }
  return Success();
}

Status Sweep::finish(UnfinishedLog &Log) {
  auto Written = MLGO_TRY(Source.write(Log.Module, Log.Path, Log.Results));
  Log.Journal.remove();
  Progress.Done.Labels += Written.Labels;
  Progress.Done.FailedTrials += Written.FailedTrials;
  ++Progress.FinishedModules;
  return Success();
}

/// Writes logs of what is known of modules that are not finished.
Status Sweep::keepUnfinished() {
  for (const UnfinishedLog &Log : Logs)
    if (Log.Left > 0 && Log.Left < Log.Moves.size())
      Progress.Done.Labels +=
          MLGO_TRY(Source.write(Log.Module, Log.Path, Log.Results)).Labels;
  Progress.IsTimeOver = true;
  return Success();
}

Status Sweep::run(const std::vector<std::pair<size_t, std::string>> &Missing) {
  for (const auto &[Module, Path] : Missing)
    plan(Module, Path);
  for (UnfinishedLog &Log : Logs)
    if (Log.Left == 0)
      MLGO_TRY(finish(Log));
  order();
  for (CorpusProblem *P : Source.problems()) {
    P->beginNothingAfter(Setting.Deadline);
    P->OnTried = [this](size_t Tried, size_t) {
      LabelSweepProgress Now = Progress;
      Now.Tried += Tried;
      Tell(Now);
    };
  }
  // As many moves at a time as take some seconds: all that is lost if this
  // process is killed.
  size_t Count = std::max<size_t>(1, 2 * Setting.Slots);
  while (Next < Queue.size() && !isTimeOver()) {
    const auto Begin = std::chrono::steady_clock::now();
    MLGO_TRY(tryNext(Count));
    if (Source.problems()[0]->isStopping())
      return Error("interrupted; the same command goes on");
    Tell(Progress);
    const std::chrono::duration<double> Taken =
        std::chrono::steady_clock::now() - Begin;
    if (Taken.count() < 2)
      Count *= 2;
    else if (Taken.count() > 8 && Count > Setting.Slots)
      Count /= 2;
  }
  return Progress.FinishedModules < Progress.Modules ? keepUnfinished()
                                                     : Success();
}
} // namespace

Result<LabelSweepProgress>
sweepLabels(LabelSource &Source, const LabelSweepSetting &Setting,
            const std::function<void(const LabelSweepProgress &)> &Tell) {
  LabelSweepProgress Progress;
  Progress.Package = Source.package();
  const fs::path Own = fs::path(Setting.Folder) / Progress.Package;
  MLGO_TRY(makeFolder(Own.string()));
  const std::vector<std::string> Modules = Source.modules();
  std::vector<std::pair<size_t, std::string>> Missing;
  size_t Begun = 0;
  for (size_t I = 0; I < Modules.size(); ++I) {
    const std::string Log = logOf(Own, Modules[I]);
    const bool IsBegun = fs::exists(journalOf(Log));
    Begun += IsBegun;
    if (IsBegun || !fs::exists(Log))
      Missing.emplace_back(I, Log);
  }
  MLGO_TRY(noteSettings(Own, Setting.Settings,
                        Begun > 0 || Missing.size() < Modules.size()));
  Progress.Modules = Modules.size();
  Progress.FinishedModules = Modules.size() - Missing.size();
  if (Missing.empty())
    return Progress;
  for (CorpusProblem *P : Source.problems())
    P->OnCompiled = [&](size_t Compiled, size_t Of) {
      Progress.Compiled = Compiled;
      Progress.Compiling = Of;
      Tell(Progress);
    };
  MLGO_TRY(Source.begin());
  Progress.Compiling = 0;
  MLGO_TRY(Sweep(Source, Setting, Progress, Tell).run(Missing));
  return Progress;
}
} // namespace mlgo
