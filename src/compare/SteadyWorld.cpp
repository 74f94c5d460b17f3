// Time and chance that repeat
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/SteadyWorld.h"
#include "embedded/SteadyWorld.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"

namespace mlgo {
Result<std::string> buildSteadyWorld(const std::string &Folder, unsigned Major,
                                     const std::string &More) {
  const std::string File = Folder + "/steady-world.c";
  const std::string Library = Folder + "/steady-world.so";
  MLGO_TRY(writeFileAtomically(File, embedded::SteadyWorld + More));
  ChildCommand Command;
  Command.Arguments = {"clang-" + std::to_string(Major),
                       "-w",
                       "-O1",
                       "-shared",
                       "-fPIC",
                       File,
                       "-o",
                       Library,
                       "-ldl"};
  Command.DeadlineSeconds = 60;
  ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode != 0)
    return Error(Library + ": cannot build: " + Command.Arguments[0] +
                 " said '" + Outcome.ErrorOutput.substr(0, 300) + "'");
  return Library;
}
} // namespace mlgo
