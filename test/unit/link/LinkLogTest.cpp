// Tests of LinkLog
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/LinkLog.h"
#include "TemporaryFolder.h"
#include "build/CompilerWrapper.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include <catch2/catch.hpp>

using namespace mlgo;
using Strings = std::vector<std::string>;

namespace {

/// The inputs of a line as one text each: /file, +/file of a whole archive,
/// =library, flag.
std::optional<Strings> inputsOf(Strings Arguments,
                                const std::string &Folder = "/b") {
  auto Line = parseLinkLine({Folder, "clang-22", std::move(Arguments)});
  if (!Line)
    return std::nullopt;
  Strings Texts;
  for (const LinkInput &Input : Line->Inputs)
    Texts.push_back((Input.WholeArchive ? "+" : "") +
                    std::string(Input.Kind == LinkInput::Library ? "=" : "") +
                    Input.Text);
  for (const std::string &Where : Line->SearchFolders)
    Texts.push_back("-L" + Where);
  if (!Line->Obstacle.empty())
    Texts.push_back("!" + Line->Obstacle);
  return Texts;
}

} // namespace

TEST_CASE("LinkLog: the wrapped compiler logs links, and only those") {
  TemporaryFolder Folder;
  const std::string Log = Folder.file("links");
  REQUIRE(writeFileAtomically(Folder.file("cc"),
                              compilerWrapper("true", buildFlags())));
  auto Run = [&](Strings Arguments, const std::string &LogName) {
    ChildCommand Command;
    Command.Arguments = {"sh", Folder.file("cc")};
    Command.Arguments.insert(Command.Arguments.end(), Arguments.begin(),
                             Arguments.end());
    Command.Folder = Folder.Path.string();
    Command.Environment = {{"MLGO_LINK_LOG", LogName}};
    auto Outcome = runChild(Command);
    REQUIRE(Outcome);
    CHECK(Outcome->ExitCode == 0);
    CHECK(Outcome->ErrorOutput.empty());
  };
  Run({"-c", "a.c"}, Log);
  Run({"a.o", "-o", "never"}, "");
  CHECK_FALSE(std::filesystem::exists(Log));
  Run({"a b.o", "", "it's\n\"x\"", "-o", "p"}, Log);
  Run({"b.o", std::string(100000, 'x')}, Log);
  auto Commands = parseLinkLog(*readFile(Log));
  REQUIRE(Commands);
  REQUIRE(Commands->size() == 2);
  CHECK(Commands->at(0).Folder ==
        std::filesystem::canonical(Folder.Path).string());
  CHECK(Commands->at(0).Compiler == "true");
  CHECK(Commands->at(0).Arguments == Strings{"a b.o", "", "it's\n\"x\"", "-o",
                                             "p", "-fuse-ld=lld",
                                             "-Wl,--gc-sections"});
  CHECK(Commands->at(1).Arguments[1].size() == 100000);
  // No file but the two remains.
  CHECK(std::distance(std::filesystem::directory_iterator(Folder.Path), {}) ==
        2);
}

TEST_CASE("LinkLog: a log that is cut short or no log is refused") {
  const std::string Log("2\0/b\0cc\0a.o\0b.o\0", 16);
  for (size_t Size = 1; Size < Log.size(); ++Size) {
    auto Commands = parseLinkLog(std::string_view(Log).substr(0, Size));
    REQUIRE_FALSE(Commands);
    CHECK(Commands.error().message() == "link log: record 1 is cut short");
  }
  CHECK(parseLinkLog(Log));
  CHECK(parseLinkLog("")->empty());
  for (std::string_view Bad :
       {std::string_view("x\0/b\0cc\0", 8), std::string_view("\0\0\0", 3),
        std::string_view("9999999999\0/b\0cc\0", 17)})
    CHECK(parseLinkLog(Bad).error().message() ==
          "link log: record 1 does not begin with a number of arguments");
}

