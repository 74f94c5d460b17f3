// Tests of BuildTarget
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/Target.h"
#include "TemporaryFolder.h"
#include "build/CompilerWrapper.h"
#include <algorithm>
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

bool has(const std::vector<std::string> &Texts, const std::string &Text) {
  return std::find(Texts.begin(), Texts.end(), Text) != Texts.end();
}

} // namespace

TEST_CASE("BuildTarget: this machine needs nothing") {
  CHECK(listBuildTargets().front() == "x86-64");
  const BuildTarget &Native = BuildSettings().target();
  CHECK_FALSE(Native.isForeign());
  CHECK(Native.Emulator.empty());
  CHECK(Native.configureArguments(true).empty());
  CHECK(Native.cmakeArguments().empty());
  CHECK(buildFlags().Always.empty());
}

TEST_CASE("BuildTarget: build systems are told the target") {
  auto Arm = findBuildTarget("thumb2");
  REQUIRE(Arm);
  CHECK((*Arm)->configureArguments(true) ==
        std::vector<std::string>{"--host=arm-linux-gnueabihf"});
  CHECK((*Arm)->configureArguments(false).empty());
  const auto CMake = (*Arm)->cmakeArguments();
  CHECK(has(CMake, "-DCMAKE_SYSTEM_NAME=Linux"));
  CHECK(has(CMake, "-DCMAKE_SYSTEM_PROCESSOR=armv7l"));
  CHECK(has(CMake, "-DCMAKE_CROSSCOMPILING_EMULATOR=qemu-arm;-L;"
                   "/usr/arm-linux-gnueabihf"));
}

TEST_CASE("BuildTarget: bare metal brings its own start") {
  auto Bare = findBuildTarget("thumb2-bare");
  REQUIRE(Bare);
  CHECK((*Bare)->scopeName() == "thumb2");
  CHECK(std::string((*Bare)->runtime()).find("_start") != std::string::npos);
  CHECK(std::string(BuildSettings().target().runtime()).empty());
  const auto Scopes = listScopeTargets();
  CHECK(has(Scopes, "thumb2"));
  CHECK_FALSE(has(Scopes, "thumb2-bare"));
  CHECK(Scopes.size() + 1 == listBuildTargets().size());
  BuildSettings Settings;
  Settings.Target = "thumb2-bare";
  CHECK(has(buildFlags(Settings).Compile, "-fno-pic"));
  CHECK(has(buildFlags(Settings).Link, "-lsemihost"));
  for (const std::string &Argument : (*Bare)->cmakeArguments())
    CHECK(Argument.find("EMULATOR") == std::string::npos);
}

TEST_CASE("BuildTarget: settings are flags of both builds") {
  BuildSettings Settings;
  Settings.Target = "aarch64";
  Settings.Level = "Os";
  CHECK(Settings.describe() == "aarch64 -Os");
  CHECK(has(buildFlags(Settings).Always, "--target=aarch64-linux-gnu"));
  CHECK(has(buildFlags(Settings).Compile, "-Os"));
  CHECK_FALSE(has(buildFlags(Settings).Compile, "-fno-unwind-tables"));
  Settings.HasUnwindTables = false;
  Settings.ICF = "safe";
  const WrapperFlags Flags = buildFlags(Settings);
  CHECK(has(Flags.Compile, "-fno-asynchronous-unwind-tables"));
  CHECK(has(Flags.Compile, "-fno-unwind-tables"));
  CHECK(has(Flags.Link, "-Wl,--icf=safe"));
  CHECK(Settings.describe() == "aarch64 -Os no unwind tables icf=safe");
}

TEST_CASE("BuildTarget: what nobody can build is an error") {
  BuildSettings Settings;
  Settings.Target = "vax";
  auto Checked = Settings.check();
  REQUIRE_FALSE(Checked);
  CHECK(Checked.error().message().find(
            "target 'vax' is unknown, expected one of x86-64 ") == 0);
  Settings.Target = "wasm32";
  CHECK(Settings.check());
  Settings.ICF = "all";
  CHECK_FALSE(Settings.check());
}

TEST_CASE("BuildTarget: libraries are of the version that is there") {
  TemporaryFolder Folder;
  CHECK(findNewestVersion(Folder.file("none")).empty());
  CHECK(findNewestVersion(Folder.Path.string()).empty());
  for (const char *Name : {"9.3.1", "12.2.1", "12.10.0", "backward", "12.x"})
    std::filesystem::create_directory(Folder.file(Name));
  CHECK(findNewestVersion(Folder.Path.string()) == "12.10.0");
}
