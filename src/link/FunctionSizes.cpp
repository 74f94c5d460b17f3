// Bytes of a program's functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/FunctionSizes.h"
#include "support/ChildProcess.h"
#include <cstdlib>
#include <set>
#include <sstream>

namespace mlgo {
FunctionSizes parseFunctionSizes(std::string_view Symbols) {
  FunctionSizes Sizes;
  std::set<uint64_t> Known;
  std::istringstream Lines{std::string(Symbols)};
  for (std::string Line; std::getline(Lines, Line);) {
    std::istringstream Words(Line);
    std::string Name, Type, Address, Size;
    if (!(Words >> Name >> Type >> Address >> Size) || Type.size() != 1 ||
        std::string_view("tTwWiV").find(Type[0]) == std::string_view::npos)
      continue;
    const uint64_t Bytes = std::strtoull(Size.c_str(), nullptr, 16);
    if (Bytes &&
        Known.insert(std::strtoull(Address.c_str(), nullptr, 16)).second)
      Sizes[Name] += Bytes;
  }
  return Sizes;
}

Result<FunctionSizes> measureFunctions(const std::string &Program,
                                       unsigned Major) {
  ChildCommand Command;
  Command.Arguments = {"llvm-nm-" + std::to_string(Major), "--defined-only",
                       "--format=posix", Program};
  Command.DeadlineSeconds = 60;
  const ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode != 0)
    return Error(Program +
                 ": cannot read its symbols: " + Command.Arguments[0] +
                 " said '" + Outcome.ErrorOutput.substr(0, 200) + "'");
  return parseFunctionSizes(Outcome.Output);
}
} // namespace mlgo
