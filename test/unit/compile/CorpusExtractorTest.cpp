// Tests of CorpusExtractor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/CorpusExtractor.h"
#include "CompiledObject.h"
#include "corpus/CorpusDescription.h"
#include <catch2/catch.hpp>

using namespace mlgo;
namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

namespace {

Strings modulesOfCorpus(const std::string &Corpus) {
  auto Description = readCorpusDescription(Corpus);
  REQUIRE(Description);
  return Description->Modules;
}

/// a.o, d/b.o (-O2) with bitcode, c.o without, bad.o no object.
void makeObjects(const TemporaryFolder &Folder) {
  compileObject(Folder, "a", "int f(void) { return 1; }");
  compileObject(Folder, "d/b", "int g(void) { return 1; }",
                {"-O2", "-Xclang", "-fembed-bitcode=all"});
  compileObject(Folder, "c", "int h(void) { return 1; }", {});
  REQUIRE(writeFileAtomically(Folder.file("bad.o"), "not an object"));
}

} // namespace

TEST_CASE("CorpusExtractor: a usable corpus and a list of what failed") {
  TemporaryFolder Folder, Output;
  makeObjects(Folder);
  auto Inputs = objectsInFolder(Folder.Path.string());
  REQUIRE(Inputs);
  Inputs->Refused.push_back({"../x.o", "leads out"});
  for (unsigned Jobs : {1, 3}) {
    ExtractionOptions Options;
    Options.Jobs = Jobs;
    const std::string Corpus = Output.file("corpus" + std::to_string(Jobs));
    auto Done = extractCorpus(*Inputs, Options, Corpus, nullptr);
    REQUIRE(Done);
    CHECK(modulesOfCorpus(Corpus) == Strings{"a.o", "d/b.o"});
    REQUIRE(Done->Modules.size() == 2);
    CHECK(Done->Modules[0].Digest ==
          objectDigest(*readFile(Folder.file("a.o"))));
    CHECK(readFile(Corpus + "/d/b.o.bc")->substr(0, 4) == "BC\xC0\xDE");
    const std::string Command = *readFile(Corpus + "/d/b.o.cmd");
    CHECK(Command.find(std::string("\0-O2\0", 5)) != Command.npos);
    CHECK(*readFile(Corpus + "/failed.txt") ==
          "../x.o\tleads out\n" + Folder.file("bad.o") +
              "\tobject: The file was not recognized as a valid object file\n" +
              Folder.file("c.o") +
              "\thas no section .llvmbc: assembly, or another compiler's\n");
  }
}

TEST_CASE("CorpusExtractor: the filter looks at each argument") {
  TemporaryFolder Folder, Output;
  makeObjects(Folder);
  auto Inputs = objectsInFolder(Folder.Path.string());
  ExtractionOptions Options;
  Options.CommandFilter = "^-Oz$";
  const std::string Corpus = Output.file("corpus");
  auto Done = extractCorpus(*Inputs, Options, Corpus, nullptr);
  REQUIRE(Done);
  CHECK(modulesOfCorpus(Corpus) == Strings{"a.o"});
  CHECK(Done->Filtered == 1);
  CHECK_FALSE(fs::exists(Corpus + "/d"));
  // The older corpus stays when there is no new one.
  Options.CommandFilter = "no such argument";
  Done = extractCorpus(*Inputs, Options, Corpus, nullptr);
  REQUIRE_FALSE(Done);
  CHECK(
      Done.error().message().find("none of 4 objects has become a module; the "
                                  "filter let 2 not through; first: ") == 0);
  Options.CommandFilter = "(";
  Done = extractCorpus(*Inputs, Options, Corpus, nullptr);
  REQUIRE_FALSE(Done);
  CHECK(Done.error().message().find("filter '(': is no regular expression") ==
        0);
  CHECK(modulesOfCorpus(Corpus) == Strings{"a.o"});
  // The corpus is replaced as a whole.
  Options.CommandFilter = "^-O2$";
  REQUIRE(extractCorpus(*Inputs, Options, Corpus, nullptr));
  CHECK_FALSE(fs::exists(Corpus + "/a.o.bc"));
}