TEST_CASE("LinkLog: inputs of a link in their order") {
  CHECK(*inputsOf({"-O2",
                   "-Wall",
                   "x/../a.o",
                   "-I",
                   "i.o",
                   "-L.",
                   "-lfoo",
                   "-Wl,--whole-archive",
                   "l.a",
                   "-Wl,--no-whole-archive",
                   "-Wl,--start-group",
                   "/m.a",
                   "-Wl,--end-group",
                   "-l",
                   "m",
                   "-pthread",
                   "-Xlinker",
                   "--as-needed",
                   "-z",
                   "now",
                   "-Wl,--gc-sections",
                   "-Wl,-Map=x",
                   "-fuse-ld=lld"}) ==
        Strings{"/b/a.o", "=foo", "+/b/l.a", "/m.a", "=m", "-pthread",
                "-Wl,--as-needed", "-Wl,-z,now", "-L/b/"});
  auto Line = parseLinkLine({"/b", "clang++-22", {"a.o", "-od/../p"}});
  REQUIRE(Line);
  CHECK(Line->Output == "/b/p");
  CHECK(Line->IsCxx);
  CHECK_FALSE(Line->IsStatic);
  CHECK(parseLinkLine({"/b", "cc", {"a.o", "-static"}})->IsStatic);
  CHECK(parseLinkLine({"/b", "cc", {"a.o"}})->Output == "/b/a.out");
}

TEST_CASE("LinkLog: the machine is said in both of clang's ways") {
  for (const Strings &Target : {Strings{"--target=aarch64-linux-gnu"},
                                {"-target", "aarch64-linux-gnu"}}) {
    Strings Arguments = {"a.o"};
    Arguments.insert(Arguments.end(), Target.begin(), Target.end());
    CHECK(inputsOf(Arguments) ==
          Strings{"/b/a.o", "--target=aarch64-linux-gnu"});
  }
}

TEST_CASE("LinkLog: what a program exports is said in all of clang's ways") {
  CHECK(*inputsOf({"-rdynamic", "a.o"}) == Strings{"-rdynamic", "/b/a.o"});
  CHECK(*inputsOf({"a.o", "-Wl,-E"}) == Strings{"/b/a.o", "-Wl,-E"});
  CHECK(*inputsOf({"a.o", "-Wl,--export-dynamic", "-Xlinker",
                   "--export-dynamic", "-Xlinker", "-E"}) ==
        Strings{"/b/a.o", "-Wl,--export-dynamic", "-Wl,--export-dynamic",
                "-Wl,-E"});
  CHECK(*inputsOf({"a.o", "-Xlinker", "--export-dynamic-symbol", "-Xlinker",
                   "f", "-Wl,--export-dynamic-symbol=g"}) ==
        Strings{"/b/a.o", "-Wl,--export-dynamic-symbol", "-Wl,f",
                "-Wl,--export-dynamic-symbol=g"});
}

TEST_CASE("LinkLog: shared libraries say so, and which symbols they show") {
  for (const char *Flag : {"-shared", "-Wl,-shared"}) {
    auto Line = parseLinkLine({"/b", "cc", {"a.o", Flag, "-o", "a.so"}});
    REQUIRE(Line);
    CHECK(Line->IsShared);
    CHECK(Line->Output == "/b/a.so");
  }
  CHECK_FALSE(parseLinkLine({"/b", "cc", {"a.o"}})->IsShared);
  const Strings Read = {"/b/a.o", "-Wl,--version-script=/b/m/a.map"};
  CHECK(*inputsOf({"a.o", "-Wl,--version-script=m/a.map"}) == Read);
  CHECK(*inputsOf({"a.o", "-Wl,--version-script,m/a.map"}) == Read);
  CHECK(*inputsOf({"a.o", "-Wl,--version-script", "-Wl,m/a.map"}) == Read);
  CHECK(*inputsOf({"a.o", "-Xlinker", "-version-script", "-Xlinker",
                   "/b/m/a.map"}) == Read);
}

TEST_CASE("LinkLog: what only asks whether it can be linked is a probe") {
  TemporaryFolder Folder;
  const auto IsProbe = [&](const std::string &Output, Strings Arguments) {
    Arguments.insert(Arguments.end(), {"-o", Output});
    auto Line =
        parseLinkLine({Folder.Path.string(), "cc", std::move(Arguments)});
    REQUIRE(Line);
    return isProbe(*Line);
  };
  CHECK(IsProbe("conftest", {"conftest.c"}));
  CHECK(IsProbe("CMakeFiles/3.25/CompilerIdC/a.out", {"id.c"}));
  CHECK(IsProbe("x/cmTC_42ffc", {"x/check.o"})); // Both are gone.
  CHECK(IsProbe("tmp/output.exe", {"tmp/testfile.c"}));
  // This one was moved away, and may be somebody's.
  REQUIRE(writeFileAtomically(Folder.file("a.o"), ""));
  CHECK_FALSE(IsProbe("app.new", {"a.o"}));
  REQUIRE(writeFileAtomically(Folder.file("app"), ""));
  CHECK_FALSE(IsProbe("app", {"gone.o"}));
}

