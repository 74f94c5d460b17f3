//===- TuneFlags.cpp - Flags of the next build ----------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuneFlags.h"

#include "ClangEdits.h"

#include <filesystem>

namespace mlgo {

namespace fs = std::filesystem;

std::vector<std::string> listTuneFlags(const TuneOptions &Options,
                                       const BuiltCorpus &Built,
                                       const std::string &Plugin) {
  std::vector<std::string> Flags;
  if (Built.Levels.size() == 1)
    Flags.push_back("-" + *Built.Levels.begin());
  if (Options.Search.Problem.Setting.DropsUnwindTables)
    Flags.insert(Flags.end(),
                 {"-fno-asynchronous-unwind-tables", "-fno-unwind-tables"});
  if (Options.isForSpeed())
    Flags.push_back("-fprofile-use=" + Options.profile());
  // Clang 19 reads options before it loads passes.
  if (Options.LLVMMajor < 22)
    Flags.push_back("-fplugin=" + Plugin);
  Flags.push_back("-fpass-plugin=" + Plugin);
  const auto Add = [&](const std::string &Flag, const std::string &File) {
    const auto More = frontEndFlags({Flag + "=" + fs::absolute(File).string()});
    Flags.insert(Flags.end(), More.begin(), More.end());
  };
  Add("-mlgo-inline-decisions", Options.Search.Output);
  std::error_code Failure;
  if (!Options.Model.empty() && fs::exists(Options.Model, Failure))
    Add("-mlgo-inline-model", Options.Model);
  return Flags;
}

} // namespace mlgo
