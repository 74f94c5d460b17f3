// Who calls a program's functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/FunctionCallers.h"
#include "support/ChildProcess.h"
#include <algorithm>

namespace mlgo {
FunctionCallers parseFunctionCallers(std::string_view Code) {
  FunctionCallers Callers;
  std::string Current;
  for (size_t At = 0, End; At < Code.size(); At = End + 1) {
    End = std::min(Code.find('\n', At), Code.size());
    const std::string_view Line = Code.substr(At, End - At);
    // Names of operators may have brackets within.
    const size_t Open = Line.find('<'), Close = Line.rfind('>');
    if (Open == Line.npos || Close == Line.npos || Close < Open)
      continue;
    std::string Name(Line.substr(Open + 1, Close - Open - 1));
    if (Close + 2 == Line.size() && Line.back() == ':' && Line[0] != ' ') {
      Current = std::move(Name);
      continue;
    }
    Name.resize(std::min(Name.rfind("+0x"), Name.size()));
    if (Name != Current)
      Callers[Name].insert(Current);
  }
  return Callers;
}

Result<FunctionCallers> findFunctionCallers(const std::string &Program,
                                            unsigned Major) {
  ChildCommand Command;
  Command.Arguments = {"llvm-objdump-" + std::to_string(Major), "-d",
                       "--no-show-raw-insn", "--no-leading-addr", Program};
  Command.DeadlineSeconds = 300;
  Command.MaxOutputBytes = size_t(1) << 30;
  const ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode != 0)
    return Error(Program + ": cannot disassemble: " + Command.Arguments[0] +
                 " said '" + Outcome.ErrorOutput.substr(0, 200) + "'");
  return parseFunctionCallers(Outcome.Output);
}
} // namespace mlgo
