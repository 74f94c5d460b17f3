// Tests of EmbeddedBitcode
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/EmbeddedBitcode.h"
#include "CompiledObject.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

std::string complaint(std::string_view Object,
                      const BitcodeSections &Sections = {}) {
  auto Found = findEmbeddedBitcode(Object, Sections);
  return Found ? "" : Found.error().message();
}

} // namespace

TEST_CASE("EmbeddedBitcode: what clang embeds is found as objcopy dumps it") {
  TemporaryFolder Folder;
  compileObject(Folder, "a", "int f(int X) { return X + 1; }");
  const std::string Object = *readFile(Folder.file("a.o"));
  auto Found = findEmbeddedBitcode(Object, {});
  REQUIRE(Found);
  REQUIRE(Found->has_value());
  runTool(Folder, {"llvm-objcopy-22", "--dump-section=.llvmbc=bc",
                   "--dump-section=.llvmcmd=cmd", "a.o", "/dev/null"});
  CHECK((*Found)->Bitcode == *readFile(Folder.file("bc")));
  CHECK((*Found)->Command == *readFile(Folder.file("cmd")));
  CHECK((*Found)->Bitcode.substr(0, 4) == "BC\xC0\xDE");
  // A list of arguments, each ended by a zero byte, as LLVM's tools want.
  CHECK((*Found)->Command.substr(0, 5) == std::string_view("-cc1\0", 5));
  CHECK((*Found)->Command.find(std::string_view("\0-Oz\0", 5)) !=
        std::string_view::npos);
  // Truncated or bit-flipped: an error, or an answer within the object.
  for (size_t Size = 0; Size < Object.size(); Size += 7)
    CHECK(complaint(std::string_view(Object).substr(0, Size)) != "");
  for (size_t At = 0; At < Object.size(); At += 3) {
    std::string Flipped = Object;
    Flipped[At] = static_cast<char>(Flipped[At] ^ (1 << At % 8));
    auto Read = findEmbeddedBitcode(Flipped, {});
    if (Read && *Read)
      CHECK((*Read)->Bitcode.data() + (*Read)->Bitcode.size() <=
            Flipped.data() + Flipped.size());
  }
}

TEST_CASE("EmbeddedBitcode: objects without it") {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("s.s"), "nop\n"));
  runTool(Folder, {"clang-22", "-c", "s.s", "-Xclang", "-fembed-bitcode=all"});
  auto Assembly = findEmbeddedBitcode(*readFile(Folder.file("s.o")), {});
  REQUIRE(Assembly);
  CHECK_FALSE(Assembly->has_value());
  compileObject(Folder, "plain", "int X;", {});
  auto Plain = findEmbeddedBitcode(*readFile(Folder.file("plain.o")), {});
  REQUIRE(Plain);
  CHECK_FALSE(Plain->has_value());
  compileObject(Folder, "mark", "int X;",
                {"-Xclang", "-fembed-bitcode=marker"});
  CHECK(
      complaint(*readFile(Folder.file("mark.o"))).find("section .llvmbc has") ==
      0);
  compileObject(Folder, "lto", "int X;", {"-flto"});
  CHECK(complaint(*readFile(Folder.file("lto.o"))) ==
        "is bitcode itself, expected an object; was it compiled with -flto?");
  CHECK(complaint("").find("object: ") == 0);
  CHECK(complaint("#!/bin/sh\n").find("object: ") == 0);
}

TEST_CASE("EmbeddedBitcode: the names of the sections are parameters") {
  TemporaryFolder Folder;
  compileObject(Folder, "a", "int X;");
  runTool(Folder,
          {"llvm-objcopy-22", "--rename-section=.llvmbc=.other", "a.o", "b.o"});
  const std::string Object = *readFile(Folder.file("b.o"));
  CHECK(complaint(Object) == "section .llvmbc is missing, expected a build "
                             "with -Xclang -fembed-bitcode=all");
  auto Found = findEmbeddedBitcode(Object, {".other", ".llvmcmd"});
  REQUIRE(Found);
  CHECK(Found->has_value());
}

TEST_CASE("EmbeddedBitcode: several modules in one section are refused") {
  TemporaryFolder Folder;
  compileObject(Folder, "a", "int X;");
  compileObject(Folder, "b", "int Y;");
  runTool(Folder, {"ld.lld-22", "-r", "a.o", "b.o", "-o", "both.o"});
  CHECK(complaint(*readFile(Folder.file("both.o"))) ==
        "section .llvmbc has 2 modules, expected one; were objects merged?");
}

TEST_CASE("EmbeddedBitcode: Mach-O names have two parts") {
  TemporaryFolder Folder;
  compileObject(
      Folder, "m", "int X;",
      {"--target=x86_64-apple-macos13", "-Xclang", "-fembed-bitcode=all"});
  auto Found = findEmbeddedBitcode(*readFile(Folder.file("m.o")),
                                   {"__LLVM,__bitcode", "__LLVM,__cmdline"});
  REQUIRE(Found);
  REQUIRE(Found->has_value());
  CHECK((*Found)->Bitcode.size() > 100);
}
