// A build, watched, and its corpus
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/Build.h"
#include "build/CompilerNames.h"
#include "build/Obstacles.h"
#include "build/Overrides.h"
#include "build/PluginFile.h"
#include "compile/ProgramResolver.h"
#include "link/Undecided.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include <algorithm>
#include <cstdlib>

namespace mlgo {
/// What files get that are at no level which is kept.
static std::string levelOf(const TuneBuild &Build) {
  if (Build.Setting.Level != CodeLevel::AsBuilt)
    return nameOf(Build.Setting.Level);
  return nameOf(Build.IsForSpeed ? CodeLevel::O2 : CodeLevel::Oz);
}

static WrapperFlags flagsFor(const TuneBuild &Build) {
  BuildSettings Settings;
  Settings.HasUnwindTables = !Build.Setting.DropsUnwindTables;
  const bool KeepsLevels = Build.Setting.Level == CodeLevel::AsBuilt;
  Settings.Level = levelOf(Build);
  WrapperFlags Flags = buildFlags(Settings);
  if (KeepsLevels && Build.IsForSpeed)
    Flags.KeptLevels = {"-O2", "-O3", "-Ofast"};
  else if (KeepsLevels)
    Flags.KeptLevels = {"-Os", "-Oz"};
  Flags.Link.insert(Flags.Link.end(), Build.LinkFlags.begin(),
                    Build.LinkFlags.end());
  Flags.CompilesApart = true;
  Flags.IgnoresOverrides = true;
  for (const std::string &Flag :
       Build.Flags.empty() ? embedBitcodeFlags() : Build.Flags)
    Flags.Compile.push_back(Flag);
  return Flags;
}

/// Compilers that embed bitcode, under all names.
static Status writeToolchain(const TuneBuild &Build,
                             const std::string &Folder) {
  MLGO_TRY(checkHasNoBlank(Folder, "--work"));
  MLGO_TRY(makeEmptyFolder(Folder));
  const auto Script = [&](const std::string &, const std::string &Compiler,
                          const BuildTarget *Target) {
    WrapperFlags Flags = flagsFor(Build);
    if (Target) {
      Flags.Always = Target->Flags;
      // What is logged of a link is to say for which machine it is.
      Flags.Link.insert(Flags.Link.end(), Target->Flags.begin(),
                        Target->Flags.end());
    }
    return compilerWrapper(Compiler, Flags);
  };
  return writeCompilerNames(Folder, Build.LLVMMajor, Script);
}

/// All objects of the build, but for those that mlgo tune itself keeps.
static Result<CorpusInputs> findObjects(const TuneBuild &Build,
                                        const std::string &Tree) {
  CorpusInputs Inputs = MLGO_TRY(objectsInFolder(Tree));
  const auto IsOurs = [&](const CorpusObject &Object) {
    return Object.Path.compare(0, Build.Work.size() + 1, Build.Work + "/") == 0;
  };
  Inputs.Objects.erase(
      std::remove_if(Inputs.Objects.begin(), Inputs.Objects.end(), IsOurs),
      Inputs.Objects.end());
  std::error_code Failure;
  if (!fs::exists(objectsOf(Build), Failure))
    return Inputs;
  CorpusInputs Apart = MLGO_TRY(objectsInFolder(objectsOf(Build)));
  for (CorpusObject &Object : Apart.Objects) {
    Object.Module = "tune-objects/" + Object.Module;
    Inputs.Objects.push_back(std::move(Object));
  }
  return Inputs;
}

/// Where compilers of other versions are noted.
static std::string othersOf(const TuneBuild &Build) {
  return Build.Work + "/others";
}

/// What is known of a build that began at \p Start.
static RunSummary summarize(const TuneBuild &Build, fs::file_time_type Start) {
  RunSummary Summary;
  Summary.LLVMMajor = Build.LLVMMajor;
  Summary.Command = Build.Command;
  Summary.Files = findBuiltFiles(fs::current_path(), Start);
  Summary.OthersLog = othersOf(Build);
  return Summary;
}

/// Why no compiler of ours linked anything.
static Error explainNoLinks(const TuneBuild &Build, RunSummary Summary) {
  Summary.BuildLog = Build.Work + "/build.log";
  Strings Causes = findForeignCompilers(Summary);
  if (Causes.empty())
    Causes.push_back("was everything up to date? A build of archives alone is "
                     "tuned with --as-library. What it printed is in " +
                     Summary.BuildLog);
  return Error("the build linked no program through CC, CXX or PATH; " +
               joinText(Causes, "; "));
}

/// Without what configure and CMake link to see whether it can be linked, and
/// then forget.
static std::vector<LinkCommand>
dropProbes(const std::vector<LinkCommand> &Links) {
  std::vector<LinkCommand> Kept;
  for (const LinkCommand &Command : Links) {
    const std::optional<LinkLine> Line = parseLinkLine(Command);
    if (!Line || isProbe(*Line))
      continue;
    Kept.push_back(Command);
  }
  return Kept;
}

/// The version of the clang that wrote \p Bitcode; 0 if it does not say.
static unsigned findMajor(const std::string &Bitcode) {
  constexpr std::string_view Signature = "clang version ";
  const size_t At = Bitcode.find(Signature);
  return At == Bitcode.npos
             ? 0
             : std::strtoul(Bitcode.c_str() + At + Signature.size(), nullptr,
                            10);
}

/// Fails if all of \p Corpus was compiled by clangs of other versions, which do
/// not load the plugin.
static Status checkCompilers(unsigned Major, const std::string &Corpus,
                             const ExtractedCorpus &Extracted) {
  unsigned Other = 0;
  for (const ExtractedModule &Module : Extracted.Modules) {
    const auto Bitcode = readFile(Corpus + "/" + Module.Name + ".bc");
    const unsigned Found = Bitcode ? findMajor(*Bitcode) : 0;
    if (Found == Major || Found == 0)
      return Success();
    Other = Found;
  }
  if (!Other)
    return Success();
  return Error(
      "the build compiles with clang-" + std::to_string(Other) + "; expected " +
      (isServedLLVMMajor(Other) ? "--llvm " + std::to_string(Other) + ", or "
                                : "") +
      "the names clang, clang++, cc or c++");
}

std::string objectsOf(const TuneBuild &Build) {
  return Build.Work + "/objects";
}

Status runLogged(const ChildCommand &Command,
                 const std::function<void(const std::string &)> &Tell) {
  std::error_code Ignored;
  fs::remove(Command.LogFile, Ignored);
  Tell("tune: " + describe(Command));
  const ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode != 0)
    return Error(describe(Command) + ": exit code " +
                 std::to_string(Outcome.ExitCode) + ", see " + Command.LogFile);
  return Success();
}

