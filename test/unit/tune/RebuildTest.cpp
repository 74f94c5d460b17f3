// What is kept for the next mlgo tune
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/Rebuild.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("Rebuild: sizes come back as they were written", "[tune][rebuild]") {
  const TemporaryFolder Folder;
  const std::string File = Folder.file("promised");
  REQUIRE(writeSizes(File, {{"a program", 12}, {"lib\tx.so", 34567}}));
  const auto Sizes = readSizes(File);
  REQUIRE(Sizes);
  REQUIRE(Sizes->size() == 2);
  CHECK((*Sizes)[1].Name == "lib\tx.so");
  CHECK(sumOf(*Sizes) == 34579);
  REQUIRE(writeFileAtomically(File, "many\tprogram\n"));
  CHECK(readSizes(File).error().message() ==
        File + ": line 'many\tprogram' is damaged");
  CHECK(readSizes(Folder.file("none"))
            .error()
            .message()
            .find("expected a search before") != std::string::npos);
}

TEST_CASE("Rebuild: flags are words of a shell", "[tune][rebuild]") {
  const std::string Advice =
      describeAdvice({"-Oz", "-fpass-plugin=/a b/MLGO-22.so"},
                     std::vector<NamedSize>{{"program", 1000}});
  CHECK(Advice.find("\n  -Oz '-fpass-plugin=/a b/MLGO-22.so'\n") !=
        Advice.npos);
  CHECK(Advice.find("1000 bytes") != Advice.npos);
  using Strings = std::vector<std::string>;
  CHECK(describeAdvice(Strings(), Strings()).find("stock executes less") !=
        std::string::npos);
}
