//===- BitcodeCorpusTest.cpp ----------------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/train/BitcodeCorpus.h"

#include "TemporaryFolder.h"

#include "mlgo/support/File.h"
#include "mlgo/tensor/JSON.h"
#include "mlgo/train/PackageBuilder.h"

#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("BitcodeCorpus: modules of a built package") {
  TemporaryFolder Folder;
  auto R = loadRecipe(MLGO_TEST_INPUTS "/recipes", "tiny");
  REQUIRE(R);
  BuildRequest Request;
  Request.SourceTree = R->Folder + "/tree";
  Request.Folder = Folder.file("b");
  Request.VariantFlags = embedBitcodeFlags();
  auto Built = buildPackage(*R, Request);
  INFO((Built ? "" : Built.error().message()));
  REQUIRE(Built);
  const std::string Corpus = Folder.file("tiny/corpus");
  for (int I = 0; I < 2; ++I) {
    auto Modules = extractBitcodeCorpus(Folder.file("b/tree"), Corpus, 22);
    INFO((Modules ? "" : Modules.error().message()));
    REQUIRE(Modules);
    REQUIRE(Modules->size() == 3);
    CHECK(Modules->at(1) == "square.o");
    CHECK(Modules->at(2) == "tiny.o");
    for (const std::string &Module : *Modules) {
      CHECK(readFile(Corpus + "/" + Module + ".bc")->substr(0, 4) ==
            "BC\xC0\xDE");
      // A list of arguments, each ended by a zero byte, as LLVM's tools want.
      const std::string Arguments = *readFile(Corpus + "/" + Module + ".cmd");
      CHECK(Arguments.rfind(std::string("-cc1\0", 5), 0) == 0);
      CHECK(Arguments.find(std::string("\0-Oz\0", 5)) != Arguments.npos);
    }
    auto Text = readFile(Corpus + "/corpus_description.json");
    REQUIRE(Text);
    const OrderedJSON Description = OrderedJSON::parse(*Text, nullptr, false);
    CHECK(Description["corpus_name"] == "tiny");
    CHECK(Description["has_thinlto"] == false);
    CHECK(Description["modules"] == *Modules);
    CHECK_FALSE(std::filesystem::exists(Corpus + ".unfinished"));
  }
}

TEST_CASE("BitcodeCorpus: nothing to extract is an error") {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("x.o"), "not an object"));
  auto Modules =
      extractBitcodeCorpus(Folder.Path.string(), Folder.file("c/corpus"), 22);
  REQUIRE_FALSE(Modules);
  CHECK(Modules.error().message() ==
        Folder.Path.string() + ": none of 1 objects has embedded bitcode");
  CHECK_FALSE(std::filesystem::exists(Folder.file("c/corpus")));
  CHECK_FALSE(extractBitcodeCorpus("/no/such/tree", Folder.file("c"), 22));
}
