// Compiles a module of a corpus with the user's clang
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/ModuleObject.h"
#include "support/ChildProcess.h"
#include <filesystem>

namespace mlgo {
Status compileModule(
    const ModuleObject &O,
    const std::function<std::vector<std::string>(CodeLevel)> &FlagsAt) {
  std::error_code Failure;
  std::filesystem::create_directories(
      std::filesystem::path(O.Object).parent_path(), Failure);
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
  Command.DeadlineSeconds = CompileSeconds;
  const ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode != 0)
    return Error(O.Bitcode + ": " + Outcome.ErrorOutput.substr(0, 500));
  return Success();
}
} // namespace mlgo
