// Compiles and links the corpus of a build again
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/CorpusBuild.h"
#include "build/PluginOptions.h"
#include "evaluate/ModuleObject.h"
#include "link/ProgramLinker.h"
#include "link/ProgramSize.h"
#include "support/ChildProcess.h"
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

Status CorpusBuild::compile(size_t I, const std::string &Object,
                            const std::vector<std::string> &Options) const {
  std::vector<std::string> Flags;
  for (const std::string &Option : Options)
    Flags.insert(Flags.end(), {"-mllvm", Option});
  const ModuleObject Module = {bitcode(I), Object, Setting.Code,
                               Setting.LLVMMajor};
  if (!Setting.LinkPlugin.empty()) {
    auto Environment = takePluginOptions(Flags);
    Environment.insert(Environment.end(), Setting.LinkEnvironment.begin(),
                       Setting.LinkEnvironment.end());
    return compileMerged(Module, Setting.LinkPlugin, std::move(Environment));
  }
  Flags.insert(Flags.begin(), Setting.Flags.begin(), Setting.Flags.end());
  return compileModule(Module, [&](CodeLevel) { return Flags; });
}

Status CorpusBuild::compile(
    const std::string &Folder,
    const std::function<std::vector<std::string>(size_t)> &OptionsOf,
    const std::set<size_t> *Which) const {
  std::vector<size_t> Listed;
  for (size_t I = 0; I < Modules.size(); ++I)
    if (!Which || Which->count(I))
      Listed.push_back(I);
  const auto IsInterrupted = [this] {
    noteWaiting();
    return Setting.Interrupted && *Setting.Interrupted;
  };
  Status Done = Success();
  runInProcesses(
      Listed.size(), Setting.Jobs, 0,
      [&](size_t At) -> std::string {
        const size_t I = Listed[At];
        const Status Made = compile(I, object(Folder, I), OptionsOf(I));
        return Made ? "" : Made.error().message();
      },
      [&](size_t, const TaskOutcome &Outcome) {
        if (Done && (!Outcome.Ok || !Outcome.Output.empty()))
          Done = Error(Outcome.Ok ? Outcome.Output : Outcome.Failure);
      },
      IsInterrupted);
  return IsInterrupted() ? Status(Error("interrupted")) : Done;
}

Result<std::vector<BuiltProgram>>
CorpusBuild::link(const std::string &Folder) const {
  std::vector<BuiltProgram> Built;
  for (const CorpusProgram &Program : Programs) {
    const bool IsMerged = !Setting.LinkPlugin.empty();
    const std::string File = Folder + (IsMerged ? "/" + Program.Name + ".o"
                                                : "/linked-" + Program.Name);
    if (!IsMerged)
      MLGO_TRY(linkProgram(Program, Setting.Corpus, Folder, File,
                           Setting.LLVMMajor));
    Built.push_back({Program.Name, File,
                     MLGO_TRY(measureProgram(File, Setting.LLVMMajor)).Text});
  }
  return Built;
}
} // namespace mlgo
