//===- FlagsCommand.cpp - mlgo flags
//---------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: clang-22 -Oz $(mlgo flags inline-oz) -c x.c
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "PluginFile.h"

#include <iostream>

namespace mlgo {
namespace {

void addInlineFlags(CLI::App &Command) {
  struct Options {
    unsigned Major = 22;
    bool Linker = false;
  };
  auto O = std::make_shared<Options>();
  CLI::App *Inline =
      Command.add_subcommand("inline-oz", "Learned inlining for size, at -Oz");
  Inline->add_option("--llvm", O->Major, "Major version of clang")
      ->default_val(22);
  Inline->add_flag("--linker", O->Linker,
                   "For the link step of -flto and -flto=thin, through lld");
  Inline->callback([O] {
    const Result<std::string> Plugin =
        findPlugin("MLGOInliner-" + std::to_string(O->Major) + ".so");
    if (!Plugin)
      fail(Plugin.error());
    std::cout << (O->Linker ? "-fuse-ld=lld -Wl,--load-pass-plugin="
                            : "-fpass-plugin=")
              << *Plugin << '\n';
  });
}

} // namespace

void addFlagsCommand(CLI::App &App) {
  CLI::App *Command =
      App.add_subcommand("flags", "Print what to pass to the compiler");
  Command->require_subcommand(1);
  Command->footer("Example:\n  clang-22 -Oz $(mlgo flags inline-oz) -c x.c");
  addInlineFlags(*Command);
}

} // namespace mlgo