TEST_CASE("LinkLog: what is no program, and what cannot be linked again") {
  CHECK_FALSE(inputsOf({"--version"}));
  CHECK_FALSE(inputsOf({"-lm"}));
  CHECK_FALSE(inputsOf({"a.o", "-r", "-o", "b.o"}));
  CHECK_FALSE(inputsOf({"a.o", "-Wl,-r", "-o", "b.o"}));
  CHECK_FALSE(inputsOf({}));
  CHECK(*inputsOf({"a.c", "b.o"}) ==
        Strings{"/b/b.o", "!compiles a.c while linking"});
  CHECK(*inputsOf({"b.o", "-T", "x"}) ==
        Strings{"/b/b.o", "!uses a linker script"});
  TemporaryFolder Folder;
  const std::string Root = Folder.Path.string();
  REQUIRE(writeFileAtomically(Folder.file("r.rsp"), "c.o 'd e.o'\n"));
  CHECK(*inputsOf({"@r.rsp", "-o"}, Root) ==
        Strings{Root + "/c.o", Root + "/d e.o"});
  CHECK(inputsOf({"a.o", "@none"}, Root)
            ->back()
            .find("!its response file is gone: ") == 0);
}

TEST_CASE("LinkLog: a linker's own command is read as that of a compiler") {
  const auto Line = parseLinkLine({"/b",
                                   "/usr/bin/ld.lld-22",
                                   {"--hash-style=gnu",
                                    "--build-id",
                                    "--eh-frame-hdr",
                                    "-m",
                                    "elf_x86_64",
                                    "-pie",
                                    "-dynamic-linker",
                                    "/lib64/ld-linux-x86-64.so.2",
                                    "-o",
                                    "app",
                                    "/lib/x86_64-linux-gnu/Scrt1.o",
                                    "/lib/crti.o",
                                    "/usr/lib/gcc/12/crtbeginS.o",
                                    "-L/usr/lib",
                                    "--gc-sections",
                                    "a.o",
                                    "--whole-archive",
                                    "lib/libb.a",
                                    "--no-whole-archive",
                                    "-rpath",
                                    "/opt",
                                    "-z",
                                    "now",
                                    "crtools.o",
                                    "-lz",
                                    "-lstdc++",
                                    "-lm",
                                    "-lgcc",
                                    "--as-needed",
                                    "-lgcc_s",
                                    "--no-as-needed",
                                    "-lc",
                                    "/usr/lib/gcc/12/crtendS.o",
                                    "/lib/crtn.o"}});
  REQUIRE(Line);
  CHECK(Line->Output == "/b/app");
  CHECK(Line->IsCxx);
  CHECK_FALSE(Line->IsShared);
  CHECK(Line->Obstacle == "");
  Strings Files, Libraries;
  for (const LinkInput &Input : Line->Inputs)
    if (Input.Kind == LinkInput::File)
      Files.push_back((Input.WholeArchive ? "+" : "") + Input.Text);
    else if (Input.Kind == LinkInput::Library)
      Libraries.push_back(Input.Text);
  CHECK(Files == Strings{"/b/a.o", "+/b/lib/libb.a", "/b/crtools.o"});
  CHECK(Libraries == Strings{"z", "m"});
  CHECK(Line->SearchFolders == Strings{"/usr/lib"});
  const auto Shared = parseLinkLine(
      {"/b",
       "ld.lld",
       {"-shared", "-soname", "libx.so.1", "-o", "libx.so", "a.o", "-lc"}});
  REQUIRE(Shared);
  CHECK(Shared->IsShared);
  CHECK_FALSE(Shared->IsCxx);
  CHECK_FALSE(parseLinkLine({"/b", "ld.lld", {"-r", "-o", "x.o", "a.o"}}));
}
