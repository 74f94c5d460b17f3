//===- TuneCommand.cpp - mlgo tune ----------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo tune -o app.decisions -- make -j4
//
//===----------------------------------------------------------------------===//

#include "PluginFile.h"
#include "SearchRun.h"
#include "TrialWorkers.h"
#include "imitate/Imitation.h"

#include "mlgo/corpus/CompilerWrapper.h"
#include "mlgo/llvm/CorpusExtractor.h"
#include "mlgo/llvm/ProgramResolver.h"
#include "mlgo/support/ChildProcess.h"
#include "mlgo/support/File.h"

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

/// Modules that all workers keep parsed.
constexpr size_t KeepReady = 64;

struct TuneOptions {
  WorkerOptions Workers;
  SearchRunOptions Search;
  std::string Work = ".mlgo-tune";
  std::vector<std::string> Build;
  unsigned LLVMMajor = 22;
  std::string Model; ///< Also learn this policy; empty: none.
};

/// The file that \p Program names in PATH.
Result<std::string> findProgram(const std::string &Program) {
  const char *Path = std::getenv("PATH");
  std::string Folders = Path ? Path : "/usr/bin";
  for (size_t Start = 0; Start <= Folders.size();) {
    const size_t End = std::min(Folders.find(':', Start), Folders.size());
    const fs::path File =
        fs::path(Folders.substr(Start, End - Start)) / Program;
    std::error_code Ignored;
    if (fs::is_regular_file(File, Ignored))
      return File.string();
    Start = End + 1;
  }
  return Error(Program +
               ": not found, expected the compiler of Debian's "
               "package " +
               Program);
}

/// Puts compilers that embed bitcode under all names that builds use.
Status writeToolchain(const std::string &Folder, unsigned Major) {
  std::error_code Failure;
  fs::remove_all(Folder, Failure);
  fs::create_directories(Folder, Failure);
  if (Failure)
    return Error(Folder + ": cannot create: " + Failure.message());
  WrapperFlags Flags = buildFlags();
  const auto Embed = embedBitcodeFlags();
  Flags.Compile.insert(Flags.Compile.end(), Embed.begin(), Embed.end());
  const std::string Suffix = "-" + std::to_string(Major);
  for (const auto &[Real, Names] :
       {std::pair<std::string, std::vector<std::string>>(
            "clang" + Suffix, {"clang" + Suffix, "clang", "cc", "gcc", "c99"}),
        {"clang++" + Suffix, {"clang++" + Suffix, "clang++", "c++", "g++"}}}) {
    std::string Compiler = MLGO_TRY(findProgram(Real));
    for (const std::string &Name : Names) {
      const std::string Path = Folder + "/" + Name;
      MLGO_TRY(writeExecutable(Path, compilerWrapper(Compiler, Flags)));
    }
  }
  return Success();
}

Status build(const TuneOptions &Options, const std::string &Work) {
  const std::string Toolchain = Work + "/toolchain";
  MLGO_TRY(writeToolchain(Toolchain, Options.LLVMMajor));
  std::error_code Ignored;
  fs::remove(Work + "/links", Ignored);
  fs::remove(Work + "/build.log", Ignored);
  const char *Path = std::getenv("PATH");
  ChildCommand Command;
  Command.Arguments = Options.Build;
  Command.LogFile = Work + "/build.log";
  Command.Environment = {{"CC", Toolchain + "/clang"},
                         {"CXX", Toolchain + "/clang++"},
                         {"PATH", Toolchain + ":" + (Path ? Path : "/usr/bin")},
                         {"MLGO_LINK_LOG", Work + "/links"}};
  std::cerr << "tune: " << describe(Command) << '\n';
  ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode != 0)
    return Error(describe(Command) + ": exit code " +
                 std::to_string(Outcome.ExitCode) + ", see " + Command.LogFile);
  return Success();
}

/// Makes the corpus of what the build linked.
Status extract(const TuneOptions &Options, const std::string &Work,
               const std::string &Corpus) {
  Result<std::string> Log = readFile(Work + "/links");
  if (!Log)
    return Error("the build linked no program through CC, CXX or PATH; was "
                 "everything up to date?");
  auto Links = MLGO_TRY(parseLinkLog(*Log));
  ProgramSelection Selection;
  Selection.BuildTree = fs::current_path().string();
  Selection.PackageName = fs::current_path().filename().string();
  CorpusInputs Inputs = MLGO_TRY(objectsInFolder(Selection.BuildTree));
  ExtractionOptions Extraction;
  Extraction.Jobs = static_cast<unsigned>(Options.Workers.jobs());
  auto Done = MLGO_TRY(extractCorpus(
      Inputs, Extraction, Corpus,
      [&](const std::string &Folder, ExtractedCorpus &Extracted) -> Status {
        auto Programs =
            MLGO_TRY(resolvePrograms(Links, Selection, Folder, Extracted));
        return writeCorpusPrograms(Folder, Programs);
      }));
  for (const CorpusFailure &Each : Done.Failures)
    std::cerr << "tune: left out: " << Each.What << ": " << Each.Why << '\n';
  std::cerr << "tune: " << Done.Modules.size() << " modules in " << Corpus
            << '\n';
  return Success();
}

