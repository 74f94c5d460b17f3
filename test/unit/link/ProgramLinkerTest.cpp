// Tests of ProgramLinker
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/ProgramLinker.h"
#include "corpus/SmallCorpus.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("ProgramLinker: archive members are linked only where needed") {
  SmallCorpus Corpus;
  Corpus.compileModules(Corpus.path());
  const std::string Program = Corpus.Folder.file("program");
  auto Linked = linkProgram(Corpus.Programs[0], Corpus.path(),
                            Corpus.Folder.file("objects"), Program, 22);
  INFO((Linked ? "" : Linked.error().message()));
  REQUIRE(Linked);
  ChildCommand Run;
  Run.Arguments = {Program};
  auto Outcome = runChild(Run);
  REQUIRE(Outcome);
  CHECK(Outcome->Output == "main\n");
  CHECK(Outcome->ExitCode == 42);
}

TEST_CASE("ProgramLinker: what is missing is said by the linker") {
  SmallCorpus Corpus;
  Corpus.compileModules(Corpus.path());
  const std::string Program = Corpus.Folder.file("program");
  auto Linked = linkProgram(Corpus.Programs[1], Corpus.path(),
                            Corpus.Folder.file("objects"), Program, 22);
  REQUIRE_FALSE(Linked);
  CHECK(Linked.error().message().find("linking broken: ") == 0);
  CHECK(Linked.error().message().find("undefined symbol: used") !=
        std::string::npos);
  CHECK_FALSE(std::filesystem::exists(Program));
}
