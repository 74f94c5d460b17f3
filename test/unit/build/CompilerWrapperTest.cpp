// Tests of CompilerWrapper
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/CompilerWrapper.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// What a wrapper round `printf '%s\n'` makes of \p Arguments.
std::string wrapped(std::vector<std::string> Arguments,
                    const std::string &Step) {
  WrapperFlags Flags;
  Flags.Compile = {"-Oz"};
  Flags.Variant = {"-mllvm", "it's a \"flag\" $HOME"};
  Flags.Link = {"-Wl,--gc-sections"};
  if (Step == "lto")
    Flags.VariantLink = {"-flto=thin"};
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("wrapper"),
                              compilerWrapper("echo", Flags)));
  ChildCommand Command;
  Command.Arguments = {"sh", Folder.file("wrapper")};
  Command.Arguments.insert(Command.Arguments.end(), Arguments.begin(),
                           Arguments.end());
  Command.Environment = {{"MLGO_BUILD_STEP", Step}};
  auto Outcome = runChild(Command);
  REQUIRE(Outcome);
  CHECK(Outcome->ErrorOutput.empty());
  return Outcome->Output;
}

} // namespace

TEST_CASE("CompilerWrapper: variant flags reach compilations of the build") {
  CHECK(wrapped({"-c", "a.c"}, "1") ==
        "-c a.c -Oz -mllvm it's a \"flag\" $HOME\n");
  CHECK(wrapped({"-c", "a.c"}, "") == "-c a.c -Oz\n");
  CHECK(wrapped({"a.o", "-o", "a"}, "1") == "a.o -o a -Wl,--gc-sections\n");
  CHECK(wrapped({"a.cpp", "-o", "a"}, "1") ==
        "a.cpp -o a -Oz -mllvm it's a \"flag\" $HOME -Wl,--gc-sections\n");
  CHECK(wrapped({"-S", "a.c"}, "") == "-S a.c -Oz\n");
  CHECK(wrapped({"a.o", "-flto"}, "lto") ==
        "a.o -Wl,--gc-sections -flto=thin\n");
}

TEST_CASE("CompilerWrapper: the package's own levels are taken out") {
  CHECK(wrapped({"-O3", "-g", "-g3", "-flto=auto", "-Werror", "-Werror=format",
                 "-fuse-ld=gold", "-c", "a.c", "-O"},
                "") == "-c a.c -Oz\n");
  // Blanks and quotes survive.
  CHECK(wrapped({"-DX=\"a b\"", "-c", "a b.c", ""}, "") ==
        "-DX=\"a b\" -c a b.c  -Oz\n");
  CHECK(wrapped({"-c", "a.c", "-gnu-like", "-fno-lto"}, "") ==
        "-c a.c -gnu-like -fno-lto -Oz\n");
  // They are no levels where another argument takes them.
  CHECK(wrapped({"a.o", "-Xlinker", "-O1", "-o", "-g"}, "") ==
        "a.o -Xlinker -O1 -o -g -Wl,--gc-sections\n");
  CHECK(wrapped({"-Xclang", "-O2", "-c", "a.c", "-o"}, "") ==
        "-Xclang -O2 -c a.c -o -Oz\n");
  CHECK(wrapped({"a.o", "-o", "a.c"}, "1") == "a.o -o a.c -Wl,--gc-sections\n");
}

TEST_CASE("CompilerWrapper: what is compiled is told by clang's rules") {
  // Options that end like sources are none.
  CHECK(wrapped({"-DFILE=a.c", "a.o"}, "") ==
        "-DFILE=a.c a.o -Wl,--gc-sections\n");
  CHECK(wrapped({"-MJ", "b.c", "-imacros", "c.c", "a.o"}, "") ==
        "-MJ b.c -imacros c.c a.o -Wl,--gc-sections\n");
  // A language makes sources of all that follows, standard input too.
  CHECK(wrapped({"-O2", "-x", "c", "-c", "-"}, "") == "-x c -c - -Oz\n");
  CHECK(wrapped({"-O2", "-xc", "-c", "a.inc"}, "") == "-xc -c a.inc -Oz\n");
  CHECK(wrapped({"-x", "none", "a.o", "-"}, "") ==
        "-x none a.o - -Wl,--gc-sections\n");
  for (const char *Source : {"a.i", "a.ii", "a.mm", "a.CPP", "a.ll", "a.bc"})
    CHECK(wrapped({"-O2", "-c", Source}, "") ==
          std::string("-c ") + Source + " -Oz\n");
  // What others link is not collected.
  CHECK(wrapped({"-r", "a.o", "-o", "b.o"}, "") == "-r a.o -o b.o\n");
  TemporaryFolder Folder;
  const std::string Words = Folder.file("words");
  REQUIRE(writeFileAtomically(Words, "-O2 -c\n\"-DA=it's b\" a\\ b.c\n"));
  CHECK(wrapped({"-w", "@" + Words, "-o", "a b.o"}, "") ==
        "-w -c -DA=it's b a b.c -o a b.o -Oz\n");
  REQUIRE(writeFileAtomically(Words, ""));
  CHECK(wrapped({"@" + Words, "@none", "a.o"}, "") ==
        "@none a.o -Wl,--gc-sections\n");
}