TEST_CASE("CorpusExtractor: distributed ThinLTO") {
  TemporaryFolder Folder, Output;
  for (auto [Name, Index] :
       {std::pair("a", "i/a.thinlto.bc"), std::pair("b", "/dev/null"),
        std::pair("c", "i/none")}) {
    compileObject(Folder, Name, "int X;");
    // As the backends' compilations, which start from bitcode.
    REQUIRE(writeFileAtomically(
        Folder.file("cmd"), std::string("-cc1\0-fthinlto-index=", 21) + Index));
    runTool(Folder, {"llvm-objcopy-22", "--update-section=.llvmcmd=cmd",
                     std::string(Name) + ".o"});
  }
  compileObject(Folder, "d", "int X;");
  fs::create_directories(Folder.file("i"));
  REQUIRE(writeFileAtomically(Folder.file("i/a.thinlto.bc"), "index"));
  ExtractionOptions Options;
  Options.ThinLTO = ThinLTOBuild::Distributed;
  Options.IndexBase = Folder.Path.string();
  const std::string Corpus = Output.file("corpus");
  auto Done = extractCorpus(*objectsInFolder(Folder.Path.string()), Options,
                            Corpus, nullptr);
  REQUIRE(Done);
  CHECK(modulesOfCorpus(Corpus) == Strings{"a.o", "b.o"});
  CHECK(*readFile(Corpus + "/a.o.thinlto.bc") == "index");
  CHECK(readFile(Corpus + "/b.o.thinlto.bc")->empty());
  CHECK(readCorpusDescription(Corpus)->HasThinLTO);
  REQUIRE(Done->Failures.size() == 2);
  CHECK(Done->Failures[1].Why == "command line has no -fthinlto-index");
}

TEST_CASE("CorpusExtractor: local ThinLTO") {
  TemporaryFolder Folder, Output;
  REQUIRE(writeFileAtomically(Folder.file("a.3.import.bc"), "module"));
  REQUIRE(writeFileAtomically(Folder.file("a.thinlto.bc"), "index"));
  REQUIRE(writeFileAtomically(Folder.file("b.3.import.bc"), "module"));
  ExtractionOptions Options;
  Options.ThinLTO = ThinLTOBuild::Local;
  const std::string Corpus = Output.file("corpus");
  auto Done = extractCorpus(*modulesOfLocalThinLTO(Folder.Path.string()),
                            Options, Corpus, nullptr);
  REQUIRE(Done);
  CHECK(*readFile(Corpus + "/a.bc") == "module");
  CHECK(*readFile(Corpus + "/a.thinlto.bc") == "index");
  CHECK(readFile(Corpus + "/corpus_description.json")->find(R"({
  "global_command_override": [
    "<UNSPECIFIED>"
  ],
  "has_thinlto": true,)") == 0);
  REQUIRE(Done->Failures.size() == 1);
  CHECK(Done->Failures[0].What == Folder.file("b"));
  CHECK_FALSE(fs::exists(Corpus + "/b.bc"));
}

TEST_CASE("CorpusExtractor: a full disk is an error and loses nothing") {
  TemporaryFolder Folder, Output;
  makeObjects(Folder);
  auto Inputs = objectsInFolder(Folder.Path.string());
  const std::string Corpus = Output.file("corpus");
  REQUIRE(extractCorpus(*Inputs, {}, Corpus, nullptr));
  // A module whose file cannot be made stands for any failing write.
  Inputs->Objects.push_back({Folder.file("a.o"), "a.o.bc/x.o"});
  auto Done = extractCorpus(*Inputs, {}, Corpus, nullptr);
  REQUIRE_FALSE(Done);
  CHECK(Done.error().message().find("a.o.bc/x.o.bc: cannot write") !=
        std::string::npos);
  CHECK(modulesOfCorpus(Corpus) == Strings{"a.o", "d/b.o"});
  CHECK_FALSE(fs::exists(Corpus + ".unfinished"));
}
