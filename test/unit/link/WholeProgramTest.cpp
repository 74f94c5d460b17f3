// Tests of WholeProgram
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/WholeProgram.h"
#include "corpus/SmallCorpus.h"
#include "link/ProgramLinker.h"
#include <catch2/catch.hpp>

using namespace mlgo;
namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

namespace {

/// The names that llvm-nm prints in a line of kind \p Kind, in order.
Strings symbols(const std::string &Bitcode, char Kind) {
  ChildCommand Command;
  Command.Arguments = {"llvm-nm-22", "--format=posix", Bitcode};
  auto Outcome = runChild(Command);
  REQUIRE(Outcome);
  Strings Names;
  std::istringstream Lines(Outcome->Output);
  std::string Line;
  while (std::getline(Lines, Line))
    if (const size_t Blank = Line.find(' ');
        Blank != Line.npos && Line[Blank + 1] == Kind)
      Names.push_back(Line.substr(0, Blank));
  std::sort(Names.begin(), Names.end());
  return Names;
}

} // namespace

TEST_CASE("WholeProgram: one module, internal but for what others see") {
  SmallCorpus Corpus;
  const std::string Whole = Corpus.Folder.file("whole");
  auto Done = makeWholePrograms(Corpus.path(), {"good"}, Whole, {});
  INFO((Done ? "" : Done.error().message()));
  REQUIRE(Done);
  CHECK(Done->Programs.size() == 1);
  CHECK(Done->Failures.empty());
  CHECK_FALSE(fs::exists(Whole + "/failed.txt"));
  // The module is an entry like any other.
  auto Description = readCorpusDescription(Whole);
  REQUIRE(Description);
  CHECK(Description->Modules == Strings{"good"});
  CHECK(*readFile(Whole + "/good.cmd") ==
        *readFile(Corpus.Folder.file("src/main.o.cmd")));
  // unused.o took no part, and nothing calls what was inlined before the link;
  // shared is seen by the object without bitcode.
  CHECK(symbols(Whole + "/good.bc", 'T') == Strings{"main", "shared"});
  CHECK(symbols(Whole + "/good.bc", 't') == Strings{"used"});
  CHECK(symbols(Whole + "/good.bc", 'U') == Strings{"native", "puts"});
  // The rest of the link is as it was.
  auto Programs = readCorpusPrograms(Whole, *Description);
  REQUIRE(Programs);
  REQUIRE(Programs->size() == 1);
  REQUIRE(Programs->front().Link.size() == 3);
  CHECK(Programs->front().Link[0].Text == "good");
  CHECK(Programs->front().Link[1].Members.size() == 1);
  CHECK(Programs->front().Link[2].Text == "-lm");
  // Full LTO's own link gives the same program.
  CorpusProgram ByLinker = Programs->front();
  ByLinker.Link = ByLinker.LTOLink;
  const std::string Linked = Corpus.Folder.file("linked");
  REQUIRE(linkProgram(ByLinker, Whole, "", Linked, 22));
  Corpus.compileModules(Whole);
  const std::string Program = Corpus.Folder.file("program");
  REQUIRE(
      linkProgram(Programs->front(), Whole, Whole + "/objects", Program, 22));
  for (const std::string &Each : {Program, Linked}) {
    ChildCommand Run;
    Run.Arguments = {Each};
    auto Outcome = runChild(Run);
    REQUIRE(Outcome);
    CHECK(Outcome->Output == "main\n");
    CHECK(Outcome->ExitCode == 42);
  }
}

TEST_CASE("WholeProgram: the same bytes each time") {
  SmallCorpus Corpus;
  const std::string Whole = Corpus.Folder.file("whole");
  REQUIRE(makeWholePrograms(Corpus.path(), {"good"}, Whole, {}));
  const std::string First = *readFile(Whole + "/good.bc");
  REQUIRE(makeWholePrograms(Corpus.path(), {"good"}, Whole, {}));
  CHECK(*readFile(Whole + "/good.bc") == First);
}

TEST_CASE("WholeProgram: a module that cannot be read costs its programs") {
  SmallCorpus Corpus;
  const std::string Whole = Corpus.Folder.file("whole");
  REQUIRE(makeWholePrograms(Corpus.path(), {"good"}, Whole, {}));
  REQUIRE(
      writeFileAtomically(Corpus.Folder.file("used.o.bc"), "BC\xC0\xDE..."));
  // Without another program, the old corpus stays.
  auto Done = makeWholePrograms(Corpus.path(), {"good"}, Whole, {});
  REQUIRE_FALSE(Done);
  CHECK(Done.error().message().find(Corpus.path() +
                                    ": no program could be merged; first: "
                                    "program good: ") == 0);
  CHECK(fs::exists(Whole + "/good.bc"));
  Done = makeWholePrograms(Corpus.path(), {}, Whole, {});
  REQUIRE(Done);
  REQUIRE(Done->Programs.size() == 1);
  CHECK(Done->Programs[0].Name == "broken");
  CHECK(readFile(Whole + "/failed.txt")->find("program good\t") == 0);
  CHECK_FALSE(fs::exists(Whole + "/good.bc"));
}

TEST_CASE("WholeProgram: a name that no program has") {
  SmallCorpus Corpus;
  auto Done = makeWholePrograms(Corpus.path(), {"none"},
                                Corpus.Folder.file("whole"), {});
  REQUIRE_FALSE(Done);
  CHECK(Done.error().message() ==
        Corpus.path() + ": no program none, expected one of: good broken");
  CHECK_FALSE(makeWholePrograms("/none", {}, Corpus.Folder.file("whole"), {}));
  CHECK_FALSE(fs::exists(Corpus.Folder.file("whole")));
}
