// Configures, builds and links a package
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/PackageBuilder.h"
#include "build/PluginFile.h"
#include "corpus/Toolchain.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include <algorithm>
#include <glob.h>
#include <sstream>

namespace mlgo {
namespace {
using Pairs = std::vector<std::pair<std::string, std::string>>;

constexpr unsigned StepSeconds = 3600;
constexpr size_t MaxQuote = 300;

/// The first line of the log that looks like a complaint, or the last line.
std::string firstComplaint(const std::string &Log) {
  Result<std::string> Text = readFile(Log);
  if (!Text)
    return "";
  std::istringstream In(*Text);
  std::string Line, Last;
  while (std::getline(In, Line)) {
    if (!Line.empty())
      Last = Line;
    // What cmake complains of is in the next line.
    if (Line.find("CMake Error") != std::string::npos && std::getline(In, Line))
      Last += Line;
    else if (Line.find("error:") == std::string::npos)
      continue;
    break;
  }
  return Last.substr(0, MaxQuote);
}

Strings expandAll(const Strings &Texts, const Pairs &Values) {
  Strings Expanded;
  for (const std::string &Text : Texts)
    Expanded.push_back(expandPlaceholders(Text, Values));
  return Expanded;
}

class Builder {
public:
  Builder(const Recipe &R, const BuildRequest &Request)
      : R(R), Request(Request), Tools(Request), Tree(Request.Folder + "/tree"),
        Log(Request.Folder + "/log"), Environment(Tools.environment()) {
    Values = {{"SOURCE", Request.SourceTree},
              {"BUILD", Tree},
              {"RECIPE", R.Folder},
              {"CC", Tools.compiler(/*IsCxx=*/false)},
              {"CXX", Tools.compiler(/*IsCxx=*/true)},
              {"JOBS", std::to_string(Request.Jobs)}};
    for (const auto &[Name, UsedTree] : Request.UsedTrees)
      Values.emplace_back("SOURCE:" + Name, UsedTree);
  }

  Status run() {
    MLGO_TRY(makeFolders());
    MLGO_TRY(configure());
    Environment.insert(Environment.end(), Request.Environment.begin(),
                       Request.Environment.end());
    for (auto &[Name, Value] : Environment)
      if (Name == "MLGO_BUILD_STEP")
        Value = "1";
    MLGO_TRY(build());
    if (Request.LinkPrograms)
      for (const ProgramRecipe &Program : R.Programs)
        if (!Program.Sources.empty())
          MLGO_TRY(linkOwn(Program));
    return Success();
  }

private:
  bool inTree() const { return R.System != BuildSystem::CMake; }
  std::string workFolder() const {
    return R.BuildFolder.empty() ? Tree : Tree + "/" + R.BuildFolder;
  }

  Status makeFolders() {
    MLGO_TRY(checkHasNoBlank(Request.Folder, "--into, --work"));
    MLGO_TRY(makeEmptyFolder(Request.Folder));
    if (!inTree())
      MLGO_TRY(makeFolder(Tree));
    Status Written = Tools.write();
    if (!Written || !inTree())
      return Written;
    // Time stamps are kept: make would else run generators that are not there.
    return step("copy", {"cp", "-a", Request.SourceTree, Tree}, "/");
  }

  /// Whether the configure script is autoconf's, or as well behaved.
  bool knowsHost() const {
    Result<std::string> Script = readFile(workFolder() + "/configure");
    return Script && Script->find("--host") != Script->npos;
  }

  Status configure() {
    for (const Strings &Command : R.Prepare)
      MLGO_TRY(step("prepare", expandAll(Command, Values), workFolder()));
    Strings Command;
    if (R.System == BuildSystem::Autotools) {
      Command = {"./configure"};
      append(Command,
             Request.Settings.target().configureArguments(knowsHost()));
    } else if (R.System == BuildSystem::CMake) {
      Command = {"cmake",
                 "-G",
                 "Unix Makefiles",
                 "-S",
                 Request.SourceTree + "/" + R.BuildFolder,
                 "-B",
                 Tree,
                 "-DCMAKE_BUILD_TYPE=Release",
                 "-DBUILD_SHARED_LIBS=OFF",
                 "-DFETCHCONTENT_FULLY_DISCONNECTED=ON"};
      append(Command, Tools.cmakeArguments());
    } else {
      return Success();
    }
    append(Command, expandAll(R.Arguments, Values));
    return step("configure", Command, inTree() ? workFolder() : Tree);
  }

  Status build() {
    if (R.System == BuildSystem::Sources)
      return buildSources();
    Strings Command = {"make", "-j" + std::to_string(Request.Jobs)};
    if (R.System == BuildSystem::Make) {
      // Makefiles that set these do not look at the environment.
      append(Command, Tools.makeArguments());
      append(Command, expandAll(R.Arguments, Values));
    }
    append(Command, expandAll(R.Targets, Values));
    return step("build", Command, inTree() ? workFolder() : Tree);
  }

