// Why a build cannot be watched
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/Obstacles.h"
#include "build/CompilerWrapper.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "tensor/JSON.h"
#include <algorithm>
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

/// What \p Name is called in \p Folder and in the folders right below, as seen
/// from there.
static std::vector<fs::path> filesCalled(const char *Name,
                                         const fs::path &Folder) {
  std::vector<fs::path> Found;
  std::error_code Failure;
  if (fs::exists(Folder / Name, Failure))
    Found.push_back(Name);
  for (fs::directory_iterator I(Folder, Failure), E; !Failure && I != E;
       I.increment(Failure))
    if (fs::exists(I->path() / Name, Failure))
      Found.push_back(I->path().filename() / Name);
  std::sort(Found.begin(), Found.end());
  return Found;
}

/// The trees that have a file \p Name, of those in \p Folder and right below:
/// of several, those that \p Command names.
static std::vector<fs::path> findTrees(const char *Name, const Strings &Command,
                                       const fs::path &Folder) {
  std::vector<fs::path> Trees, Named;
  for (const fs::path &File : filesCalled(Name, Folder)) {
    const fs::path Tree = File.parent_path();
    Trees.push_back(Tree.empty() ? "." : Tree);
    if (std::any_of(
            Command.begin(), Command.end(), [&](const std::string &Word) {
              return !Tree.empty() && Word.find(Tree.string()) != Word.npos;
            }))
      Named.push_back(Tree);
  }
  return Named.empty() ? Trees : Named;
}

/// Calls \p Look for the command and for lines of makefiles that begin with a
/// "C", and says what they are of.
template <typename LookT>
static void lookAtWords(const Strings &Command, const fs::path &Folder,
                        const LookT &Look) {
  // Regular expressions of the library are slow, and deep, on long lines.
  constexpr size_t Longest = 10000;
  for (const std::string &Word : Command)
    if (Word.size() <= Longest)
      Look(Word, "the command");
  for (const char *Name : {"Makefile", "GNUmakefile", "makefile"})
    for (const fs::path &File : filesCalled(Name, Folder))
      for (const std::string &Line : linesOf((Folder / File).string()))
        if (Line.compare(0, 1, "C") == 0 && Line.size() <= Longest)
          Look(Line, File.string());
}

/// A compiler by its path in \p Command, as in CC=/usr/bin/cc, or in a
/// makefile.
static void findPaths(const Strings &Command, const fs::path &Folder,
                      Strings &Obstacles) {
  static const std::regex Assigned(
      R"((^|[\s;]|-D)((CMAKE_)?(C|CXX)(C|_COMPILER)?)(:[A-Z]+)?\s*[:?]?=\s*['"]?(/\S+))");
  lookAtWords(
      Command, Folder, [&](const std::string &Text, const std::string &Where) {
        std::smatch Match;
        if (!std::regex_search(Text, Match, Assigned))
          return;
        const fs::path Path = Match[7].str();
        Obstacles.push_back(Where + " names a compiler by its path, " +
                            Match[2].str() + "=" + Path.string() +
                            "; expected a name that PATH finds, " +
                            Match[2].str() + "=" + Path.filename().string());
      });
}

/// A compiler by its path as a command of its own, as in a shell's script.
static void findCalls(const Strings &Command, Strings &Obstacles) {
  static const std::regex Called(
      R"((^|[\s;&|(])(/\S*/((gcc|g\+\+|cc|c\+\+)(-[0-9]+)?))(\s|$))");
  for (const std::string &Word : Command) {
    std::smatch Match;
    if (Word.size() > 10000 || !std::regex_search(Word, Match, Called))
      continue;
    Obstacles.push_back("the command calls " + Match[2].str() +
                        "; expected a name that PATH finds, " + Match[3].str());
  }
}