Result<std::vector<LinkCommand>> runTuneBuild(const TuneBuild &Build) {
  const ScratchFolder Scratch = MLGO_TRY(ScratchFolder::create());
  // Make would split a path with a blank: compilers stay elsewhere then.
  const std::string Toolchain =
      (Build.Work.find_first_of(" \t") == Build.Work.npos ? Build.Work
                                                          : Scratch.path()) +
      "/toolchain";
  const std::string Links = Build.Work + "/links";
  MLGO_TRY(writeToolchain(Build, Toolchain));
  // It stands in a user's checkout.
  MLGO_TRY(writeFileAtomically(Build.Work + "/.gitignore", "*\n"));
  std::error_code Ignored;
  fs::remove(Links, Ignored);
  fs::remove(othersOf(Build), Ignored);
  fs::remove_all(objectsOf(Build), Ignored);
  MLGO_TRY(watchOtherCompilers(Toolchain, Build.LLVMMajor, othersOf(Build)));
  ChildCommand Command;
  Command.Arguments = Build.Command;
  Command.LogFile = Build.Work + "/build.log";
  Command.Environment = {{"CC", Toolchain + "/clang"},
                         {"CXX", Toolchain + "/clang++"},
                         {"PATH", pathWith(Toolchain)},
                         {"MLGO_OBJECTS", objectsOf(Build)},
                         // What a build runs of itself is no workload.
                         {"LLVM_PROFILE_FILE", "/dev/null"},
                         {"MLGO_LINK_LOG", Links}};
  for (auto &Variable : MLGO_TRY(overrideCompilers(
           flagsFor(Build), levelOf(Build), Build.LLVMMajor, Scratch.path())))
    Command.Environment.push_back(std::move(Variable));
  Command.Environment.insert(Command.Environment.end(),
                             Build.Environment.begin(),
                             Build.Environment.end());
  // Clocks of file systems tick slowly.
  const auto Start =
      fs::file_time_type::clock::now() - std::chrono::milliseconds(20);
  MLGO_TRY(runLogged(Command, Build.Tell));
  const RunSummary Summary = summarize(Build, Start);
  Result<std::string> Log = readFile(Links);
  if (!Log && !Build.IsLibrary)
    return explainNoLinks(Build, Summary);
  if (Summary.Files.ByGCC)
    for (const std::string &Cause : findForeignCompilers(Summary))
      Build.Tell("tune: not covered: " + Cause);
  if (!Log)
    return std::vector<LinkCommand>();
  return parseLinkLog(*Log);
}

Status extractTuneBuild(const TuneBuild &Build,
                        const std::vector<LinkCommand> &Links,
                        const std::string &Corpus) {
  ProgramSelection Selection;
  Selection.BuildTree = fs::current_path().string();
  Selection.KeepsShared = true;
  Selection.PackageName = fs::current_path().filename().string();
  CorpusInputs Inputs = MLGO_TRY(findObjects(Build, Selection.BuildTree));
  ExtractionOptions Extraction;
  Extraction.Jobs = Build.Jobs;
  auto Done = MLGO_TRY(extractCorpus(
      Inputs, Extraction, Corpus,
      [&](const std::string &Folder, ExtractedCorpus &Extracted) -> Status {
        auto Programs = MLGO_TRY(
            resolvePrograms(dropProbes(Links), Selection, Folder, Extracted));
        return writeCorpusPrograms(Folder, Programs);
      }));
  MLGO_TRY(checkCompilers(Build.LLVMMajor, Corpus, Done));
  for (const CorpusFailure &Each : Done.Failures)
    Build.Tell("tune: left out: " + Each.What + ": " + Each.Why);
  Build.Tell("tune: " + std::to_string(Done.Modules.size()) + " modules in " +
             Corpus);
  return Success();
}

Result<BuiltCorpus> readBuiltCorpus(const std::string &Corpus,
                                    const CodeSetting &Setting) {
  BuiltCorpus Built;
  auto Description = MLGO_TRY(readCorpusDescription(Corpus));
  for (const std::string &Module : Description.Modules) {
    // What cannot be read is left out of the search, which says so.
    const auto Code = readBuiltCode(Corpus + "/" + Module + ".bc");
    if (!Code)
      continue;
    if (!Code->Functions.empty())
      Built.Levels.insert(nameOf(
          Setting.Level == CodeLevel::AsBuilt ? Code->Level : Setting.Level));
    Built.Targets.insert(Code->Target);
  }
  return Built;
}
} // namespace mlgo
