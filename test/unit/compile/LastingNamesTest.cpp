// Names of functions that last
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/LastingNames.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <catch2/catch.hpp>

using namespace llvm;

namespace mlgo {
namespace {

TEST_CASE("LastingNames: hashes of a crate's options are no part of a name",
          "[llvm]") {
  // One function, compiled with two sets of options.
  const std::string Name =
      getLastingName("_RNvMs_NtCs1234_7mycrate3fooNtB4_3Foo3bar");
  CHECK(Name == "<mycrate::foo::Foo>::bar");
  CHECK(getLastingName("_RNvMs_NtCs9zXy_7mycrate3fooNtB4_3Foo3bar") == Name);
  CHECK(getLastingName("_RNvCs1234_7mycrate3foo") == "mycrate::foo");
}

TEST_CASE("LastingNames: other symbols are names themselves", "[llvm]") {
  CHECK(getLastingName("main") == "main");
  CHECK(getLastingName("_ZN7mycrate3foo17h0123456789abcdefE") ==
        "_ZN7mycrate3foo17h0123456789abcdefE");
  CHECK(getLastingName("_Z3foov") == "_Z3foov");
  CHECK(getLastingName("_R") == "_R");
  CHECK(getLastingName("_Random") == "_Random");
  CHECK(getLastingName("") == "");
}

TEST_CASE("LastingNames: what rustc merges is named as what lld merges",
          "[llvm]") {
  LLVMContext Context;
  Module M("m", Context);
  const auto FileOf = [&M](const char *Name) {
    M.setSourceFileName(Name);
    return getLastingFile(M);
  };
  CHECK(FileOf("words.0123456789abcdef-cgu.0") == "ld-temp.o");
  CHECK(FileOf("other.fedcba9876543210-cgu.12") == "ld-temp.o");
  CHECK(FileOf("ld-temp.o") == "ld-temp.o");
  CHECK(FileOf("some/folder/file.c") == "file.c");
  CHECK(FileOf("words.0123456789abcdef-cgu.") == "words.0123456789abcdef-cgu.");
  CHECK(FileOf("words.0123-cgu.0") == "words.0123-cgu.0");
  CHECK(FileOf("") == "");
}

} // namespace
} // namespace mlgo