Strings findRemoteCompilers(const Strings &Command, const fs::path &Folder) {
  static const std::regex Called(
      R"((^|[\s;&|(=/'"])(distcc|icecc|sccache|bazel)($|[\s'"]))");
  Strings Found;
  const auto Look = [&](const std::string &Text, const std::string &Where) {
    if (std::smatch Match; std::regex_search(Text, Match, Called))
      Found.push_back(Where + " calls " + Match[2].str() +
                      ", which compiles where decisions are not counted; "
                      "expected mlgo-clang instead of clang, which decides "
                      "there, too");
  };
  lookAtWords(Command, Folder, Look);
  for (const char *Name : {"CC", "CXX", "CCACHE_PREFIX"})
    if (const char *Value = std::getenv(Name))
      Look(Value, std::string("the variable ") + Name);
  return Found;
}

/// The value in the first line of \p File that is an \p Entry; empty: there is
/// none.
static std::string readEntry(const fs::path &File, const std::regex &Entry) {
  for (const std::string &Line : linesOf(File.string())) {
    std::smatch Match;
    if (Line.size() <= 10000 && std::regex_match(Line, Match, Entry))
      return Match[1].str();
  }
  return "";
}

/// Trees that CMake or Meson configured with another compiler keep it.
static void findConfigured(const Strings &Command, const fs::path &Folder,
                           Strings &Obstacles) {
  static const std::regex CMake("CMAKE_C(?:XX)?_COMPILER:[A-Z]+=(.+)"),
      Meson(R"( command = (?:ccache )?(/\S+) \$ARGS .*-c .*)");
  for (const fs::path &Tree : findTrees("CMakeCache.txt", Command, Folder)) {
    const fs::path File = (Tree / "CMakeCache.txt").lexically_normal();
    if (const std::string Compiler = readEntry(Folder / File, CMake);
        !Compiler.empty())
      Obstacles.push_back(
          File.string() + " was configured with " + Compiler +
          " and keeps it; expected a command that configures, too, in a new "
          "folder: sh -c 'cmake -B tuned && cmake --build tuned'");
  }
  for (const fs::path &Tree : findTrees("meson-info", Command, Folder)) {
    const fs::path File = (Tree / "build.ninja").lexically_normal();
    if (const std::string Compiler = readEntry(Folder / File, Meson);
        !Compiler.empty())
      Obstacles.push_back(
          File.string() + " was set up with " + Compiler +
          " and keeps it; expected a command that sets up, too, in a new "
          "folder: sh -c 'meson setup tuned && ninja -C tuned'");
  }
}

/// What Meson's tree \p Tree has as the option \p Name.
static std::string readMesonOption(const fs::path &Tree, const char *Name) {
  const auto Text =
      readFile((Tree / "meson-info/intro-buildoptions.json").string());
  const auto Options = parseJSON(Text ? *Text : std::string());
  const auto readText = [](const OrderedJSON &Option, const char *Key) {
    const auto Found = Option.is_object() ? Option.find(Key) : Option.end();
    return Found != Option.end() && Found->is_string()
               ? Found->get<std::string>()
               : std::string();
  };
  if (Options.is_array())
    for (const OrderedJSON &Option : Options)
      if (readText(Option, "name") == Name)
        return readText(Option, "value");
  return "";
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

Strings findFixedCompilers(const Strings &Command, const fs::path &Folder) {
  Strings Obstacles;
  findPaths(Command, Folder, Obstacles);
  findCalls(Command, Obstacles);
  findConfigured(Command, Folder, Obstacles);
  return Obstacles;
}

Strings findMissingLevels(const Strings &Command, const fs::path &Folder) {
  Strings Obstacles;
  static const std::regex Unoptimised(R"(((C|CXX)FLAGS)\b.*[\s='"]-O0\b)");
  lookAtWords(Command, Folder,
              [&](const std::string &Text, const std::string &Where) {
                std::smatch Match;
                if (std::regex_search(Text, Match, Unoptimised))
                  Obstacles.push_back(Where + " says -O0 in " + Match[1].str() +
                                      "; expected " + Match[1].str() + "=-Oz");
              });
  for (const fs::path &Tree : findTrees("meson-info", Command, Folder))
    if (readMesonOption(Folder / Tree, "optimization") == "0")
      Obstacles.push_back(
          Tree.string() + " was set up by Meson with buildtype=" +
          readMesonOption(Folder / Tree, "buildtype") +
          ", which is -O0; expected meson setup --buildtype=minsize, or meson "
          "configure " +
          Tree.string() + " --buildtype=minsize");
  static const std::regex Type("CMAKE_BUILD_TYPE:[A-Z]+=(.*)");
  for (const fs::path &Tree : findTrees("CMakeCache.txt", Command, Folder)) {
    const fs::path File = (Tree / "CMakeCache.txt").lexically_normal();
    const std::string Found = readEntry(Folder / File, Type);
    if (Found.empty() || Found == "Debug")
      Obstacles.push_back(
          File.string() + " has " +
          (Found.empty() ? "no build type" : "the build type " + Found) +
          "; expected cmake -DCMAKE_BUILD_TYPE=MinSizeRel");
  }
  return Obstacles;
}

Strings findOtherCompilers(const std::string &Others) {
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
  return Obstacles;
}

std::string findIdleness(const std::string &Log) {
  for (const std::string &Line : linesOf(Log))
    for (const char *Idle :
         {"no work to do", "Nothing to be done", "is up to date"})
      if (Line.find(Idle) != Line.npos)
        return "nothing was built, it says '" + Line +
               "'; expected everything to be built anew: clean first";
  return "";
}
} // namespace mlgo
