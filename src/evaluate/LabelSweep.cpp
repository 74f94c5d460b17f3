// What single decisions do, for training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/LabelSweep.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include <algorithm>

namespace mlgo {
static std::string logOf(const fs::path &Folder, std::string Module) {
  std::replace(Module.begin(), Module.end(), '/', '_');
  return (Folder / (Module + ".log")).string();
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

/// Labels \p Modules, numbers by the paths of their logs.
static Status label(LabelSource &Source,
                    const std::vector<std::pair<size_t, std::string>> &Modules,
                    LabelSweepProgress &Progress) {
  std::vector<PlannedMove> Moves;
  std::vector<size_t> Ends;
  for (const auto &[Module, Path] : Modules) {
    for (PlannedMove &M : Source.plan(Module))
      Moves.push_back(std::move(M));
    Ends.push_back(Moves.size());
  }
  const auto Results = Source.tryMoves(Moves);
  if (Source.problems()[0]->isStopping())
    return Error("interrupted; the same command goes on");
  size_t Begin = 0;
  for (size_t I = 0; I < Modules.size(); Begin = Ends[I++]) {
    auto Written = MLGO_TRY(
        Source.write(Modules[I].first, Modules[I].second,
                     {Results.begin() + Begin, Results.begin() + Ends[I]}));
    Progress.Done.Labels += Written.Labels;
    Progress.Done.FailedTrials += Written.FailedTrials;
    ++Progress.FinishedModules;
  }
  return Success();
}

Status
sweepLabels(LabelSource &Source, const std::string &Folder,
            const std::string &Settings, size_t Slots,
            const std::function<void(const LabelSweepProgress &)> &Tell) {
  LabelSweepProgress Progress;
  Progress.Package = Source.package();
  const fs::path Own = fs::path(Folder) / Progress.Package;
  MLGO_TRY(makeFolder(Own.string()));
  const std::vector<std::string> Modules = Source.modules();
  std::vector<std::pair<size_t, std::string>> Missing;
  for (size_t I = 0; I < Modules.size(); ++I)
    if (const std::string Log = logOf(Own, Modules[I]); !fs::exists(Log))
      Missing.emplace_back(I, Log);
  MLGO_TRY(noteSettings(Own, Settings, Missing.size() < Modules.size()));
  Progress.Modules = Modules.size();
  Progress.FinishedModules = Modules.size() - Missing.size();
  if (Missing.empty())
    return Success();
  MLGO_TRY(Source.begin());
  // A few modules at a time: enough to keep all processors busy, and what an
  // interruption loses is little.
  const size_t Step = std::max<size_t>(1, 2 * Slots);
  for (size_t I = 0; I < Missing.size(); I += Step) {
    const size_t End = std::min(Missing.size(), I + Step);
    MLGO_TRY(
        label(Source, {Missing.begin() + I, Missing.begin() + End}, Progress));
    Tell(Progress);
  }
  return Success();
}
} // namespace mlgo
