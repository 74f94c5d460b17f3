// Tests of CorpusPrograms
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/CorpusPrograms.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

constexpr const char *Example = R"({
  "programs": [
    {
      "name": "luac",
      "language": "C",
      "link": [
        {
          "module": "src/luac.o"
        },
        {
          "archive": [
            {
              "module": "src/lapi.o"
            },
            {
              "object": "extra/start.o"
            },
            {
              "module": "src/luac.o"
            }
          ]
        },
        {
          "flag": "-lm"
        }
      ]
    }
  ]
}
)";

std::string complaint(std::string_view Text) {
  auto Programs = parseCorpusPrograms(Text);
  return Programs ? "" : Programs.error().message();
}

/// The complaint about the items of the only program.
std::string itemComplaint(const std::string &Items) {
  return complaint(
      R"({"programs": [{"name": "p", "language": "C++", "link": [)" + Items +
      "]}]}");
}

} // namespace

TEST_CASE("CorpusPrograms: what is written is read back") {
  TemporaryFolder Folder;
  auto Programs = parseCorpusPrograms(Example);
  REQUIRE(Programs);
  REQUIRE(Programs->size() == 1);
  const CorpusProgram &Program = Programs->front();
  CHECK(Program.Name == "luac");
  CHECK_FALSE(Program.IsCxx);
  REQUIRE(Program.Link.size() == 3);
  CHECK(Program.Link[1].Kind == LinkItem::Archive);
  CHECK(Program.Link[1].Members[1].Kind == LinkItem::Object);
  CHECK(Program.Link[2].Text == "-lm");
  CHECK(modulesOf(Program) ==
        std::vector<std::string>{"src/luac.o", "src/lapi.o"});
  const std::string Corpus = Folder.Path.string();
  REQUIRE(writeCorpusPrograms(Corpus, *Programs));
  CHECK(*readFile(Corpus + "/programs.json") == Example);
  CorpusDescription Description;
  Description.Modules = {"src/luac.o", "src/lapi.o"};
  CHECK(readCorpusPrograms(Corpus, Description));
  Description.Modules = {"src/luac.o"};
  auto Read = readCorpusPrograms(Corpus, Description);
  REQUIRE_FALSE(Read);
  CHECK(Read.error().message() ==
        Corpus + "/programs.json: program luac: module 'src/lapi.o' is not in "
                 "corpus_description.json");
}

TEST_CASE("CorpusPrograms: without a file, all modules are one program") {
  TemporaryFolder Folder;
  const std::string Corpus = Folder.file("zlib/corpus");
  std::filesystem::create_directories(Corpus);
  CorpusDescription Description;
  Description.Modules = {"a.o", "b.o"};
  for (bool IsCxx : {false, true}) {
    auto Programs = readCorpusPrograms(Corpus + "/", Description);
    REQUIRE(Programs);
    REQUIRE(Programs->size() == 1);
    CHECK(Programs->front().Name == "zlib");
    CHECK(modulesOf(Programs->front()) == Description.Modules);
    CHECK(Programs->front().IsCxx == IsCxx);
    REQUIRE(writeFileAtomically(Corpus + "/b.o.cmd",
                                std::string("-cc1\0-x\0c++\0", 12)));
  }
}

TEST_CASE("CorpusPrograms: hostile and broken files are refused") {
  CHECK(complaint("") == "expected a JSON object with the list programs");
  CHECK(complaint(R"({"programs": [], "x": 1})") ==
        "expected a JSON object with the list programs");
  CHECK(complaint(R"({"programs": [{}]})") ==
        "program 1: expected an object with name, language and link");
  CHECK(
      complaint(
          R"({"programs": [{"name": "../p", "language": "C", "link": []}]})") ==
      "program 1: name '../p' is no name of a file");
  CHECK(complaint(
            R"({"programs": [{"name": "p", "language": "D", "link": []}]})") ==
        "program 1: language is neither C nor C++");
  const std::string Twice = R"({"name": "p", "language": "C", "link": []})";
  CHECK(complaint("{\"programs\": [" + Twice + "," + Twice + "]}") ==
        "program 2: name 'p' is there twice");
  CHECK(itemComplaint(R"({"module": "/x"})") ==
        "program 1: item 1: module '/x' leads out of the corpus");
  CHECK(itemComplaint(R"({"object": "a/../b"})") ==
        "program 1: item 1: object 'a/../b' leads out of the corpus");
  CHECK(itemComplaint(R"({"flag": "-o/etc/x"})") ==
        "program 1: item 1: flag '-o/etc/x' is not allowed in a link");
  CHECK(itemComplaint(R"({"archive": [{"flag": "-lm"}]})") ==
        "program 1: item 1: member 1: key 'flag' is unknown here");
  CHECK(itemComplaint(R"({"archive": [{"archive": []}]})") ==
        "program 1: item 1: member 1: archive: expected a string");
  CHECK(itemComplaint(R"({"module": "a", "object": "b"})") ==
        "program 1: item 1: expected an object with one key");
}

TEST_CASE("CorpusPrograms: only flags that belong to a link") {
  for (const char *Flag :
       {"-lm", "-L/usr/lib", "-pthread", "-static", "-Wl,--as-needed",
        "-Wl,-z,now", "/usr/lib/libz.so.1.2", "/usr/lib/libz.a"})
    CHECK(isLinkFlag(Flag));
  for (const char *Flag :
       {"", "-o", "-oX", "-Wl,-o,x", "-Wl,--output=x", "-Wl,-z,now,-Map=x",
        "-Wl,-plugin,x", "-Wl,--load-pass-plugin=x", "-fplugin=x", "-B/x", "@x",
        "-Wl,@x", "x.o", "/etc/passwd", "-Xlinker", "-wrapper"})
    CHECK_FALSE(isLinkFlag(Flag));
}
