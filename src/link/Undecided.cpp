// Why nothing was decided in a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Undecided.h"
#include "build/CompilerNames.h"
#include "build/Obstacles.h"
#include "support/Text.h"
#include <algorithm>

namespace mlgo {
namespace {
using Sentences = std::vector<std::string>;

void append(Sentences &To, Sentences From) {
  To.insert(To.end(), std::make_move_iterator(From.begin()),
            std::make_move_iterator(From.end()));
}

/// Whether the build's cargo optimises, as far as its words say.
bool isRelease(const std::vector<std::string> &Command) {
  return std::any_of(
      Command.begin(), Command.end(), [](const std::string &Word) {
        for (const char *Part : {"--release", "--profile", "install", " -r"})
          if (Word.find(Part) != Word.npos)
            return true;
        return Word == "-r";
      });
}

Sentences findLevels(const RunSummary &S) {
  Sentences Found;
  for (const auto &[Place, Modules] : S.of(defaultTask()).Unserved)
    if (Place == "link")
      Found.push_back(countThings(Modules, "file") +
                      " left to a link that does not load the plugin; expected "
                      "-fuse-ld=lld");
    else if (Place != "rustc-link")
      Found.push_back(countThings(Modules, "file") + " compiled " +
                      (Place == "O2" || Place == "Os"
                           ? "at -" + Place +
                                 ", which no policy is for; "
                                 "expected " +
                                 S.LevelOption + ", which makes it -Oz"
                           : "for " + Place + ", which no policy is for"));
  if (S.Rust && S.Rust->takesPlugin() && !isRelease(S.Command))
    Found.push_back("cargo compiles at opt-level 0 without --release; expected "
                    "cargo build --release");
  if (!Found.empty() || !S.Files.ClangMajors.count(S.LLVMMajor))
    return Found;
  Found = findMissingLevels(S.Command, S.Folder);
  const std::string Objects =
      countThings(S.Files.ByClang, "object") + " at -O0";
  if (!S.HasLevel)
    Found.insert(Found.begin(), Objects +
                                    ", which is clang's level where a build "
                                    "names none and optimises nothing; " +
                                    S.LevelOption +
                                    " makes it -Oz unless the build says -O0 "
                                    "itself");
  else if (Found.empty())
    Found.push_back(Objects + ", which the build says itself; expected one "
                              "that says -Oz or no level");
  return Found;
}
} // namespace

bool isUndecided(const RunSummary &S) {
  // Beside inlining, which says where it has no policy, the others count what
  // stock decides, too: at -O2, and files at -O0.
  const TaskCounts &Calls = S.of(defaultTask());
  const bool HasInliner = !Calls.Names.empty() || !Calls.Unserved.empty();
  bool IsCounted = false;
  for (const Task &T : allTasks()) {
    if (&T == &defaultTask())
      continue;
    if (S.of(T).Differ || S.of(T).Reassigned)
      return false;
    IsCounted |= S.of(T).Modules && T.Words.Differing.empty();
  }
  return Calls.Modules == 0 && (HasInliner || !IsCounted);
}

Sentences findForeignCompilers(const RunSummary &S) {
  const std::string Clang = "clang-" + std::to_string(S.LLVMMajor);
  Sentences Found;
  if (S.Rust && !S.Rust->takesPlugin())
    Found.push_back(describeObstacle(*S.Rust, S.LLVMMajor));
  append(Found, findOtherCompilers(S.OthersLog));
  if (S.Files.ByGCC || !S.Files.ByClang)
    append(Found, findFixedCompilers(S.Command, S.Folder));
  if (S.Files.ByGCC && Found.empty())
    Found.push_back("gcc, which takes no plugins of LLVM, compiled " +
                    countThings(S.Files.ByGCC, "object") + "; expected " +
                    Clang + ", as of make CC=" + Clang + " CXX=clang++-" +
                    std::to_string(S.LLVMMajor));
  for (const unsigned Major : S.Files.ClangMajors)
    if (Major != S.LLVMMajor && Found.empty())
      Found.push_back("the build compiles with clang-" + std::to_string(Major) +
                      "; expected " + Clang +
                      (isServedLLVMMajor(Major)
                           ? ", or --llvm " + std::to_string(Major)
                           : ""));
  if (std::string Idle = findIdleness(S.BuildLog);
      Found.empty() && !Idle.empty())
    Found.push_back(std::move(Idle));
  return Found;
}

Sentences explainUndecided(const RunSummary &S) {
  Sentences Found = findForeignCompilers(S);
  // Their objects look as those at -O0 do: no plugin was loaded here.
  if (Found.empty() && S.of(defaultTask()).Unserved.empty())
    if (auto Remote = findRemoteCompilers(S.Command, S.Folder); !Remote.empty())
      return Remote;
  append(Found, findLevels(S));
  const std::string Clang = "clang-" + std::to_string(S.LLVMMajor);
  if (Found.empty() && findProgram(Clang).empty())
    Found.push_back("PATH has no " + Clang + "; install the package " + Clang);
  if (Found.empty())
    Found.push_back(
        Clang +
        " compiled nothing; is all up to date, or is the build configured for "
        "another compiler or major (--llvm)?");
  return Found;
}
} // namespace mlgo
