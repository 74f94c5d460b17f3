// Builds by cargo that are tuned
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/Cargo.h"
#include "build/RustCompiler.h"
#include "compile/RustCorpus.h"
#include "link/ProgramSize.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "tune/CorpusBuild.h"

namespace mlgo {
/// The target folder of the build that is searched.
static std::string targetOf(const std::string &Work) { return Work + "/cargo"; }

static Result<std::vector<std::string>> readCommand(const TuneOptions &Options,
                                                    const std::string &Work) {
  if (!Options.Build.empty())
    return Options.Build;
  return readBuildCommand(Work);
}

static Result<RustCompiler> findRust(const TuneOptions &Options) {
  RustCompiler Rust = findRustCompiler(Options.LLVMMajor);
  if (!Rust.takesPlugin())
    return Error(describeObstacle(Rust, Options.LLVMMajor));
  return Rust;
}

/// Only fat LTO with one unit has all code of a program in one module.
static Variables describeProfile(const RustCompiler &Rust) {
  Variables All = describeCargo(Rust, "Oz", /*Smallest=*/false);
  All.emplace_back("CARGO_PROFILE_RELEASE_LTO", "fat");
  All.emplace_back("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1");
  return All;
}

static Status runCargo(const TuneOptions &Options, const std::string &Work,
                       std::vector<std::string> Command,
                       Variables Environment) {
  ChildCommand Child;
  Child.Arguments = std::move(Command);
  Child.Environment = std::move(Environment);
  Child.LogFile = Work + "/build.log";
  return runLogged(Child, Options.Tell);
}

/// Where the build of \p Merged, which rustc left in the folder `deps`, has the
/// program \p Name: crates have `_` where programs may have `-`.
static std::string findProgram(const std::string &Merged,
                               const std::string &Name) {
  std::error_code Failure;
  for (fs::directory_iterator
           Entry(fs::path(Merged).parent_path().parent_path(), Failure),
       End;
       !Failure && Entry != End; Entry.increment(Failure)) {
    std::string File = Entry->path().filename().string();
    std::replace(File.begin(), File.end(), '-', '_');
    if (File == Name && Entry->is_regular_file())
      return Entry->path().string();
  }
  return "";
}

/// The programs of the build that was searched, by their names in the corpus,
/// and where they are below a target folder.
static Result<std::vector<std::pair<std::string, std::string>>>
findPrograms(const std::string &Work) {
  std::vector<std::pair<std::string, std::string>> Found;
  for (const std::string &Merged : MLGO_TRY(findRustPrograms(targetOf(Work)))) {
    const std::string Name = nameRustProgram(Merged);
    const std::string File = findProgram(Merged, Name);
    if (!File.empty())
      Found.emplace_back(
          Name, fs::path(File).lexically_relative(targetOf(Work)).string());
  }
  return Found;
}

/// Measures them in \p Target.
static Result<std::vector<NamedSize>>
measurePrograms(const TuneOptions &Options, const std::string &Work,
                const std::string &Target) {
  std::vector<NamedSize> Sizes;
  for (const auto &[Name, File] : MLGO_TRY(findPrograms(Work)))
    if (const auto Size =
            measureProgram(Target + "/" + File, Options.LLVMMajor))
      Sizes.push_back({Name, Size->Text});
  return Sizes;
}

/// The target folder of the crate in the current folder.
static Result<std::string> findTarget(const std::string &Cargo) {
  ChildCommand Command;
  Command.Arguments = {Cargo, "metadata", "--format-version=1", "--no-deps",
                       "--offline"};
  const ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  const auto Metadata = parseJSON(Outcome.Output);
  const auto Found =
      Metadata.is_object() ? Metadata.find("target_directory") : Metadata.end();
  if (Outcome.ExitCode != 0 || Found == Metadata.end() || !Found->is_string())
    return Error(describe(Command) + ": names no target folder: " +
                 Outcome.ErrorOutput.substr(0, 500));
  return Found->get<std::string>();
}

bool isCargo(const TuneOptions &Options, const std::string &Work) {
  const auto Command = readCommand(Options, Work);
  return Command && !Command->empty() &&
         fs::path(Command->front()).filename() == "cargo";
}

Status checkCargo(const TuneOptions &Options) {
  const char *Other = Options.isForSpeed()     ? "--objective cycles"
                      : !Options.Page.empty()  ? "--report"
                      : !Options.Model.empty() ? "--train"
                                               : nullptr;
  if (Other)
    return Error(std::string(Other) +
                 " does not know builds by cargo; expected a search for size "
                 "without it");
  return Success();
}

Result<std::vector<NamedSize>> makeCargoCorpus(const TuneOptions &Options,
                                               const std::string &Work,
                                               const std::string &Corpus) {
  const RustCompiler Rust = MLGO_TRY(findRust(Options));
  std::error_code Failure;
  fs::remove_all(targetOf(Work), Failure);
  Variables Environment = describeProfile(Rust);
  Environment.emplace_back("CARGO_TARGET_DIR", targetOf(Work));
  Environment.emplace_back("MLGO_RUSTC_SAVE_TEMPS", "1");
  MLGO_TRY(runCargo(Options, Work, Options.Build, Environment));
  const auto Merged = MLGO_TRY(findRustPrograms(targetOf(Work)));
  if (Merged.empty())
    return Error("cargo linked no program with fat LTO, see " + Work +
                 "/build.log; expected a build of programs, such as cargo "
                 "build --release");
  MLGO_TRY(makeRustCorpus(Merged, Corpus));
  MLGO_TRY(writeFileAtomically(Work + "/.gitignore", "*\n"));
  return measurePrograms(Options, Work, targetOf(Work));
}

/// The variables of the next build by \p Rust, with the decisions.
static Variables listCargoVariables(const TuneOptions &Options,
                                    const RustCompiler &Rust) {
  Variables All = describeProfile(Rust);
  const std::string File = fs::absolute(Options.Search.Output).string();
  const auto Text = readFile(File);
  for (const Task &T : allTasks())
    if (&T == &defaultTask() || (Text && T.hasDecisionsIn(*Text)))
      All.emplace_back(T.variable("DECISIONS"), File);
  return All;
}

std::string describeCargoAdvice(const TuneOptions &Options,
                                const std::string &Work,
                                const std::vector<NamedSize> &Promised) {
  std::vector<std::string> Words = {"env"};
  for (const auto &[Name, Value] :
       listCargoVariables(Options, findRustCompiler(Options.LLVMMajor)))
    Words.push_back(Name + "=" + Value);
  if (const auto Command = readCommand(Options, Work))
    Words.insert(Words.end(), Command->begin(), Command->end());
  return "\nBuild with these variables from now on:\n " + shellWords(Words) +
         "\nThat build will be " + std::to_string(sumOf(Promised)) +
         " bytes. Or let that be done: mlgo tune --rebuild\n";
}

Result<RebuiltPrograms> rebuildCargo(const TuneOptions &Options,
                                     const std::string &Work) {
  const auto Promised = MLGO_TRY(readSizes(Work + "/promised"));
  const RustCompiler Rust = MLGO_TRY(findRust(Options));
  const auto Command = MLGO_TRY(readCommand(Options, Work));
  MLGO_TRY(runCargo(Options, Work, Command, listCargoVariables(Options, Rust)));
  const std::string Target = MLGO_TRY(findTarget(Command.front()));
  return compareWithPromise(Promised,
                            MLGO_TRY(measurePrograms(Options, Work, Target)),
                            /*IsLibrary=*/false);
}
} // namespace mlgo
