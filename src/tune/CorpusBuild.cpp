// Compiles and links the corpus of a build again
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/CorpusBuild.h"

#include "evaluate/ModuleObject.h"
#include "link/ProgramLinker.h"
#include "link/ProgramSize.h"
#include "support/ProcessPool.h"

namespace mlgo {

Result<CorpusBuild> CorpusBuild::create(CorpusBuildSetting Setting) {
  CorpusBuild Build(std::move(Setting));
  const std::string &Corpus = Build.Setting.Corpus;
  const auto Description = MLGO_TRY(readCorpusDescription(Corpus));
  Build.Modules = Description.Modules;
  Build.Programs = MLGO_TRY(readCorpusPrograms(Corpus, Description));
  return Build;
}

Status CorpusBuild::compile(
    const std::string &Folder,
    const std::function<std::vector<std::string>(size_t)> &OptionsOf,
    const std::set<size_t> *Which) const {
  std::vector<size_t> Listed;
  for (size_t I = 0; I < Modules.size(); ++I)
    if (!Which || Which->count(I))
      Listed.push_back(I);
  Status Done = Success();
  runInProcesses(
      Listed.size(), Setting.Jobs, 0,
      [&](size_t At) -> std::string {
        const size_t I = Listed[At];
        std::vector<std::string> Flags = Setting.Flags;
        for (const std::string &Option : OptionsOf(I))
          Flags.insert(Flags.end(), {"-mllvm", Option});
        Status Made = compileModule(
            {bitcode(I), object(Folder, I), Setting.Code, Setting.LLVMMajor},
            [&](CodeLevel) { return Flags; });
        return Made ? "" : Made.error().message();
      },
      [&](size_t, const TaskOutcome &Outcome) {
        if (Done && (!Outcome.Ok || !Outcome.Output.empty()))
          Done = Error(Outcome.Ok ? Outcome.Output : Outcome.Failure);
      });
  return Done;
}

Result<std::vector<BuiltProgram>>
CorpusBuild::link(const std::string &Folder) const {
  std::vector<BuiltProgram> Built;
  for (const CorpusProgram &Program : Programs) {
    const std::string File = Folder + "/linked-" + Program.Name;
    MLGO_TRY(
        linkProgram(Program, Setting.Corpus, Folder, File, Setting.LLVMMajor));
    Built.push_back({Program.Name, File,
                     MLGO_TRY(measureProgram(File, Setting.LLVMMajor)).Text});
  }
  return Built;
}

} // namespace mlgo
