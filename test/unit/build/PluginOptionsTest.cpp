// Our plugins' options in several spellings
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/PluginOptions.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("PluginOptions: ours become variables, others stay") {
  std::vector<std::string> Flags = {"-mllvm",
                                    "-mlgo-inline-model=a=b.mlgo",
                                    "-g",
                                    "-mllvm",
                                    "-inline-threshold=3",
                                    "-mllvm",
                                    "-mlgo-regalloc-before-link",
                                    "-mllvm"};
  const std::vector<std::pair<std::string, std::string>> Expected = {
      {"MLGO_INLINE_MODEL", "a=b.mlgo"}, {"MLGO_REGALLOC_BEFORE_LINK", "1"}};
  CHECK(takePluginOptions(Flags) == Expected);
  CHECK(Flags == std::vector<std::string>{"-g", "-mllvm", "-inline-threshold=3",
                                          "-mllvm"});
  CHECK(takePluginOptions(Flags).empty());
}

TEST_CASE("PluginOptions: files that flags name are required, once") {
  std::vector<std::string> Flags = {"-mllvm", "-mlgo-gate-model=a.mlgo",
                                    "-mllvm", "-mlgo-gate-decisions=b.txt",
                                    "-mllvm", "-mlgo-inline-mode=default"};
  std::vector<std::string> Expected = Flags;
  Expected.insert(Expected.end(), {"-mllvm", "-mlgo-strict"});
  requireFiles(Flags);
  CHECK(Flags == Expected);
  requireFiles(Flags);
  CHECK(Flags == Expected);
}

TEST_CASE("PluginOptions: one spelling for all commands") {
  CHECK(findPluginOption("--effort=8") == "-mlgo-gate-effort=8");
  CHECK(findPluginOption("--strict") == "-mlgo-strict");
  CHECK(findPluginOption("--mlgo-inline-hot=ignore") ==
        "-mlgo-inline-hot=ignore");
  for (const char *Other : {"", "-", "--effort", "--effor=8", "--stricter",
                            "--mlgo", "-mlgo-gate-effort=8", "-Oz"})
    CHECK(findPluginOption(Other).empty());
  std::vector<std::string> Flags = {"-g", "--strict", "-Oz"};
  spellOutPluginOptions(Flags);
  CHECK(Flags ==
        std::vector<std::string>{"-g", "-mllvm", "-mlgo-strict", "-Oz"});
  Flags.insert(Flags.end(), {"-mllvm", "-inline-threshold=3", "-mllvm"});
  keepFromAssemblers(Flags);
  CHECK(Flags == std::vector<std::string>{"-g", "-Xclang", "-mllvm", "-Xclang",
                                          "-mlgo-strict", "-Oz", "-mllvm",
                                          "-inline-threshold=3", "-mllvm"});
}
