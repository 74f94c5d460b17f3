//===- FlagsCommand.cpp - mlgo flags --------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: clang-22 -Oz $(mlgo flags inline) -c x.c
//        clang-22 -O2 $(mlgo flags evict) -c x.c
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "PluginFile.h"

#include "mlgo/corpus/BuildTarget.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/task/Task.h"

#include <algorithm>
#include <iostream>
#include <memory>

namespace mlgo {
namespace {

struct FlagsOptions {
  std::string Task;
  unsigned Major = 22;
  bool Linker = false;
  std::string Model, Level, Target;
};

/// The scopes of whom \p O would have decide.
std::vector<ModelScope> findScopes(const FlagsOptions &O, const Task &T) {
  if (!O.Model.empty())
    return {orFail(loadModel(O.Model)).Scope};
  std::vector<ModelScope> Scopes;
  for (const BuiltInPolicy &Policy : T.Policies)
    Scopes.push_back(Policy.Scope);
  return Scopes;
}

/// Says if nobody would decide, which the compiler says in a remark only.
void checkPlace(const FlagsOptions &O, const Task &T) {
  const auto Warn = [](const std::string &Text) {
    std::cerr << "mlgo: warning: " << Text << "; stock decides there\n";
  };
  // Functions say minsize, optsize, or nothing of the kind.
  const std::string Level =
      O.Level == "Oz" || O.Level == "Os" || O.Level.empty() ? O.Level : "O2";
  const std::vector<ModelScope> Scopes = findScopes(O, T);
  if (!Level.empty() &&
      std::none_of(Scopes.begin(), Scopes.end(),
                   [&](const ModelScope &S) { return S.servesLevel(Level); }))
    Warn("no policy of task " + T.Name + " is for -" + O.Level);
  if (!O.Target.empty() &&
      std::none_of(Scopes.begin(), Scopes.end(), [&](const ModelScope &S) {
        return S.servesTarget(O.Target);
      }))
    Warn("no policy of task " + T.Name + " is for " + O.Target);
}

void printFlags(const FlagsOptions &O) {
  const Task *T = orFail(findTask(O.Task));
  if (std::find(T->LLVMMajors.begin(), T->LLVMMajors.end(), O.Major) ==
      T->LLVMMajors.end())
    fail(Error("task " + T->Name + " has no plugin for LLVM " +
               std::to_string(O.Major)));
  const std::string File =
      orFail(findPlugin(T->Plugin + "-" + std::to_string(O.Major) + ".so"));
  checkPlace(O, *T);
  std::cout << (O.Linker ? "-fuse-ld=lld -Wl,--load-pass-plugin="
                         : "-fpass-plugin=")
            << File;
  if (!O.Model.empty())
    std::cout << " -mllvm -mlgo-" << T->Prefix << "-model=" << O.Model;
  std::cout << '\n';
}

} // namespace

void addFlagsCommand(CLI::App &App) {
  auto O = std::make_shared<FlagsOptions>();
  CLI::App *Flags =
      App.add_subcommand("flags", "Print what to pass to the compiler");
  std::string Tasks;
  for (const Task &T : allTasks())
    Tasks += (Tasks.empty() ? "" : "; ") + T.Name + ": " + T.Description;
  Flags->add_option("task", O->Task, Tasks)->required();
  Flags->add_option("--llvm", O->Major, "Major version of clang")
      ->capture_default_str();
  CLI::Option *Linker =
      Flags->add_flag("--linker", O->Linker,
                      "For the link step of -flto and -flto=thin, through lld");
  // The linker is told by the environment: lld reads -mllvm before it loads
  // plugins.
  Flags
      ->add_option("--model", O->Model,
                   "The policy, a file; by default the plugin's own")
      ->excludes(Linker);
  Flags
      ->add_option("--level", O->Level,
                   "The level of the build, as in -Os: warns if no policy is "
                   "for it")
      ->check(CLI::IsMember({"O0", "O1", "O2", "O3", "Os", "Oz"}));
  Flags->add_option("--target", O->Target, "Its target, likewise")
      ->check(CLI::IsMember(listBuildTargets()));
  Flags->footer("Example:\n  clang-22 -Oz $(mlgo flags inline) -c x.c");
  Flags->callback([O] { printFlags(*O); });
}

} // namespace mlgo
