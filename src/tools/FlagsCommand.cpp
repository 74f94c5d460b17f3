//===- FlagsCommand.cpp - mlgo flags --------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: clang-22 -Oz $(mlgo flags inline-oz) -c x.c
//        clang-22 -O2 $(mlgo flags regalloc) -c x.c
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "PluginFile.h"

#include <iostream>

namespace mlgo {
namespace {

struct FlagsOptions {
  unsigned Major = 22;
  bool Linker = false;
  std::string Model;
};

/// Adds what all plugins have in common; \p Plugin is the file's name before
/// the major version.
CLI::App *addPluginFlags(CLI::App &Command, const char *Name,
                         const char *Description, const char *Plugin,
                         std::shared_ptr<FlagsOptions> O) {
  CLI::App *Flags = Command.add_subcommand(Name, Description);
  Flags->add_option("--llvm", O->Major, "Major version of clang")
      ->default_val(22);
  Flags->add_flag("--linker", O->Linker,
                  "For the link step of -flto and -flto=thin, through lld");
  Flags->callback([O, Plugin] {
    const Result<std::string> File =
        findPlugin(Plugin + std::to_string(O->Major) + ".so");
    if (!File)
      fail(File.error());
    std::cout << (O->Linker ? "-fuse-ld=lld -Wl,--load-pass-plugin="
                            : "-fpass-plugin=")
              << *File;
    if (!O->Model.empty())
      std::cout << " -mllvm -mlgo-regalloc-model=" << O->Model;
    std::cout << '\n';
  });
  return Flags;
}

void addRegAllocFlags(CLI::App &Command) {
  auto O = std::make_shared<FlagsOptions>();
  CLI::App *Flags = addPluginFlags(
      Command, "regalloc", "Learned evictions: for speed, at -Oz for size",
      "MLGORegAlloc-", O);
  // The linker is told by the environment: lld reads -mllvm before it loads
  // plugins.
  Flags->add_option("--model", O->Model, "The policy, a file; by default none")
      ->excludes("--linker");
}

} // namespace

void addFlagsCommand(CLI::App &App) {
  CLI::App *Command =
      App.add_subcommand("flags", "Print what to pass to the compiler");
  Command->require_subcommand(1);
  Command->footer("Example:\n  clang-22 -Oz $(mlgo flags inline-oz) -c x.c");
  addPluginFlags(*Command, "inline-oz", "Learned inlining for size, at -Oz",
                 "MLGOInliner-", std::make_shared<FlagsOptions>());
  addRegAllocFlags(*Command);
}

} // namespace mlgo
