// Compiles a module of a corpus with the user's clang
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/ModuleObject.h"
#include "support/ChildProcess.h"
#include <filesystem>

namespace mlgo {
static void makeFolderOf(const std::string &Object) {
  std::error_code Failure;
  std::filesystem::create_directories(
      std::filesystem::path(Object).parent_path(), Failure);
}

/// Runs \p Command, which compiles \p Bitcode.
static Status runCompiler(ChildCommand Command, const std::string &Bitcode) {
  Command.DeadlineSeconds = CompileSeconds;
  const ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode != 0)
    return Error(Bitcode + ": " + Outcome.ErrorOutput.substr(0, 500));
  return Success();
}

Status compileModule(
    const ModuleObject &O,
    const std::function<std::vector<std::string>(CodeLevel)> &FlagsAt) {
  makeFolderOf(O.Object);
  const std::string InSetting = O.Object + ".bc";
  const CodeLevel Level =
      MLGO_TRY(writeInSetting(O.Bitcode, O.Setting, InSetting));
  ChildCommand Command;
  Command.Arguments = {"clang-" + std::to_string(O.LLVMMajor),
                       std::string("-") + nameOf(Level),
                       "-w",
                       "-ffunction-sections",
                       "-fdata-sections",
                       "-c",
                       O.Setting.isAsBuilt() ? O.Bitcode : InSetting,
                       "-o",
                       O.Object};
  if (!O.Setting.Profile.empty())
    Command.Arguments.push_back("-fprofile-use=" + O.Setting.Profile);
  const std::vector<std::string> Flags = FlagsAt(Level);
  Command.Arguments.insert(Command.Arguments.end(), Flags.begin(), Flags.end());
  return runCompiler(std::move(Command), O.Bitcode);
}

Status
compileMerged(const ModuleObject &O, const std::string &Plugin,
              std::vector<std::pair<std::string, std::string>> Environment) {
  makeFolderOf(O.Object);
  ChildCommand Command;
  // Trials of passes fork, which needs a linker of one thread.
  Command.Arguments = {"ld.lld-" + std::to_string(O.LLVMMajor),
                       "-r",
                       "--threads=1",
                       "--lto-O2",
                       "--load-pass-plugin=" + Plugin,
                       O.Bitcode,
                       "-o",
                       O.Object};
  Command.Environment = std::move(Environment);
  return runCompiler(std::move(Command), O.Bitcode);
}
} // namespace mlgo
