// A program compiled without some passes, and what it executes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/PassTrials.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include <algorithm>

namespace mlgo {
Result<PassTrials> PassTrials::create(CorpusBuild Build, std::string Work,
                                      Workload Run, KeptBuild Places) {
  PassTrials T(std::move(Build), std::move(Work), std::move(Run),
               std::move(Places));
  for (size_t I = 0; I < T.Build.modules().size(); ++I) {
    const BuiltCode Code = MLGO_TRY(readBuiltCode(T.Build.bitcode(I)));
    for (const auto &[Symbol, Key] : Code.Functions)
      T.Functions.emplace(Symbol, TriedFunction{Key, I});
  }
  std::error_code Failure;
  fs::remove_all(T.Work, Failure);
  MLGO_TRY(T.compile(T.folder(true), passDecisionsHeader(), nullptr));
  return T;
}

Status PassTrials::compile(const std::string &Folder,
                           const std::string &Decisions,
                           const std::set<size_t> *Which) {
  std::error_code Failure;
  fs::create_directories(Folder, Failure);
  const std::string File = Folder + "/passes";
  MLGO_TRY(writeFileAtomically(File, Decisions));
  return Build.compile(
      Folder,
      [&](size_t) {
        return std::vector<std::string>{"-mlgo-gate-decisions=" + File};
      },
      Which);
}

Result<PassTrial> PassTrials::count(const std::string &Folder) {
  PassTrial Trial;
  KeptBuild Programs;
  for (const BuiltProgram &Program : MLGO_TRY(Build.link(Folder))) {
    const auto Place =
        std::find_if(Places.begin(), Places.end(), [&](const auto &Kept) {
          return fs::path(Kept.Place).filename() == Program.Name;
        });
    if (Place == Places.end())
      continue;
    Trial.Bytes += Program.Bytes;
    Programs.push_back({Place->Place, Place->OtherNames, Program.File});
  }
  Trial.Counts = MLGO_TRY(countFunctions(Run, Programs));
  return Trial;
}

Result<PassTrial> PassTrials::run(const std::string &Decisions,
                                  const std::set<size_t> &Changed) {
  const std::string Folder = folder(false);
  std::error_code Failure;
  fs::remove_all(Folder, Failure);
  MLGO_TRY(compile(Folder, Decisions, &Changed));
  bool IsSame = !Changed.empty();
  for (size_t I = 0; I < Build.modules().size(); ++I) {
    const std::string Object = Build.object(Folder, I);
    const std::string Stock = Build.object(folder(true), I);
    if (Changed.count(I)) {
      IsSame &= haveSameBytes(Stock, Object);
      continue;
    }
    fs::create_directories(fs::path(Object).parent_path(), Failure);
    fs::create_hard_link(Stock, Object, Failure);
    if (Failure)
      return Error(Object + ": cannot make: " + Failure.message());
  }
  // What the program executes where every pass runs is known.
  if (IsSame) {
    PassTrial Trial;
    Trial.IsSame = true;
    return Trial;
  }
  return count(Folder);
}
} // namespace mlgo
