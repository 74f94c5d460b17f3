// Compiles and links the corpus of a build again
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/CorpusBuild.h"
#include "evaluate/ModuleObject.h"
#include "link/ProgramLinker.h"
#include "link/ProgramSize.h"
#include "mlgo/runner/RunnerOptions.h"
#include "support/ChildProcess.h"
#include "support/ProcessPool.h"
#include <filesystem>

namespace mlgo {
/// lld reads no options of plugins, but plugins read the environment.
static std::pair<std::string, std::string>
variableOf(const std::string &Option) {
  const size_t End = Option.find('=');
  return {toVariable(Option.substr(1, End - 1)), Option.substr(End + 1)};
}

/// Runs the pipeline of a link, as rustc does, over one module.
static Status compileMerged(const CorpusBuildSetting &Setting,
                            const std::string &Bitcode,
                            const std::string &Object,
                            const std::vector<std::string> &Options) {
  std::error_code Failure;
  std::filesystem::create_directories(
      std::filesystem::path(Object).parent_path(), Failure);
  ChildCommand Command;
  // Trials fork, which needs a linker of one thread.
  Command.Arguments = {"ld.lld-" + std::to_string(Setting.LLVMMajor),
                       "-r",
                       "--threads=1",
                       "--lto-O2",
                       "--load-pass-plugin=" + Setting.LinkPlugin,
                       Bitcode,
                       "-o",
                       Object};
  Command.Environment = Setting.LinkEnvironment;
  for (const std::string &Option : Options)
    Command.Environment.push_back(variableOf(Option));
  Command.DeadlineSeconds = CompileSeconds;
  const ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode != 0)
    return Error(Bitcode + ": " + Outcome.ErrorOutput.substr(0, 500));
  return Success();
}

Result<CorpusBuild> CorpusBuild::create(CorpusBuildSetting Setting) {
  CorpusBuild Build(std::move(Setting));
  const std::string &Corpus = Build.Setting.Corpus;
  const auto Description = MLGO_TRY(readCorpusDescription(Corpus));
  Build.Modules = Description.Modules;
  Build.Programs = MLGO_TRY(readCorpusPrograms(Corpus, Description));
  return Build;
}

Status CorpusBuild::compile(size_t Module, const std::string &Object,
                            const std::vector<std::string> &Options) const {
  if (!Setting.LinkPlugin.empty())
    return compileMerged(Setting, bitcode(Module), Object, Options);
  std::vector<std::string> Flags = Setting.Flags;
  for (const std::string &Option : Options)
    Flags.insert(Flags.end(), {"-mllvm", Option});
  return compileModule(
      {bitcode(Module), Object, Setting.Code, Setting.LLVMMajor},
      [&](CodeLevel) { return Flags; });
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
        const Status Made = compile(I, object(Folder, I), OptionsOf(I));
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
