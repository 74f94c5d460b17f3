// Any build, made twice
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Builds.h"
#include "build/FolderLock.h"
#include "build/PluginFile.h"
#include "build/PluginOptions.h"
#include "build/RustCompiler.h"
#include "compare/Runs.h"
#include "link/DecisionFiles.h"
#include "link/Undecided.h"
#include "mlgo/support/File.h"
#include "mlgo/support/MD5.h"
#include "support/FolderRemover.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include <algorithm>
#include <optional>

namespace mlgo {
namespace {
/// One of the two builds when it is done.
struct Side {
  std::string Folder; ///< Its copy of the tree.
  BuiltFiles Files;
  BuildRuns Runs;
};

std::string hashOf(const std::string &Path) {
  return formatText("%016llx",
                    static_cast<unsigned long long>(hashModelName(Path).first));
}

/// Adds to \p Environment what has cargo, if the build calls it, make \p Edits:
/// with a plugin by mlgo-rustc, and without by the rustc that this would call.
void addCargo(const ClangEdits &Edits, Variables &Environment) {
  const RustCompiler Rust = findRustCompiler(Edits.Major);
  if (!Rust.takesPlugin())
    return;
  for (auto &Variable : describeCargo(Rust, Edits.Level, /*Smallest=*/false))
    if (Variable.first != "RUSTC_WRAPPER" || !Edits.Plugins.empty())
      Environment.push_back(std::move(Variable));
  // Not out of the copy.
  if (std::getenv("CARGO_TARGET_DIR"))
    Environment.emplace_back("CARGO_TARGET_DIR", "target");
}

class BuildPair {
public:
  explicit BuildPair(const CompareBuildOptions &Options)
      : Options(Options), Home(fs::current_path().string()),
        Name(fs::current_path().filename().string()),
        Folder(Options.Work + "/compared/" + hashOf(Home)) {}
  ~BuildPair() {
    // Logs of a build that failed stay.
    Copies.reset();
    std::error_code Ignored;
    if (IsDone)
      fs::remove_all(Folder, Ignored);
  }

  Status run(const std::function<Status(const ComparedBuild &)> &Use);

private:
  Result<Side> build(const ClangEdits &Edits, const std::string &As);
  Status checkBuilt(const Side &S) const;
  void describe(const Side &After, RunSummary &Summary) const;
  Status addPrograms(const Side &Before, const Side &After,
                     ComparedBuild &Found) const;
  Status keep(const std::string &File, const std::string &As,
              const char *Kind) const;

