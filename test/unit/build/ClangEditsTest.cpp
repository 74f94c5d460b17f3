// Edits of all clangs of a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/ClangEdits.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>

using namespace mlgo;

namespace {

/// With a cache of its own, and neither CC nor edits of the caller's.
std::map<std::string, std::string>
environmentOf(const ClangEdits &Edits, const TemporaryFolder &Folder) {
  ::setenv("XDG_CACHE_HOME", Folder.file("cache").c_str(), 1);
  for (const char *Variable : {"CC", "CXX", "CCC_OVERRIDE_OPTIONS"})
    ::unsetenv(Variable);
  const auto Found = describeEnvironment(Edits, Folder.Path.string());
  REQUIRE(Found);
  return {Found->begin(), Found->end()};
}

bool isInPath(const char *Program) {
  return std::system(
             (std::string("command -v ") + Program + " >/dev/null").c_str()) ==
         0;
}

} // namespace

TEST_CASE("ClangEdits: levels, plugins and flags become edits",
          "[build][clangedits]") {
  if (!isInPath("clang-22"))
    return;
  const TemporaryFolder Folder;
  ClangEdits Edits;
  Edits.Level = "Oz";
  Edits.Flags = {"-fno-plt"};
  Edits.Plugins = {Folder.file("MLGO-22.so")};
  auto Found = environmentOf(Edits, Folder);
  const std::string Text = Found["CCC_OVERRIDE_OPTIONS"];
  CHECK(Text.substr(0, 2) == "# ");
  CHECK(Text.find(" +-fpass-plugin=" + Edits.Plugins[0]) != Text.npos);
  CHECK(Text.find(" s/^-O[123sz]?$/-Oz/ ^-Oz") != Text.npos);
  CHECK(Text.find(" +-fno-plt") != Text.npos);
  CHECK(Found["CC"] == "clang-22");
  CHECK(Found["CXX"] == "clang++-22");
  // Links by lld load the plugin.
  const auto Links = readFile(Folder.file("link.cfg"));
  REQUIRE(Links);
  CHECK(Links->find("--load-pass-plugin=" + Edits.Plugins[0]) != Links->npos);
}

TEST_CASE("ClangEdits: what the caller has set stays", "[build][clangedits]") {
  if (!isInPath("clang-22"))
    return;
  const TemporaryFolder Folder;
  environmentOf({}, Folder);
  ::setenv("CC", "my-clang", 1);
  ::setenv("CCC_OVERRIDE_OPTIONS", "# +-g", 1);
  const auto Found = describeEnvironment({}, Folder.Path.string());
  ::unsetenv("CC");
  ::unsetenv("CCC_OVERRIDE_OPTIONS");
  REQUIRE(Found);
  const std::map<std::string, std::string> Variables(Found->begin(),
                                                     Found->end());
  CHECK(Variables.count("CC") == 0);
  CHECK(Variables.at("CCC_OVERRIDE_OPTIONS") == "#  +-g");
}

TEST_CASE("ClangEdits: a flag with a blank is refused", "[build][clangedits]") {
  const TemporaryFolder Folder;
  ClangEdits Edits;
  Edits.Flags = {"-DNAME=a b"};
  const auto Found = describeEnvironment(Edits, Folder.Path.string());
  REQUIRE(!Found);
  CHECK(Found.error().message() ==
        "flag '-DNAME=a b' has a blank, where clang would split it");
}