/// Learns from what single flips do in this program. Decisions fit the code
/// that was searched; a policy of its own also answers for what is written
/// later.
Status learnPolicy(const TuneOptions &Options, const std::string &Work,
                   Worker &Workers) {
  LabelRunOptions Sweep;
  Sweep.Problem = Options.Search.Problem;
  Sweep.Labels.Seed = Options.Search.Search.Seed;
  Sweep.Labels.MaxTogether = 6;
  Sweep.Output = Work + "/labels";
  runLabels(Sweep, Workers);
  ImitateOptions Learning;
  Learning.Logs = {Sweep.Output};
  Learning.Exclude = {"node_count", "edge_count", "lto_phase"};
  Learning.MaxBytes = 300;
  Learning.Cut = "0";
  Learning.Output = Options.Model;
  return Imitation(Learning).run();
}

void runTune(TuneOptions Options) {
  const auto Workers =
      startTrialWorkers(Options.Workers, KeepReady / Options.Workers.jobs());
  const std::string Work = fs::absolute(Options.Work).lexically_normal();
  std::string Plugin = orFail(
      findPlugin("MLGOInliner-" + std::to_string(Options.LLVMMajor) + ".so"));
  std::error_code Failure;
  fs::create_directories(Work, Failure);
  if (Failure)
    fail(Error(Work + ": cannot create: " + Failure.message()));
  // Tables call a corpus after the folder around it.
  const std::string Corpus =
      Work + "/" + fs::current_path().filename().string() + "/corpus";
  if (!Options.Build.empty()) {
    fs::remove_all(Work + "/labels", Failure);
    orFail(build(Options, Work));
    orFail(extract(Options, Work, Corpus));
  } else if (!fs::exists(Corpus, Failure)) {
    fail(Error(Corpus + ": not there; expected a build command after --"));
  }
  Options.Search.Problem.Selection.Folders = {Corpus};
  runSearch(Options.Search, *Workers);
  const std::string Decisions = fs::absolute(Options.Search.Output).string();
  const Status Learned = Options.Model.empty()
                             ? Status(Success())
                             : learnPolicy(Options, Work, *Workers);
  std::cout << "\nBuild with these flags from now on:\n  -Oz -fpass-plugin="
            << Plugin << " -mllvm -mlgo-inline-decisions=" << Decisions;
  if (!Options.Model.empty() && Learned)
    std::cout << " -mllvm -mlgo-inline-model="
              << fs::absolute(Options.Model).string();
  std::cout << std::endl;
  if (!Learned)
    fail(Learned.error());
}

} // namespace

void addTuneCommand(CLI::App &App) {
  auto Options = std::make_shared<TuneOptions>();
  Options->Search.Output = "mlgo.decisions";
  Options->Search.Search.MaxSeconds = 600;
  CLI::App *Tune = App.add_subcommand(
      "tune",
      "Builds with the given command at -Oz, searches for inlining decisions\n"
      "that make the linked programs smaller, and prints the flags with which\n"
      "the next build is. CC, CXX and PATH lead the build to clang; it has to\n"
      "compile and link anew, in the current folder. Without a command, the\n"
      "search of the last build goes on.\n"
      "Example: mlgo tune --seconds 600 -o app.decisions -- make -j4");
  Tune->add_option("build", Options->Build, "The build command, after --");
  Tune->add_option("-o,--output", Options->Search.Output, "The decisions file")
      ->capture_default_str();
  Tune->add_option("--work", Options->Work, "Folder for corpus and checkpoint")
      ->capture_default_str();
  Tune->add_option("--program", Options->Search.Problem.Selection.Programs,
                   "Only these programs");
  addSettingFlags(*Tune, Options->Search.Problem.Setting);
  Tune->add_option("--seconds", Options->Search.Search.MaxSeconds,
                   "Budget of the search; 0: until nothing helps any more")
      ->capture_default_str();
  Tune->add_option("--trials", Options->Search.Search.MaxTrials,
                   "Budget of the search; 0: none");
  Tune->add_option("--train", Options->Model,
                   "Also learn a policy of this program's own, this file, for "
                   "call sites that the decisions do not know");
  addWorkerFlags(*Tune, Options->Workers);
  Tune->add_option("--llvm", Options->LLVMMajor, "Major version of clang")
      ->capture_default_str();
  Tune->callback([Options] {
    if (Options->Search.Search.MaxTrials)
      Options->Search.Search.MaxSeconds = 0;
    runTune(*Options);
  });
}

} // namespace mlgo
