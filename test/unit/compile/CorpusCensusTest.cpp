// Tests of CorpusCensus
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/CorpusCensus.h"
#include "CompiledObject.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Two functions, two direct calls to one of them, a call to nothing here and
/// an indirect call.
constexpr const char *Source =
    "int puts(const char *); static int f(int X) { return X; }\n"
    "int g(int (*P)(void)) { puts(\"\"); return f(1) + f(2) + P(); }";

void compileBitcode(const TemporaryFolder &Folder, const std::string &Name) {
  compileObject(Folder, Name, Source, {});
  runTool(Folder,
          {"clang-22", "-emit-llvm", "-c", Name + ".c", "-o", Name + ".bc"});
}

} // namespace

TEST_CASE("CorpusCensus: functions and what an inliner can decide on") {
  TemporaryFolder Folder;
  compileBitcode(Folder, "a");
  auto Counts = countModule(Folder.file("a.bc"));
  REQUIRE(Counts);
  CHECK(Counts->Bytes == readFile(Folder.file("a.bc"))->size());
  CHECK(Counts->Functions == 2);
  CHECK(Counts->CallSites == 2);
}

TEST_CASE("CorpusCensus: what cannot be read is an error of its module") {
  TemporaryFolder Folder;
  compileBitcode(Folder, "a");
  const std::string Bitcode = *readFile(Folder.file("a.bc"));
  REQUIRE(writeFileAtomically(Folder.file("cut.bc"),
                              Bitcode.substr(0, Bitcode.size() / 2)));
  REQUIRE(writeFileAtomically(Folder.file("empty.bc"), ""));
  for (unsigned Jobs : {1, 4}) {
    auto Counts =
        countModules(Folder.Path.string(), {"cut", "a", "none", "empty"}, Jobs);
    REQUIRE(Counts.size() == 4);
    CHECK_FALSE(Counts[0]);
    REQUIRE(Counts[1]);
    CHECK(Counts[1]->CallSites == 2);
    REQUIRE_FALSE(Counts[2]);
    CHECK(Counts[2].error().message() ==
          Folder.file("none.bc") + ": cannot open: No such file or directory");
    CHECK_FALSE(Counts[3]);
  }
}

TEST_CASE("CorpusCensus: flipped bits never end the caller") {
  TemporaryFolder Folder;
  compileBitcode(Folder, "a");
  const std::string Bitcode = *readFile(Folder.file("a.bc"));
  std::vector<std::string> Names;
  for (size_t I = 0; I < 40; ++I) {
    std::string Flipped = Bitcode;
    const size_t At = (I * 7919 + 13) % Bitcode.size();
    Flipped[At] = static_cast<char>(Flipped[At] ^ (1 << I % 8));
    Names.push_back(std::to_string(I));
    REQUIRE(writeFileAtomically(Folder.file(Names.back() + ".bc"), Flipped));
  }
  auto Counts = countModules(Folder.Path.string(), Names, 2, 20);
  REQUIRE(Counts.size() == Names.size());
  for (const auto &One : Counts)
    if (!One)
      CHECK(One.error().message().find(Folder.Path.string()) == 0);
}
