// Tests of CorpusDescription
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/CorpusDescription.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

std::string complaint(std::string_view Text) {
  auto Description = parseCorpusDescription(Text);
  return Description ? "" : Description.error().message();
}

} // namespace

TEST_CASE("CorpusDescription: bytes as LLVM's tools write them") {
  TemporaryFolder Folder;
  CorpusDescription Description;
  Description.GlobalCommandOverride = {"<UNSPECIFIED>"};
  Description.HasThinLTO = true;
  Description.Modules = {"a.o", "b/\xC3\xA4.o"};
  const std::string Corpus = Folder.Path.string();
  REQUIRE(writeCorpusDescription(Corpus, Description));
  CHECK(*readFile(Corpus + "/corpus_description.json") == R"({
  "global_command_override": [
    "<UNSPECIFIED>"
  ],
  "has_thinlto": true,
  "modules": [
    "a.o",
    "b/\u00e4.o"
  ]
}
)");
  auto Read = readCorpusDescription(Corpus);
  REQUIRE(Read);
  CHECK(Read->Modules == Description.Modules);
  CHECK(Read->GlobalCommandOverride == Description.GlobalCommandOverride);
  CHECK(Read->HasThinLTO);
  CHECK(Read->Others.empty());
}

TEST_CASE("CorpusDescription: other keys are kept") {
  TemporaryFolder Folder;
  auto Description = parseCorpusDescription(
      R"({"z": {"y": [1]}, "modules": [], "has_thinlto": false, "a": null})");
  REQUIRE(Description);
  CHECK_FALSE(Description->GlobalCommandOverride);
  const std::string Corpus = Folder.Path.string();
  REQUIRE(writeCorpusDescription(Corpus, *Description));
  CHECK(OrderedJSON::parse(*readFile(Corpus + "/corpus_description.json"))
            .dump() ==
        R"({"has_thinlto":false,"z":{"y":[1]},"a":null,"modules":[]})");
}

TEST_CASE("CorpusDescription: only paths within the corpus") {
  for (const char *Path : {"a", "a.o", "a/b.o", "..a", "a..", "...", " "})
    CHECK(isPathWithinCorpus(Path));
  for (const char *Path : {"", "/", "/a", "..", "../a", "a/..", "a/../b", ".",
                           "./a", "a//b", "a/"})
    CHECK_FALSE(isPathWithinCorpus(Path));
  CHECK_FALSE(isPathWithinCorpus(std::string_view("a\0b", 3)));
}

TEST_CASE("CorpusDescription: hostile and broken files are refused") {
  CHECK(complaint("") == "is no JSON object, expected a corpus description");
  CHECK(complaint("[]") == "is no JSON object, expected a corpus description");
  CHECK(complaint("{") == "is no JSON object, expected a corpus description");
  CHECK(complaint("{}") == "key has_thinlto is missing");
  CHECK(complaint(R"({"has_thinlto": false})") == "key modules is missing");
  CHECK(complaint(R"({"has_thinlto": 0, "modules": []})") ==
        "has_thinlto: is number, expected true or false");
  CHECK(complaint(R"({"has_thinlto": true, "modules": {}})") ==
        "modules: is object, expected a list of strings");
  CHECK(complaint(R"({"has_thinlto": true, "modules": [1]})") ==
        "modules: has number, expected strings");
  CHECK(complaint(R"({"has_thinlto": true, "modules": ["../x"]})") ==
        "modules: '../x' leads out of the corpus, expected a relative path");
  CHECK(complaint(R"({"has_thinlto": true, "modules": ["x", "x"]})") ==
        "modules: 'x' is there twice");
  // Deep nesting must not exhaust the stack.
  CHECK(complaint(std::string(1 << 20, '[')) ==
        "is no JSON object, expected a corpus description");
  CorpusDescription Bad;
  Bad.Modules = {"/etc/x"};
  CHECK_FALSE(writeCorpusDescription("/tmp", Bad));
  TemporaryFolder Folder;
  Bad.Modules = {"\xFF.o"};
  auto Written = writeCorpusDescription(Folder.Path.string(), Bad);
  REQUIRE_FALSE(Written);
  CHECK(Written.error().message() ==
        Folder.Path.string() + ": a module's name is not UTF-8");
  CHECK_FALSE(readCorpusDescription(Folder.Path.string()));
}
