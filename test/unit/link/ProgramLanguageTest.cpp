// Tests of ProgramLanguage
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/ProgramLanguage.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("ProgramLanguage: compilers sign programs", "[link]") {
  const auto Folder = ScratchFolder::create();
  REQUIRE(Folder);
  const std::string File = Folder->file("program");
  const auto LanguageOf = [&](const std::string &Bytes) {
    REQUIRE(writeFileAtomically(File, Bytes));
    return std::string(nameOf(findLanguage(File)));
  };
  CHECK(LanguageOf("GCC: (Debian 12.2.0) clang version 22") == "C");
  CHECK(LanguageOf("libstdc++.so.6") == "C++");
  CHECK(LanguageOf("__gxx_personality_v0") == "C++");
  CHECK(LanguageOf("GCC: (Debian) rustc version 1.95.0 libstdc++.so.6") ==
        "Rust");
  // A program that looks for the words, as mlgo does.
  CHECK(LanguageOf("libstdc++.so.6 rustc version %s") == "C++");
  CHECK(std::string(nameOf(findLanguage(Folder->file("none")))) == "C");
}