  const CompareBuildOptions &Options;
  const std::string Home, Name, Folder;
  const std::string Tree = "/tree", Stock = "/stock", Variant = "/variant";
  /// With the plugin, which records what stock decides.
  const std::string StockAgain = "/recorded";
  const std::string Counted = "/counted";
  /// Removes them, also if this process is killed.
  std::optional<FolderRemover> Copies;
  std::optional<CommandCounter> Counter;
  bool IsDone = false;
};

Result<Side> BuildPair::build(const ClangEdits &Edits, const std::string &As) {
  const std::string Kind = As.substr(1);
  Options.Progress(Name + ": copying");
  const BuildCopy Copy = MLGO_TRY(BuildCopy::create(Home, Folder + Tree));
  ChildCommand Command;
  Command.Arguments = Options.Command;
  Command.LogFile = Folder + As + ".log";
  Command.Environment = MLGO_TRY(describeEnvironment(Edits, Folder));
  // Of links and of rustc, too.
  Strings Flags = Edits.Flags;
  for (auto &Variable : takePluginOptions(Flags))
    Command.Environment.push_back(std::move(Variable));
  addCargo(Edits, Command.Environment);
  removeCounts(Folder + As);
  removeRecords(Folder + As + ".record");
  ::unlink((Folder + As + ".log").c_str());
  const auto Add = [&](Variables More) {
    for (auto &Variable : More)
      Command.Environment.push_back(std::move(Variable));
  };
  Add(countDecisionsIn(Folder + As));
  if (Options.Record && As != Stock)
    Add(recordDecisionsIn(Folder + As + ".record"));
  if (As == StockAgain)
    for (const Task &T : allTasks())
      if (!T.Words.Noun.empty())
        Command.Environment.emplace_back(T.variable("MODE"), "default");
  Options.Progress(Name + ": building " +
                   (As == StockAgain
                        ? "stock again, with a plugin that records decisions"
                        : Kind));
  // Clocks of file systems tick slowly.
  const auto Start =
      fs::file_time_type::clock::now() - std::chrono::milliseconds(20);
  const ChildOutcome Built = MLGO_TRY(Copy.run(Command).in(Kind + " build"));
  if (Built.ExitCode != 0) {
    std::string Why;
    for (const std::string &Part : Copy.leftOut())
      Why += "\n" + Part +
             " was configured for another place than the copy, and this system "
             "allows no mounts; expected a command that configures, too: sh -c "
             "'cmake -B " +
             Part + " && cmake --build " + Part + "'";
    const auto Said = readFile(Command.LogFile);
    return Error(Kind + " build: exit code " + std::to_string(Built.ExitCode) +
                 " of the command, which ends with (all is in " +
                 Command.LogFile + "):\n" +
                 lastLines(Said ? *Said : std::string()) + Why);
  }
  Side Done;
  Done.Folder = Folder + As;
  if (!Options.Runs.empty() && As != StockAgain) {
    Options.Progress(
        Name + (Counter ? ": running and counting " : ": running ") + Kind);
    Done.Runs = MLGO_TRY(
        runCommands(Copy, Home, Options.Runs, Counter ? &*Counter : nullptr)
            .in(Kind + " run"));
  }
  std::error_code Failure;
  fs::remove_all(Done.Folder, Failure);
  fs::rename(Folder + Tree, Done.Folder, Failure);
  if (Failure)
    return Error(Done.Folder +
                 ": cannot rename the copy: " + Failure.message());
  Done.Files = findBuiltFiles(Done.Folder, Start);
  return Done;
}

/// Fails if nothing was linked.
Status BuildPair::checkBuilt(const Side &S) const {
  const BuiltFiles &Files = S.Files;
  if (Files.Linked.empty())
    return Error(
        "the build linked no program and no shared library in " + Home +
        "; expected a command that builds there, and that builds anew: mlgo "
        "compare -- sh -c 'make clean && make' leaves your own files as they "
        "are, because it works on a copy" +
        (Files.ByClang || Files.ByGCC || Files.Bitcode
             ? "; archives have no size until a program is linked with them"
             : ""));
  return Success();
}

void BuildPair::describe(const Side &After, RunSummary &Summary) const {
  Summary.LLVMMajor = Options.Variant.Major;
  Summary.LevelOption = "--level Oz";
  Summary.HasLevel = !Options.Variant.Level.empty();
  Summary.Command = Options.Command;
  Summary.Folder = After.Folder;
  Summary.BuildLog = Folder + Variant + ".log";
  Summary.Files = After.Files;
  readCounts(Folder + Variant, Summary);
  if (callsCargo(Options.Command))
    Summary.Rust = findRustCompiler(Options.Variant.Major);
}

Status BuildPair::keep(const std::string &File, const std::string &As,
                       const char *Kind) const {
  const fs::path To = fs::path(Options.Keep) / Kind / As;
  std::error_code Failure;
  fs::create_directories(To.parent_path(), Failure);
  if (!Failure)
    fs::copy_file(File, To, fs::copy_options::overwrite_existing, Failure);
  if (Failure)
    return Error(To.string() + ": cannot keep: " + Failure.message());
  return Success();
}

Status BuildPair::addPrograms(const Side &Before, const Side &After,
                              ComparedBuild &Found) const {
  const auto &Variants = After.Files.Linked;
  for (const std::string &File : Before.Files.Linked) {
    const std::string As = fs::path(File).lexically_relative(Before.Folder);
    const std::string Other = After.Folder + "/" + As;
    if (!std::binary_search(Variants.begin(), Variants.end(), Other)) {
      Found.Notes.push_back(As + ": only the stock build links it");
      continue;
    }
    MLGO_TRY(Found.add(As, findLanguage(File), File, Other, Options.Compress));
    if (!Options.Keep.empty()) {
      MLGO_TRY(keep(File, As, "stock"));
      MLGO_TRY(keep(Other, As, "variant"));
    }
  }
  Found.shortenNames();
  if (Found.Package.Programs.empty())
    return Error("the two builds have linked no program of the same name");
  return Success();
}

Status BuildPair::run(const std::function<Status(const ComparedBuild &)> &Use) {
  const Strings Names = {Tree, Stock, StockAgain, Variant, Counted};
  std::error_code Failure;
  removeUnheld(fs::path(Folder).parent_path(), Names);
  fs::create_directories(Folder, Failure);
  const FolderLock Lock(Folder);
  if (Failure || !Lock.isHeld())
    return Error(Folder + (Failure ? ": cannot create: " + Failure.message()
                                   : ": in use, another mlgo compare builds "
                                     "this folder"));
  std::vector<std::string> Parts;
  for (const std::string &Part : Names)
    Parts.push_back(Folder + Part);
  Copies.emplace(MLGO_TRY(FolderRemover::create(std::move(Parts))));
  if (Options.Count)
    Counter.emplace(MLGO_TRY(
        CommandCounter::create(Folder + Counted, Options.Stock.Major)));
  const Side Before = MLGO_TRY(build(Options.Stock, Stock));
  MLGO_TRY(checkBuilt(Before));
  RunSummary OfStock;
  readCounts(Folder + Stock, OfStock);
  if (std::any_of(
          OfStock.ByTask.begin(), OfStock.ByTask.end(),
          [](const auto &Counted) { return Counted.second.Modules != 0; }))
    return Error("the build compiles with a plugin already, as mlgo-clang "
                 "does; expected a build by stock clang, as of make CC=clang-" +
                 std::to_string(Options.Variant.Major) +
                 ", to compare with it");
  const Side After = MLGO_TRY(build(Options.Variant, Variant));
  MLGO_TRY(checkRuns(Options.Runs, Before.Runs, After.Runs));
  ComparedBuild Found;
  describe(After, Found.Summary);
  if (hasOurPlugin(Options.Variant.Plugins) && isUndecided(Found.Summary))
    Found.Package.WhyUndecided =
        joinText(explainUndecided(Found.Summary), "; ");
  if (Options.Record && !Options.Variant.Plugins.empty()) {
    ClangEdits Edits = Options.Stock;
    Edits.Plugins = Options.Variant.Plugins;
    MLGO_TRY(build(Edits, StockAgain));
    Found.StockRecord =
        readRecords(Folder + StockAgain + ".record").of(defaultTask());
  }
  MLGO_TRY(addPrograms(Before, After, Found));
  if (Counter)
    MLGO_TRY(addCounts(Before.Runs, After.Runs, Before.Folder, Found));
  Found.Record = readRecords(Folder + Variant + ".record");
  InlineStatistics &Decisions = Found.Package.Decisions;
  const TaskCounts &Calls = Found.Summary.of(defaultTask());
  Decisions.Modules = Calls.Modules;
  Decisions.Decisions = Calls.Decisions;
  Decisions.Inlined = Calls.Inlined;
  Decisions.Differ = Calls.Differ;
  MLGO_TRY(Use(Found));
  IsDone = true;
  return Success();
}
} // namespace

Status compareBuilds(const CompareBuildOptions &Options,
                     const std::function<Status(const ComparedBuild &)> &Use) {
  return BuildPair(Options).run(Use).in(fs::current_path().filename().string());
}
} // namespace mlgo
