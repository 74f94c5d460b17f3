// Tests of ProgramResolver
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ProgramResolver.h"
#include "CompiledObject.h"
#include <catch2/catch.hpp>

using namespace mlgo;
namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

namespace {

/// An item as text: module, (archive members), !object, or flag.
std::string describeItem(const LinkItem &Item) {
  if (Item.Kind == LinkItem::Archive) {
    std::string Text = "(";
    for (const LinkItem &Member : Item.Members)
      Text += (Text.size() > 1 ? " " : "") + describeItem(Member);
    return Text + ")";
  }
  return (Item.Kind == LinkItem::Object ? "!" : "") + Item.Text;
}

Strings describeLink(const CorpusProgram &Program) {
  Strings Texts;
  for (const LinkItem &Item : Program.Link)
    Texts.push_back(describeItem(Item));
  return Texts;
}

/// A build with objects a.o, d/a.o, start.o (no bitcode), s.o of the system.
struct Build {
  TemporaryFolder Folder, Output;
  ExtractedCorpus Corpus;
  ProgramSelection Selection;
  std::vector<LinkCommand> Commands;

  Build() {
    compileObject(Folder, "tree/a", "int a(void) { return 1; }");
    compileObject(Folder, "tree/d/a", "int da(void) { return 1; }");
    compileObject(Folder, "tree/start", "int s(void) { return 1; }", {});
    runTool(Folder,
            {"llvm-ar-22", "rcs", "tree/lib.a", "tree/d/a.o", "tree/start.o"});
    runTool(Folder, {"llvm-ar-22", "rcs", "libsys.a", "tree/start.o"});
    runTool(Folder, {"llvm-ar-22", "rcsT", "tree/libthin.a", "tree/a.o"});
    Selection.BuildTree = Folder.file("tree");
    Selection.PackageName = "package";
    auto Inputs = objectsInFolder(Selection.BuildTree);
    REQUIRE(Inputs);
    auto Done = extractCorpus(*Inputs, {}, Output.file("x"), nullptr);
    REQUIRE(Done);
    Corpus = *Done;
    Corpus.Failures.clear();
  }

  void link(Strings Arguments) {
    Commands.push_back({Selection.BuildTree, "clang-22", std::move(Arguments)});
  }

  std::vector<CorpusProgram> resolve() {
    auto Programs =
        resolvePrograms(Commands, Selection, Output.Path.string(), Corpus);
    REQUIRE(Programs);
    return *Programs;
  }
};

} // namespace

TEST_CASE("ProgramResolver: objects by path, members by contents") {
  Build B;
  B.link({"a.o", "lib.a", "start.o", "-lm", "-o", "p"});
  B.link({"d/../a.o", "-L../.", "-L.", "-lthin", "-lsys", "../libsys.a", "-o",
          "q"});
  auto Programs = B.resolve();
  REQUIRE(Programs.size() == 2);
  CHECK(Programs[0].Name == "p");
  CHECK(describeLink(Programs[0]) == Strings{"a.o",
                                             "(d/a.o !extra/lib.a/1-start.o)",
                                             "!extra/start.o", "-lm"});
  const std::string System = fs::canonical(B.Folder.Path).string();
  CHECK(describeLink(Programs[1]) ==
        Strings{"a.o", "(a.o)", "-lsys", System + "/libsys.a", "-L" + System});
  CHECK(*readFile(B.Output.file("extra/start.o")) ==
        *readFile(B.Folder.file("tree/start.o")));
  CHECK(*readFile(B.Output.file("extra/lib.a/1-start.o")) ==
        *readFile(B.Folder.file("tree/start.o")));
  CHECK(B.Corpus.Failures.empty());
}

TEST_CASE("ProgramResolver: a linker script of the system is a library") {
  Build B;
  const std::string Script = B.Folder.file("libm.so");
  REQUIRE(writeFileAtomically(Script, "/* GNU ld script */\nGROUP ( /m.so )"));
  B.link({"a.o", Script, "-o", "p"});
  CHECK(describeLink(B.resolve()[0]) == Strings{"a.o", Script});
  CHECK(B.Corpus.Failures.empty());
}

