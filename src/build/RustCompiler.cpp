// A rustc that takes our plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/RustCompiler.h"
#include "build/CompilerNames.h"
#include "support/ChildProcess.h"
#include "support/ShortNames.h"
#include <algorithm>
#include <cstdlib>

namespace mlgo {
/// What follows \p Start in \p Text, to the end of the line.
static std::string findLine(const std::string &Text, const std::string &Start) {
  const size_t At = Text.find(Start);
  if (At == Text.npos)
    return "";
  const size_t Begin = At + Start.size();
  return Text.substr(Begin, Text.find('\n', Begin) - Begin);
}

/// The wrapper knows what rustc has to be.
static RustCompiler examine(const std::string &Wrapper,
                            const std::string &Program) {
  RustCompiler Rust;
  Rust.Program = Program;
  Rust.Wrapper = Wrapper;
  ChildCommand Command;
  Command.Arguments = {Wrapper, Program, "-vV"};
  Command.DeadlineSeconds = 60;
  const auto Ended = runChild(Command);
  if (!Ended)
    Rust.Obstacle = Ended.error().message();
  else if (Ended->ExitCode != 0)
    Rust.Obstacle = findLine(Ended->ErrorOutput, "error: ");
  else
    Rust.Version = findLine(Ended->Output, "\nrelease: ");
  if (Rust.Obstacle.empty() && Rust.Version.empty())
    Rust.Obstacle = Program + ": does not say its version";
  return Rust;
}

RustCompiler findRustCompiler(unsigned Major) {
  std::error_code EC;
  const fs::path Self = fs::read_symlink("/proc/self/exe", EC).parent_path();
  const std::string Wrapper = Self / ("mlgo-rustc-" + std::to_string(Major));
  const char *Given = std::getenv("RUSTC");
  const bool IsGiven = Given && *Given;
  const std::string InPath = findProgram(IsGiven ? Given : "rustc");
  const std::string Debian = findProgram("/usr/bin/rustc");
  RustCompiler Rust;
  if (findProgram(Wrapper).empty())
    return Rust;
  if (!InPath.empty())
    Rust = examine(Wrapper, InPath);
  if (IsGiven || Rust.takesPlugin() || Debian.empty() || InPath == Debian)
    return Rust;
  RustCompiler Other = examine(Wrapper, Debian);
  if (!Other.takesPlugin())
    return InPath.empty() ? Other : Rust;
  Other.Instead = Rust.Program;
  // What to do about it is done.
  Other.InsteadObstacle = Rust.Obstacle.substr(0, Rust.Obstacle.rfind("; "));
  return Other;
}

bool callsCargo(const std::vector<std::string> &Command) {
  return std::any_of(
      Command.begin(), Command.end(),
      [](const std::string &Word) { return Word.find("cargo") != Word.npos; });
}

std::string describeObstacle(const RustCompiler &Rust, unsigned Major) {
  if (!Rust.Obstacle.empty())
    return Rust.Obstacle;
  return "rustc: not found in PATH, expected one that is linked to "
         "libLLVM.so." +
         std::to_string(Major) + "; Debian 12 has one in rustc-web";
}

std::vector<std::pair<std::string, std::string>>
describeCargo(const RustCompiler &Rust, const std::string &Level,
              bool Smallest) {
  std::vector<std::pair<std::string, std::string>> Variables = {
      {"RUSTC_WRAPPER", Rust.Wrapper},
      // cargo would not ask the wrapper what decides.
      {"CARGO_CACHE_RUSTC_INFO", "0"}};
  if (!Rust.Instead.empty())
    Variables.emplace_back("RUSTC", Rust.Program);
  const auto AddUnlessSet = [&](const char *Name, const char *Value) {
    if (const char *Given = std::getenv(Name); !Given || !*Given)
      Variables.emplace_back(Name, Value);
  };
  if (Smallest || !Level.empty())
    AddUnlessSet("CARGO_PROFILE_RELEASE_OPT_LEVEL",
                 Smallest ? "z" : Level.c_str() + 1);
  if (Smallest) {
    AddUnlessSet("CARGO_PROFILE_RELEASE_LTO", "fat");
    AddUnlessSet("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1");
    AddUnlessSet("MLGO_RUSTC_SMALLEST", "1");
  }
  return Variables;
}
} // namespace mlgo
