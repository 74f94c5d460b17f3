// Why a build cannot be watched
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/Obstacles.h"
#include "build/CompilerWrapper.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

namespace mlgo {
static Strings linesOf(const std::string &File) {
  Strings Lines;
  if (const auto Text = readFile(File)) {
    std::istringstream In(*Text);
    for (std::string Line; std::getline(In, Line);)
      Lines.push_back(Line);
  }
  return Lines;
}

/// Files called \p Name here and in the folders right below.
static std::vector<fs::path> filesCalled(const char *Name) {
  std::vector<fs::path> Found;
  std::error_code Failure;
  if (fs::exists(Name, Failure))
    Found.push_back(Name);
  for (fs::directory_iterator I(".", Failure), E; !Failure && I != E;
       I.increment(Failure))
    if (fs::exists(I->path() / Name, Failure))
      Found.push_back((I->path() / Name).lexically_normal());
  return Found;
}

/// A compiler by its path in \p Command, as in CC=/usr/bin/cc, or in a
/// makefile.
static void findPaths(const Strings &Command, Strings &Obstacles) {
  static const std::regex Assigned(
      R"((^|[\s;])((CMAKE_)?(C|CXX)(C|_COMPILER)?)\s*[:?]?=\s*['"]?(/\S+))");
  const auto Look = [&](const std::string &Text, const std::string &Where) {
    std::smatch Match;
    if (Text.size() > 10000 || !std::regex_search(Text, Match, Assigned))
      return;
    const fs::path Path = Match[6].str();
    Obstacles.push_back(Where + " names a compiler by its path, " +
                        Match[2].str() + "=" + Path.string() +
                        "; expected a name that PATH finds, " + Match[2].str() +
                        "=" + Path.filename().string());
  };
  for (const std::string &Word : Command)
    Look(Word, "the command");
  for (const char *Name : {"Makefile", "GNUmakefile", "makefile"})
    for (const fs::path &File : filesCalled(Name))
      for (const std::string &Line : linesOf(File.string()))
        if (Line.compare(0, 1, "C") == 0)
          Look(Line, File.string());
}

/// Trees that CMake configured with another compiler keep it.
static void findCaches(Strings &Obstacles) {
  for (const fs::path &File : filesCalled("CMakeCache.txt"))
    for (const std::string &Line : linesOf(File.string())) {
      static const std::regex Entry("CMAKE_C(XX)?_COMPILER:[A-Z]+=(.+)");
      std::smatch Match;
      if (Line.size() > 10000 || !std::regex_match(Line, Match, Entry))
        continue;
      Obstacles.push_back(
          File.string() + " was configured with " + Match[2].str() +
          " and keeps it; expected a command that configures, too, in a new "
          "folder: sh -c 'cmake -B tuned && cmake --build tuned'");
      break;
    }
}

Status watchOtherCompilers(const std::string &Folder, unsigned Major,
                           const std::string &Log) {
  static const std::regex Numbered(
      R"((clang|clang\+\+|gcc|g\+\+|cc|c\+\+)-([0-9]+))");
  const char *Path = std::getenv("PATH");
  std::istringstream Folders(Path ? Path : "/usr/bin");
  std::set<std::string> Done;
  for (std::string From; std::getline(Folders, From, ':');) {
    std::error_code Failure;
    for (fs::directory_iterator I(From, Failure), E; !Failure && I != E;
         I.increment(Failure)) {
      const std::string Name = I->path().filename().string();
      std::smatch Match;
      if (!std::regex_match(Name, Match, Numbered) ||
          (Name[0] == 'c' && Name[1] == 'l' &&
           Match[2].str() == std::to_string(Major)) ||
          !Done.insert(Name).second)
        continue;
      MLGO_TRY(writeExecutable(
          Folder + "/" + Name,
          "#!/bin/sh\necho " + Name + " >>" + quoteForShell(Log) + "\nexec " +
              quoteForShell(I->path().string()) + " \"$@\"\n"));
    }
  }
  return Success();
}

Strings findFixedCompilers(const Strings &Command) {
  Strings Obstacles;
  findPaths(Command, Obstacles);
  findCaches(Obstacles);
  return Obstacles;
}

Strings findBuildObstacles(const Strings &Command, const std::string &Others,
                           const std::string &Log) {
  Strings Obstacles;
  const Strings Called = linesOf(Others);
  for (const std::string &Name :
       std::set<std::string>(Called.begin(), Called.end())) {
    const std::string Number = Name.substr(Name.rfind('-') + 1);
    Obstacles.push_back(
        "the build compiles with " + Name + "; expected " +
        (Name.compare(0, 5, "clang") == 0 ? "--llvm " + Number + ", or " : "") +
        "the names clang, clang++, cc or c++");
  }
  for (std::string &Fixed : findFixedCompilers(Command))
    Obstacles.push_back(std::move(Fixed));
  for (const std::string &Line : linesOf(Log))
    for (const char *Idle :
         {"no work to do", "Nothing to be done", "is up to date"})
      if (Obstacles.empty() && Line.find(Idle) != Line.npos)
        Obstacles.push_back("nothing was built, it says '" + Line +
                            "'; expected everything to be built anew: clean "
                            "first");
  if (Obstacles.empty())
    Obstacles.push_back("was everything up to date? A build of archives alone "
                        "is tuned with --as-library. What it printed is in " +
                        Log);
  return Obstacles;
}
} // namespace mlgo