TEST_CASE("ProgramResolver: whole archives are their members") {
  Build B;
  B.link({"a.o", "-Wl,--whole-archive", "lib.a", "../libsys.a",
          "-Wl,--no-whole-archive", "-o", "p"});
  CHECK(describeLink(B.resolve()[0]) ==
        Strings{"a.o", "d/a.o", "!extra/lib.a/1-start.o", "-Wl,--whole-archive",
                fs::canonical(B.Folder.Path).string() + "/libsys.a",
                "-Wl,--no-whole-archive"});
}

TEST_CASE("ProgramResolver: of shared libraries of the build the archive") {
  Build B;
  runTool(B.Folder, {"clang-22", "-shared", "tree/a.o", "-o", "tree/libd.so"});
  B.link({"a.o", "-L.", "-ld", "-o", "p"});
  B.resolve();
  REQUIRE(B.Corpus.Failures.size() == 1);
  CHECK(B.Corpus.Failures[0].What == "program p");
  CHECK(B.Corpus.Failures[0].Why.find("links the build's shared library ") ==
        0);
  fs::copy_file(B.Folder.file("tree/lib.a"), B.Folder.file("tree/libd.a"));
  CHECK(describeLink(B.resolve()[0]) ==
        Strings{"a.o", "(d/a.o !extra/libd.a/1-start.o)"});
}

TEST_CASE("ProgramResolver: or shared libraries as they are, and what is in "
          "them") {
  Build B;
  runTool(B.Folder, {"clang-22", "-shared", "tree/a.o", "-o", "tree/libd.so"});
  B.link({"-shared", "d/a.o", "-o", "libd.so"});
  B.link({"a.o", "-L.", "-ld", "-o", "p"});
  CHECK(B.resolve().size() == 1);
  B.Corpus.Failures.clear();
  B.Selection.KeepsShared = true;
  const auto Programs = B.resolve();
  CHECK(B.Corpus.Failures.empty());
  REQUIRE(Programs.size() == 2);
  CHECK(Programs[0].Name == "libd.so");
  CHECK(describeLink(Programs[0]) == Strings{"-shared", "d/a.o"});
  CHECK(describeLink(Programs[1]) ==
        Strings{"a.o", fs::canonical(B.Folder.file("tree/libd.so")).string()});
}

TEST_CASE("ProgramResolver: only what is wanted, and the last link of it") {
  Build B;
  B.link({"a.o", "-o", "other"});
  B.link({"d/a.o", "-o", "p"});
  B.link({"a.o", "-o", "p"});
  B.link({"start.o", "-o", "none"});
  auto Programs = B.resolve();
  REQUIRE(Programs.size() == 2);
  CHECK(describeLink(Programs[1]) == Strings{"a.o"});
  CHECK(B.Corpus.Failures[0].Why == "has no module in the corpus");
  B.Corpus.Failures.clear();
  B.Selection.Wanted = {{"mine", B.Selection.BuildTree + "/p"},
                        {"absent", B.Selection.BuildTree + "/x"}};
  Programs = B.resolve();
  REQUIRE(Programs.size() == 1);
  CHECK(Programs[0].Name == "mine");
  REQUIRE(B.Corpus.Failures.size() == 1);
  CHECK(B.Corpus.Failures[0].What == "program absent");
  CHECK(B.Corpus.Failures[0].Why == "no command of the build links it");
}

TEST_CASE("ProgramResolver: without links all modules are one program") {
  Build B;
  B.Selection.Wanted = {{"p", "/p"}};
  auto Programs = B.resolve();
  REQUIRE(Programs.size() == 1);
  CHECK(Programs[0].Name == "package");
  CHECK(describeLink(Programs[0]) == Strings{"a.o", "d/a.o"});
  CHECK(B.Corpus.Failures.empty());
}

TEST_CASE("ProgramResolver: broken inputs lose their program only") {
  Build B;
  REQUIRE(writeFileAtomically(B.Folder.file("tree/bad.a"), "!<arch>\nxxx"));
  REQUIRE(writeFileAtomically(B.Folder.file("tree/text"), "text"));
  B.link({"a.o", "bad.a", "-o", "p"});
  B.link({"a.o", "text", "-o", "q"});
  B.link({"a.o", "none.o", "-o", "r"});
  B.link({"a.o", "x.c", "-o", "s"});
  B.link({"a.o", "-o", "good"});
  auto Programs = B.resolve();
  REQUIRE(Programs.size() == 1);
  CHECK(Programs[0].Name == "good");
  CHECK(B.Corpus.Failures.size() == 4);
}
