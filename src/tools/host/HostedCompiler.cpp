//===- HostedCompiler.cpp - Lets a compiler ask ---------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostedCompiler.h"

#include "mlgo/support/ChildProcess.h"

#include <cctype>

namespace mlgo {
namespace {

enum class Program { Opt, LLC, Driver, Linker, Unknown };

/// What LLVM calls its programs, with a version after it or without.
Program identify(const std::string &Path) {
  const std::string Name = Path.substr(Path.find_last_of('/') + 1);
  for (const auto &[Known, Kind] : {std::pair("opt", Program::Opt),
                                    {"llc", Program::LLC},
                                    {"clang", Program::Driver},
                                    {"clang++", Program::Driver},
                                    {"ld.lld", Program::Linker}}) {
    const std::string Start = Known;
    if (Name == Start ||
        (Name.compare(0, Start.size() + 1, Start + "-") == 0 &&
         std::isdigit(static_cast<unsigned char>(Name[Start.size() + 1]))))
      return Kind;
  }
  return Program::Unknown;
}

bool mentions(const std::vector<std::string> &Command, const char *Text) {
  for (const std::string &Argument : Command)
    if (Argument.find(Text) != std::string::npos)
      return true;
  return false;
}

/// Replaces `{channel}`; false if there is none.
bool fillIn(std::vector<std::string> &Arguments, const std::string &Base) {
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
Status checkDefaultInput(const std::string &Program) {
  ChildCommand Command;
  Command.Arguments = {Program, "--version"};
  Command.DeadlineSeconds = 20;
  const Result<ChildOutcome> Outcome = runChild(Command);
  if (!Outcome)
    return Outcome.error();
  if (Outcome->Output.find("version 19.") == std::string::npos)
    return Success();
  return Error(Program +
               ": stock LLVM 19 cannot send inlining_default: it overwrites "
               "callee_basic_block_count with it, expected mlgo's plugin or "
               "LLVM 22");
}

void addPluginVariables(HostedCompiler &Compiler, const std::string &Task,
                        const std::string &Base, bool IncludeDefault) {
  Compiler.Environment = {{"MLGO_" + Task + "_MODE", "interactive"},
                          {"MLGO_" + Task + "_CHANNEL", Base}};
  if (IncludeDefault)
    Compiler.Environment.push_back({"MLGO_" + Task + "_INCLUDE_DEFAULT", "1"});
}

} // namespace

Result<HostedCompiler> prepareCompiler(const std::vector<std::string> &Command,
                                       HostTask Task, bool IncludeDefault,
                                       const std::string &Base) {
  HostedCompiler Compiler;
  Compiler.Arguments = Command;
  const Program Kind = identify(Command[0]);
  if (Task == HostTask::Unknown)
    Task = Kind == Program::LLC ? HostTask::Eviction : HostTask::Inlining;
  const bool Inlines = Task == HostTask::Inlining;
  const bool HasPlugin =
      mentions(Command, Inlines ? "MLGOInliner" : "MLGORegAlloc");
  addPluginVariables(Compiler, Inlines ? "INLINE" : "REGALLOC", Base,
                     IncludeDefault);
  Compiler.NeedsHost = !HasPlugin;
  if (fillIn(Compiler.Arguments, Base) || HasPlugin || Kind == Program::Unknown)
    return Compiler;
  if (Inlines ? Kind == Program::LLC : Kind == Program::Opt)
    return Error(Command[0] + (Inlines
                                   ? ": does not inline, expected opt or clang"
                                   : ": allocates no registers, expected llc "
                                     "or clang"));
  std::vector<std::string> Flags = {
      Inlines ? "-enable-ml-inliner=release"
              : "-regalloc-enable-advisor=release",
      (Inlines ? "-inliner-interactive-channel-base="
               : "-regalloc-evict-interactive-channel-base=") +
          Base};
  if (IncludeDefault) {
    if (Status Possible = checkDefaultInput(Command[0]); !Possible)
      return Possible.error();
    Flags.push_back("-inliner-interactive-include-default");
  }
  // Frontends and linkers hand them on.
  const bool HandsOn = Kind == Program::Driver || Kind == Program::Linker;
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