TEST_CASE("CompilerWrapper: levels for size may be kept") {
  WrapperFlags Flags;
  Flags.Compile = {"-Oz"};
  Flags.KeptLevels = {"-Os", "-Oz"};
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("wrapper"),
                              compilerWrapper("echo", Flags)));
  for (const auto &[Given, Made] :
       {std::pair<std::string, std::string>("-O2 -Os", "-Oz -Os"),
        {"-Oz", "-Oz -Oz"},
        {"-Os -O2", "-Oz"},
        {"-Ofast", "-Oz"},
        {"-w", "-w -Oz"}}) {
    ChildCommand Command;
    Command.Arguments = {"sh", "-c",
                         "sh " + Folder.file("wrapper") + " -c a.c " + Given};
    auto Outcome = runChild(Command);
    REQUIRE(Outcome);
    CHECK(Outcome->Output == "-c a.c " + Made + "\n");
  }
}

TEST_CASE("CompilerWrapper: sources of a link may be compiled apart") {
  TemporaryFolder Folder;
  WrapperFlags Flags;
  Flags.Compile = {"-Oz"};
  Flags.Link = {"-Wl,--gc-sections"};
  Flags.KeptLevels = {"-Os", "-Oz"};
  Flags.CompilesApart = true;
  REQUIRE(writeFileAtomically(Folder.file("wrapper"),
                              compilerWrapper("echo", Flags)));
  const std::string Objects = Folder.file("it's $x; \"here\"");
  const auto Run = [&](const std::string &Arguments) {
    ChildCommand Command;
    Command.Arguments = {"sh", "-c",
                         "sh " + quoteForShell(Folder.file("wrapper")) + " " +
                             Arguments};
    Command.Environment = {{"MLGO_OBJECTS", Objects}};
    auto Outcome = runChild(Command);
    REQUIRE(Outcome);
    CHECK(Outcome->ErrorOutput.empty());
    // Folders are named after the command.
    std::string Text = Outcome->Output;
    for (size_t At; (At = Text.find(Objects + "/")) != Text.npos;)
      Text.replace(At, Text.find('/', At + Objects.size() + 1) - At, "O");
    return Text;
  };
  CHECK(Run("-Os a.c -o app \"d/it's.cc\" -lm") ==
        "-o app -lm -c a.c -o O/1-a.c.o -Oz -Os\n"
        "-o app -lm -c d/it's.cc -o O/2-it's.cc.o -Oz -Os\n"
        "O/1-a.c.o O/2-it's.cc.o -o app -lm -Wl,--gc-sections\n");
  CHECK(Run("a.o -o a.c") == "a.o -o a.c -Wl,--gc-sections\n");
  CHECK(Run("-c a.c") == "-c a.c -Oz\n");
  CHECK(Run("-x c++ a.c -x none b.o -o app") ==
        "-x c++ a.c -x none b.o -o app -Oz -Wl,--gc-sections\n");
  CHECK(Run("-MMD a.c b.c -o app") ==
        "-MMD a.c b.c -o app -Oz -Wl,--gc-sections\n");
  CHECK(Run("-DFILE=a.c a.c -o app") ==
        "-DFILE=a.c -o app -c a.c -o O/1-a.c.o -Oz\n"
        "O/1-a.c.o -DFILE=a.c -o app -Wl,--gc-sections\n");
  CHECK(Run("conftest.c -o conftest") ==
        "conftest.c -o conftest -Oz -Wl,--gc-sections\n");
}

TEST_CASE("CompilerWrapper: a compiler that is not there is named") {
  TemporaryFolder Folder;
  auto Written = writeCompilerWrappers(Folder.Path.string(), 99, buildFlags());
  REQUIRE_FALSE(Written);
  CHECK(Written.error().message() ==
        "clang-99: cannot run the compiler, expected the one of Debian's "
        "package clang-99");
}

TEST_CASE("CompilerWrapper: flags are split as a shell would") {
  using Flags = std::vector<std::string>;
  CHECK(*splitFlags("") == Flags{});
  CHECK(*splitFlags("  -a\t-b \n") == Flags{"-a", "-b"});
  CHECK(*splitFlags("-D'a b' \"c d\"e '' x\\ y") ==
        Flags{"-Da b", "c de", "", "x y"});
  CHECK(*splitFlags("'a\\b' \"a\\\"b\"") == Flags{"a\\b", "a\"b"});
  auto Open = splitFlags("-a 'b");
  REQUIRE_FALSE(Open);
  CHECK(Open.error().message() == "flags: quote ' is not closed");
}
