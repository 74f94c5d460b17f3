// A program compiled without some passes, and what it executes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/PassTrials.h"

#include "evaluate/ModuleObject.h"
#include "link/ProgramLinker.h"
#include "link/ProgramSize.h"
#include "mlgo/support/File.h"
#include "support/ProcessPool.h"

#include <algorithm>
#include <filesystem>

namespace mlgo {

namespace fs = std::filesystem;

namespace {

/// Every pass runs.
constexpr const char *NoDecisions = "# mlgo-gate-decisions 1\n";

std::set<size_t> allOf(size_t Count) {
  std::set<size_t> All;
  for (size_t I = 0; I < Count; ++I)
    All.insert(All.end(), I);
  return All;
}

bool haveSameBytes(const std::string &A, const std::string &B) {
  const auto One = readFile(A), Other = readFile(B);
  return One && Other && *One == *Other;
}

} // namespace

Result<PassTrials> PassTrials::create(PassTrialSetting Setting) {
  PassTrials T(std::move(Setting));
  MLGO_TRY(T.readModules());
  std::error_code Failure;
  fs::remove_all(T.Setting.Work, Failure);
  MLGO_TRY(T.compile(T.folder(true), NoDecisions, allOf(T.Modules.size())));
  return T;
}

Status PassTrials::readModules() {
  const auto Description = MLGO_TRY(readCorpusDescription(Setting.Corpus));
  Modules = Description.Modules;
  Programs = MLGO_TRY(readCorpusPrograms(Setting.Corpus, Description));
  for (size_t I = 0; I < Modules.size(); ++I) {
    const BuiltCode Code =
        MLGO_TRY(readBuiltCode(Setting.Corpus + "/" + Modules[I] + ".bc"));
    for (const auto &[Symbol, Key] : Code.Functions)
      Functions.emplace(Symbol, TriedFunction{Key, I});
  }
  return Success();
}

Status PassTrials::compile(const std::string &Folder,
                           const std::string &Decisions,
                           const std::set<size_t> &Which) {
  std::error_code Failure;
  fs::create_directories(Folder, Failure);
  const std::string File = Folder + "/passes";
  MLGO_TRY(writeFileAtomically(File, Decisions));
  std::vector<std::string> Flags = Setting.Flags;
  Flags.insert(Flags.end(), {"-mllvm", "-mlgo-gate-decisions=" + File});
  const std::vector<size_t> Listed(Which.begin(), Which.end());
  Status Done = Success();
  runInProcesses(
      Listed.size(), Setting.Jobs, 0,
      [&](size_t I) -> std::string {
        const std::string &Module = Modules[Listed[I]];
        Status Made = compileModule({Setting.Corpus + "/" + Module + ".bc",
                                     Folder + "/" + Module + ".o", Setting.Code,
                                     Setting.Run.LLVMMajor},
                                    [&](CodeLevel) { return Flags; });
        return Made ? "" : Made.error().message();
      },
      [&](size_t, const TaskOutcome &Outcome) {
        if (Done && (!Outcome.Ok || !Outcome.Output.empty()))
          Done = Error(Outcome.Ok ? Outcome.Output : Outcome.Failure);
      });
  return Done;
}

Result<PassTrial> PassTrials::count(const std::string &Folder) {
  PassTrial Trial;
  KeptBuild Build;
  for (const CorpusProgram &Program : Programs) {
    const auto Place = std::find_if(
        Setting.Build.begin(), Setting.Build.end(), [&](const auto &Kept) {
          return fs::path(Kept.first).filename() == Program.Name;
        });
    if (Place == Setting.Build.end())
      continue;
    const std::string Output = Folder + "/linked-" + Program.Name;
    MLGO_TRY(linkProgram(Program, Setting.Corpus, Folder, Output,
                         Setting.Run.LLVMMajor));
    Trial.Bytes += MLGO_TRY(measureProgram(Output, Setting.Run.LLVMMajor)).Text;
    Build.emplace_back(Place->first, Output);
  }
  Trial.Counts = MLGO_TRY(countFunctions(Setting.Run, Build));
  return Trial;
}

Result<PassTrial> PassTrials::run(const std::string &Decisions,
                                  const std::set<size_t> &Changed) {
  const std::string Folder = folder(false);
  std::error_code Failure;
  fs::remove_all(Folder, Failure);
  MLGO_TRY(compile(Folder, Decisions, Changed));
  PassTrial Trial;
  Trial.IsSame = true;
  for (size_t I = 0; I < Modules.size(); ++I) {
    const std::string Object = "/" + Modules[I] + ".o";
    if (Changed.count(I)) {
      Trial.IsSame &= haveSameBytes(folder(true) + Object, Folder + Object);
      continue;
    }
    fs::create_directories(fs::path(Folder + Object).parent_path(), Failure);
    fs::create_hard_link(folder(true) + Object, Folder + Object, Failure);
    if (Failure)
      return Error(Folder + Object + ": cannot make: " + Failure.message());
  }
  // What the first trial, of no decisions, counted is known.
  if (Trial.IsSame && !Changed.empty())
    return Trial;
  PassTrial Counted = MLGO_TRY(count(Folder));
  Counted.IsSame = Trial.IsSame;
  return Counted;
}

} // namespace mlgo
