// Tests of ExportedSymbols
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/ExportedSymbols.h"
#include "TemporaryFolder.h"
#include "corpus/CorpusPrograms.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

ExportedSymbols exportsOf(const std::vector<std::string> &Flags) {
  CorpusProgram Program;
  Program.Link.push_back({LinkItem::Module, "-rdynamic", {}});
  for (const std::string &Flag : Flags)
    Program.Link.push_back({LinkItem::Flag, Flag, {}});
  return ExportedSymbols::of(Program);
}

} // namespace

TEST_CASE("ExportedSymbols: flags that export everything") {
  CHECK_FALSE(exportsOf({}).any());
  CHECK_FALSE(exportsOf({"-lm", "-Wl,-z,now"}).contains("f"));
  for (const char *Flag :
       {"-rdynamic", "-Wl,-E", "-Wl,--export-dynamic", "-Wl,-export-dynamic",
        "-Wl,-z,now,--export-dynamic,--as-needed"}) {
    INFO(Flag);
    CHECK(exportsOf({"-lm", Flag}).any());
    CHECK(exportsOf({"-lm", Flag}).contains("f"));
    CHECK_FALSE(exportsOf({Flag, "-static"}).any());
  }
}

TEST_CASE("ExportedSymbols: what clang and lld make of contradictions") {
  // clang hands -rdynamic on first, and nothing of it for a static program.
  CHECK_FALSE(exportsOf({"-Wl,--no-export-dynamic", "-rdynamic"}).any());
  CHECK_FALSE(exportsOf({"-Wl,-E", "-Wl,--no-export-dynamic"}).any());
  CHECK(exportsOf({"-Wl,--no-export-dynamic", "-Wl,-E"}).any());
  CHECK_FALSE(exportsOf({"-static-pie", "-rdynamic"}).any());
  CHECK(exportsOf({"-static-pie", "-Wl,-E"}).any());
}

TEST_CASE("ExportedSymbols: single symbols, by name and pattern") {
  for (const std::vector<std::string> &Flags :
       std::vector<std::vector<std::string>>{
           {"-Wl,--export-dynamic-symbol=api_*"},
           {"-Wl,--export-dynamic-symbol,api_*"},
           {"-Wl,-export-dynamic-symbol", "-Wl,api_*"}}) {
    const ExportedSymbols Exports = exportsOf(Flags);
    CHECK(Exports.any());
    CHECK(Exports.contains("api_"));
    CHECK(Exports.contains("api_open"));
    CHECK_FALSE(Exports.contains("api"));
    CHECK_FALSE(Exports.contains("my_api_open"));
  }
  auto Matches = [](const std::string &Pattern, std::string_view Symbol) {
    return exportsOf({"-Wl,--export-dynamic-symbol=" + Pattern})
        .contains(Symbol);
  };
  CHECK(Matches("f", "f"));
  CHECK_FALSE(Matches("f", "ff"));
  CHECK_FALSE(Matches("ff", "f"));
  CHECK(Matches("a*b*c", "axbxbxc"));
  CHECK_FALSE(Matches("a*b*c", "axbxbx"));
  CHECK(Matches("f?", "f1"));
  CHECK_FALSE(Matches("f?", "f"));
  CHECK(Matches("f[0-9x]", "f7"));
  CHECK(Matches("f[0-9x]", "fx"));
  CHECK_FALSE(Matches("f[0-9x]", "fy"));
  CHECK(Matches("f[!0-9]g", "fxg"));
  CHECK_FALSE(Matches("f[^0-9]", "f1"));
  CHECK(Matches("f[]]", "f]"));
  CHECK(Matches("f[", "f["));
  CHECK(Matches("f\\*", "f*"));
  CHECK_FALSE(Matches("f\\*", "ff"));
  // Not in exponential time.
  std::string Hostile;
  for (int I = 0; I < 1000; ++I)
    Hostile += "a*";
  CHECK_FALSE(Matches(Hostile + "b", std::string(5000, 'a')));
}

TEST_CASE("ExportedSymbols: a shared library shows what its script says") {
  TemporaryFolder Folder;
  const std::string File = Folder.file("a.map");
  const auto Shown = [&](const std::string &Script, const char *Symbol) {
    REQUIRE(writeFileAtomically(File, Script));
    return exportsOf({"-shared", "-Wl,--version-script=" + File})
        .contains(Symbol);
  };
  CHECK(exportsOf({"-shared"}).contains("f"));
  CHECK(exportsOf({"-shared"}).arePreemptible());
  CHECK_FALSE(exportsOf({"-shared", "-Wl,-Bsymbolic"}).arePreemptible());
  CHECK_FALSE(exportsOf({"-rdynamic"}).arePreemptible());
  const char *Hiding = "V1 { # the first\n global: z_*; f;\n local:*;\n};\n"
                       "V2 { global: g; /* h; */ } V1;\n";
  for (const char *Symbol : {"z_1", "f", "g"})
    CHECK(Shown(Hiding, Symbol));
  for (const char *Symbol : {"h", "y", "*"})
    CHECK_FALSE(Shown(Hiding, Symbol));
  CHECK(Shown("V1 { global: f; local: g; };", "h"));
  CHECK(Shown("{ global: extern \"C++\" { \"f()\"; }; local: *; };", "h"));
  CHECK_FALSE(Shown("{ f; local: *; };", "g"));
  CHECK(Shown("{ f; local: *; };", "f"));
  for (const char *Damaged : {"", "{", "local", "} ; : {", "/*", "#"})
    CHECK(Shown(Damaged, "f"));
  REQUIRE(writeFileAtomically(File, "{ local: *; };"));
  CHECK_FALSE(exportsOf({"-Wl,--version-script=" + File}).contains("f"));
}
