// A rustc that takes our plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/RustCompiler.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>

using namespace mlgo;

namespace {
std::map<std::string, std::string>
asMap(const RustCompiler &Rust, const std::string &Level, bool Smallest) {
  std::map<std::string, std::string> Variables;
  for (const auto &[Name, Value] : describeCargo(Rust, Level, Smallest))
    Variables[Name] = Value;
  return Variables;
}
} // namespace

TEST_CASE("RustCompiler: cargo is told what the user has not said",
          "[build][rustcompiler]") {
  RustCompiler Rust;
  CHECK_FALSE(Rust.takesPlugin());
  Rust.Program = "/usr/bin/rustc";
  Rust.Wrapper = "/opt/mlgo-rustc-22";
  CHECK(Rust.takesPlugin());
  ::unsetenv("CARGO_PROFILE_RELEASE_OPT_LEVEL");
  ::unsetenv("CARGO_PROFILE_RELEASE_LTO");
  auto Variables = asMap(Rust, "", false);
  CHECK(Variables == std::map<std::string, std::string>{
                         {"RUSTC_WRAPPER", "/opt/mlgo-rustc-22"},
                         {"CARGO_CACHE_RUSTC_INFO", "0"}});
  CHECK(asMap(Rust, "Oz", false)["CARGO_PROFILE_RELEASE_OPT_LEVEL"] == "z");
  CHECK(asMap(Rust, "O2", false)["CARGO_PROFILE_RELEASE_OPT_LEVEL"] == "2");
  Rust.Instead = "/home/me/rustc";
  ::setenv("CARGO_PROFILE_RELEASE_LTO", "thin", 1);
  Variables = asMap(Rust, "", true);
  ::unsetenv("CARGO_PROFILE_RELEASE_LTO");
  CHECK(Variables["RUSTC"] == "/usr/bin/rustc");
  CHECK(Variables["CARGO_PROFILE_RELEASE_OPT_LEVEL"] == "z");
  CHECK(Variables.count("CARGO_PROFILE_RELEASE_LTO") == 0);
  CHECK(Variables["MLGO_RUSTC_SMALLEST"] == "1");
}
