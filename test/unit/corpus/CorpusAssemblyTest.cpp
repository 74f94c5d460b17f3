// Tests of CorpusAssembly
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/CorpusAssembly.h"
#include "TemporaryFolder.h"
#include "corpus/CorpusPrograms.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;
namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

namespace {

void makeDescription(const std::string &Corpus, const std::string &Text) {
  fs::create_directories(Corpus);
  REQUIRE(writeFileAtomically(Corpus + "/corpus_description.json", Text));
}

} // namespace

TEST_CASE("CorpusAssembly: a corpus of loose bitcode") {
  TemporaryFolder Folder;
  fs::create_directories(Folder.file("in/d"));
  REQUIRE(writeFileAtomically(Folder.file("in/z.bc"), "z"));
  REQUIRE(writeFileAtomically(Folder.file("in/d/a.o.bc"), "a"));
  REQUIRE(writeFileAtomically(Folder.file("in/other"), ""));
  auto Modules = makeCorpus(Folder.file("in"), Folder.file("out"), {"-O2"});
  REQUIRE(Modules);
  CHECK(*Modules == 2);
  auto Description = readCorpusDescription(Folder.file("out"));
  REQUIRE(Description);
  CHECK(Description->Modules == Strings{"d/a.o", "z"});
  CHECK(Description->GlobalCommandOverride == Strings{"-O2"});
  CHECK_FALSE(Description->HasThinLTO);
  CHECK(*readFile(Folder.file("out/d/a.o.bc")) == "a");
  auto Empty = makeCorpus(Folder.file("out/none"), Folder.file("x"), {});
  CHECK_FALSE(Empty);
  fs::create_directories(Folder.file("empty"));
  Empty = makeCorpus(Folder.file("empty"), Folder.file("x"), {});
  REQUIRE_FALSE(Empty);
  CHECK(Empty.error().message() == Folder.file("empty") + ": has no file *.bc");
  CHECK_FALSE(fs::exists(Folder.file("x")));
}

TEST_CASE("CorpusAssembly: corpora become one") {
  TemporaryFolder Folder;
  const std::string Root = Folder.Path.string();
  makeDescription(Folder.file("b"),
                  R"({"has_thinlto": false, "x": 1, "modules": ["m.o"]})");
  makeDescription(Folder.file("a/corpus"),
                  R"({"x": 1, "corpus_name": "a", "has_thinlto": false,
                      "modules": ["m.o", "d/n.o"]})");
  CorpusProgram Program;
  Program.Name = "b";
  Program.Link = {{LinkItem::Object, "extra/x.o", {}},
                  {LinkItem::Archive, "", {{LinkItem::Module, "m.o", {}}}},
                  {LinkItem::Flag, "-lm", {}}};
  CorpusProgram Other = Program;
  Other.Name = "other";
  REQUIRE(writeCorpusPrograms(Folder.file("a/corpus"), {Program, Other}));
  auto Done = combineCorpora(Root);
  REQUIRE(Done);
  CHECK(Done->Corpora == 2);
  CHECK(Done->Modules == 3);
  CHECK(Done->Programs == 3);
  auto Description = readCorpusDescription(Root);
  REQUIRE(Description);
  CHECK(Description->Modules ==
        Strings{"a/corpus/m.o", "a/corpus/d/n.o", "b/m.o"});
  CHECK(Description->Others.dump() == R"({"x":1})");
  auto Programs = readCorpusPrograms(Root, *Description);
  REQUIRE(Programs);
  REQUIRE(Programs->size() == 3);
  CHECK(Programs->at(0).Name == "b");
  CHECK(Programs->at(0).Link[0].Text == "a/corpus/extra/x.o");
  CHECK(Programs->at(0).Link[1].Members[0].Text == "a/corpus/m.o");
  CHECK(Programs->at(0).Link[2].Text == "-lm");
  CHECK(Programs->at(2).Name == "b-b");
  // Once more over its own result: the same bytes.
  const std::string Before = *readFile(Root + "/corpus_description.json");
  REQUIRE(combineCorpora(Root));
  CHECK(*readFile(Root + "/corpus_description.json") == Before);
}

TEST_CASE("CorpusAssembly: corpora of different kinds are not combined") {
  TemporaryFolder Folder;
  const std::string Root = Folder.Path.string();
  makeDescription(Folder.file("a"), R"({"has_thinlto": false, "modules": []})");
  makeDescription(Folder.file("b"), R"({"has_thinlto": true, "modules": []})");
  auto Done = combineCorpora(Root);
  REQUIRE_FALSE(Done);
  CHECK(Done.error().message() ==
        Root + "/b: differs from a by more than modules");
  CHECK_FALSE(fs::exists(Root + "/corpus_description.json"));
  CHECK_FALSE(combineCorpora(Folder.file("a")));
  CHECK_FALSE(combineCorpora(Folder.file("none")));
}
