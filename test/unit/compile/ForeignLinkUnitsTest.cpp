// Tests of ForeignLinkUnits
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ForeignLinkUnits.h"
#include "CompiledObject.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("ForeignLinkUnits: the same units, and broken numbers are errors") {
  TemporaryFolder Folder;
  const char *Text = "int g(int x) { return x * 3; }\n"
                     "int f(int x) { return g(x) + g(x * x); }\n";
  compileObject(Folder, "x", Text, {"-Oz", "-ffunction-sections"});
  compileObject(Folder, "w", Text,
                {"-Oz", "-ffunction-sections", "--target=wasm32-wasi",
                 "-Wno-deprecated"});
  for (const char *Name : {"x.o", "w.o"}) {
    const auto Object = readFile(Folder.file(Name));
    REQUIRE(Object);
    auto Units = readForeignLinkUnits(*Object), Plain = readLinkUnits(*Object);
    REQUIRE(Units);
    REQUIRE(Plain);
    CHECK(*Units == *Plain);
    CHECK(Units->count("f") == 1);
  }
  const std::string Empty("\0asm\1\0\0\0", 8);
  CHECK(readForeignLinkUnits(Empty));
  // A section whose length goes on after the end of the file.
  for (const char *More : {"\x0a", "\x0a\xff", "\x0a\x05", "\x0a\x02\x01\x7f"})
    CHECK_FALSE(readForeignLinkUnits(Empty + More));
  const auto Object = readFile(Folder.file("w.o"));
  for (size_t At = 8; At < Object->size(); At += 7) {
    std::string Broken = *Object;
    Broken[At] = static_cast<char>(Broken[At] ^ 0x80);
    (void)readForeignLinkUnits(Broken);
  }
}