  Status buildSources() {
    Strings Files;
    for (const std::string &Pattern : expandAll(R.Sources, Values)) {
      glob_t Found = {};
      const std::string Full =
          Pattern[0] == '/' ? Pattern : workFolder() + "/" + Pattern;
      if (::glob(Full.c_str(), 0, nullptr, &Found) == 0)
        Files.insert(Files.end(), Found.gl_pathv,
                     Found.gl_pathv + Found.gl_pathc);
      ::globfree(&Found);
    }
    if (Files.empty())
      return Error("build: no file matches the recipe's sources");
    Strings Objects;
    MLGO_TRY(compile(Files, expandAll(R.Flags, Values), "objects", Objects));
    Strings Archive = {Tools.archiver(), "rcs",
                       Tree + "/lib" + R.Package + ".a"};
    append(Archive, Objects);
    return step("build", Archive, Tree);
  }

  /// Compiles \p Files below \p Folder of the build tree.
  Status compile(const Strings &Files, const Strings &Flags,
                 const std::string &Folder, Strings &Objects) {
    std::error_code Failure;
    size_t Number = 0;
    for (const std::string &File : Files) {
      // As ninja and CMake write it, for people and for those who count.
      MLGO_TRY(appendToFile(Log, "",
                            "[" + std::to_string(++Number) + "/" +
                                std::to_string(Files.size()) + "] " + File +
                                "\n"));
      // Two sources may share a name, so the object is named after the place.
      std::string Name = File;
      for (const auto &[Key, Prefix] : Values)
        if (Name.rfind(Prefix + "/", 0) == 0)
          Name = Name.substr(Prefix.size() + 1);
      std::replace(Name.begin(), Name.end(), '/', '_');
      const std::string Object = Tree + "/" + Folder + "/" + Name + ".o";
      fs::create_directories(Tree + "/" + Folder, Failure);
      const bool IsC = fs::path(File).extension() == ".c";
      Strings Command = {Tools.compiler(!IsC)};
      append(Command, Flags);
      append(Command, {"-c", File, "-o", Object});
      MLGO_TRY(step("compile", Command, workFolder()));
      Objects.push_back(Object);
    }
    return Success();
  }

  Status linkOwn(const ProgramRecipe &Program) {
    Strings Files, Objects;
    for (const std::string &Source : expandAll(Program.Sources, Values))
      Files.push_back(Source[0] == '/' ? Source : R.Folder + "/" + Source);
    const Strings Flags = expandAll(Program.Flags, Values);
    MLGO_TRY(compile(Files, Flags, "programs/" + Program.Name + ".o", Objects));
    Strings Command = {Tools.compiler(R.IsCxx)};
    append(Command, Objects);
    append(Command, expandAll(Program.Libraries, Values));
    append(Command, {"-o", programPath(Program, Request.Folder)});
    return step("link " + Program.Name, Command, Tree);
  }

  Status step(const std::string &Name, const Strings &Arguments,
              const std::string &Folder) {
    ChildCommand Command;
    Command.Arguments = Arguments;
    Command.Folder = Folder;
    Command.Environment = Environment;
    Command.LogFile = Log;
    Command.DeadlineSeconds = StepSeconds;
    ChildOutcome Outcome = MLGO_TRY(runChild(Command).in(Name));
    if (Outcome.ExitCode != 0)
      return Error(Name + ": " + Arguments[0] + ": exit code " +
                   std::to_string(Outcome.ExitCode) + ", see " + Log + ": " +
                   firstComplaint(Log));
    return Success();
  }

  const Recipe &R;
  const BuildRequest &Request;
  const Toolchain Tools;
  std::string Tree, Log;
  Pairs Values, Environment;
};
} // namespace

Status buildPackage(const Recipe &R, const BuildRequest &Request) {
  MLGO_TRY(Request.Settings.check());
  return Builder(R, Request).run();
}

std::string programPath(const ProgramRecipe &Program,
                        const std::string &BuildFolder) {
  return BuildFolder + "/tree/" +
         (Program.Path.empty() ? "programs/" + Program.Name : Program.Path);
}

std::string expandPlaceholders(std::string Text, const Pairs &Values) {
  for (const auto &[Name, Value] : Values) {
    const std::string Marked = "@" + Name + "@";
    for (size_t At = Text.find(Marked); At != std::string::npos;
         At = Text.find(Marked, At + Value.size()))
      Text.replace(At, Marked.size(), Value);
  }
  return Text;
}

Strings missingPackages(const Strings &Names) {
  Strings Missing;
  for (const std::string &Package : Names) {
    ChildCommand Query;
    Query.Arguments = {"dpkg-query", "-W", "-f=${db:Status-Status}", Package};
    Query.DeadlineSeconds = 60;
    Result<ChildOutcome> Outcome = runChild(Query);
    if (!Outcome || Outcome->Output.rfind("installed", 0) != 0)
      Missing.push_back(Package);
  }
  return Missing;
}
} // namespace mlgo
