// Lets a compiler ask
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/host/HostedCompiler.h"
#include "support/ChildProcess.h"
#include "support/Text.h"
#include <cctype>

namespace mlgo {
/// What LLVM calls the program at \p Path, without a version; empty if it is
/// none that asks.
static std::string identify(const std::string &Path) {
  const std::string Name = Path.substr(Path.find_last_of('/') + 1);
  for (const std::string Start : {"opt", "llc", "clang", "clang++", "ld.lld"})
    if (Name == Start ||
        (Name.compare(0, Start.size() + 1, Start + "-") == 0 &&
         std::isdigit(static_cast<unsigned char>(Name[Start.size() + 1]))))
      return Start == "clang++" ? "clang" : Start;
  return "";
}

static bool canAsk(const Task &T, const std::string &Program) {
  const std::vector<std::string> &Programs = T.Channel.Programs;
  return std::find(Programs.begin(), Programs.end(), Program) != Programs.end();
}

/// The first task that \p Program decides.
static const Task &taskOf(const std::string &Program) {
  for (const Task &T : allTasks())
    if (canAsk(T, Program))
      return T;
  return allTasks().front();
}

static bool mentions(const std::vector<std::string> &Command,
                     const std::string &Text) {
  for (const std::string &Argument : Command)
    if (Argument.find(Text) != std::string::npos)
      return true;
  return false;
}

/// Replaces `{channel}`; false if there is none.
static bool fillIn(std::vector<std::string> &Arguments,
                   const std::string &Base) {
  const std::string Place = "{channel}";
  bool Found = false;
  for (std::string &Argument : Arguments)
    for (size_t At = 0; (At = Argument.find(Place, At)) != std::string::npos;
         At += Base.size()) {
      Argument.replace(At, Place.size(), Base);
      Found = true;
    }
  return Found;
}

/// Stock LLVM 19 writes the stock decision over another input.
static Status checkDefaultInput(const std::string &Program) {
  ChildCommand Command;
  Command.Arguments = {Program, "--version"};
  Command.DeadlineSeconds = 20;
  const ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.Output.find("version 19.") == std::string::npos)
    return Success();
  return Error(Program +
               ": stock LLVM 19 cannot send inlining_default: it overwrites "
               "callee_basic_block_count with it, expected mlgo's plugin or "
               "LLVM 22");
}

static void addPluginVariables(HostedCompiler &Compiler, const Task &T,
                               const std::string &Base, bool IncludeDefault) {
  Compiler.Environment = {{T.variable("MODE"), "interactive"},
                          {T.variable("CHANNEL"), Base}};
  if (IncludeDefault)
    Compiler.Environment.push_back({T.variable("INCLUDE_DEFAULT"), "1"});
}

Result<HostedCompiler> prepareCompiler(const std::vector<std::string> &Command,
                                       const Task *T, bool IncludeDefault,
                                       const std::string &Base) {
  HostedCompiler Compiler;
  Compiler.Arguments = Command;
  const std::string Program = identify(Command[0]);
  const Task &Asked = T ? *T : taskOf(Program);
  const bool HasPlugin = mentions(Command, Asked.Plugin);
  addPluginVariables(Compiler, Asked, Base, IncludeDefault);
  Compiler.NeedsHost = !HasPlugin;
  if (fillIn(Compiler.Arguments, Base) || HasPlugin || Program.empty())
    return Compiler;
  const StockChannel &Channel = Asked.Channel;
  if (Channel.Programs.empty())
    return Error(Command[0] + ": no stock compiler asks " + Asked.Description +
                 ", expected one that loads " + Asked.Plugin);
  if (!canAsk(Asked, Program))
    return Error(Command[0] + ": does not decide " + Asked.Description +
                 ", expected one of " + joinText(Channel.Programs, ", "));
  std::vector<std::string> Flags = Channel.Enable;
  Flags.push_back(Channel.Base + Base);
  if (IncludeDefault && !Channel.IncludeDefault.empty()) {
    MLGO_TRY(checkDefaultInput(Command[0]));
    Flags.push_back(Channel.IncludeDefault);
  }
  // Frontends and linkers hand them on.
  const bool HandsOn = Program == "clang" || Program == "ld.lld";
  std::vector<std::string> Added;
  for (const std::string &Flag : Flags) {
    if (HandsOn)
      Added.push_back("-mllvm");
    Added.push_back(Flag);
  }
  auto &Arguments = Compiler.Arguments;
  // clang -cc1 is a program in a program.
  const size_t At = Arguments.size() > 1 && Arguments[1] == "-cc1" ? 2 : 1;
  Arguments.insert(Arguments.begin() + static_cast<ptrdiff_t>(At),
                   Added.begin(), Added.end());
  return Compiler;
}
} // namespace mlgo
