// Objects made by clang for tests
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace mlgo {

/// Runs a program in \p Folder and requires that it works.
inline void runTool(const TemporaryFolder &Folder,
                    std::vector<std::string> Arguments) {
  ChildCommand Command;
  Command.Arguments = std::move(Arguments);
  Command.Folder = Folder.Path.string();
  Command.DeadlineSeconds = 120;
  auto Outcome = runChild(Command);
  INFO(describe(Command));
  REQUIRE(Outcome);
  INFO(Outcome->ErrorOutput);
  REQUIRE(Outcome->ExitCode == 0);
}

/// Writes \p Source to NAME.c and compiles it to NAME.o, by default with
/// embedded bitcode.
inline void compileObject(const TemporaryFolder &Folder,
                          const std::string &Name, const std::string &Source,
                          std::vector<std::string> Flags = {
                              "-Oz", "-ffunction-sections", "-fdata-sections",
                              "-Xclang", "-fembed-bitcode=all"}) {
  std::filesystem::create_directories(
      std::filesystem::path(Folder.file(Name)).parent_path());
  REQUIRE(writeFileAtomically(Folder.file(Name + ".c"), Source));
  std::vector<std::string> Arguments = {"clang-22", "-c", Name + ".c", "-o",
                                        Name + ".o"};
  Arguments.insert(Arguments.end(), Flags.begin(), Flags.end());
  runTool(Folder, std::move(Arguments));
}

} // namespace mlgo
