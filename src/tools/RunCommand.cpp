// mlgo run
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo run --oz -- make -j4

#include "build/ClangEdits.h"
#include "build/PluginFile.h"
#include "build/PluginOptions.h"
#include "build/RustCompiler.h"
#include "compare/WorkloadProfile.h"
#include "explain/Page.h"
#include "mlgo/support/File.h"
#include "mlgo/support/UnfinishedFile.h"
#include "support/BackgroundChild.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include "tools/Commands.h"
#include <cstdlib>
#include <iostream>

namespace mlgo {
namespace {
struct RunOptions {
  std::vector<std::string> Build;
  unsigned Major = DefaultLLVMMajor;
  bool Oz = false, Smallest = false;
  std::string Record;  ///< Empty: none.
  std::string Page;    ///< HTML is written here; empty: none.
  std::string Profile; ///< Of llvm-profdata; empty: none.
};

/// Where decisions are recorded; empty: nowhere.
std::string recordOf(const RunOptions &O, const ScratchFolder &Folder) {
  if (!O.Record.empty())
    return fs::absolute(O.Record).string();
  return O.Page.empty() ? "" : Folder.file("record");
}

/// Options of plugins; those that the user has set stay.
void addSmallestVariables(Variables &Environment) {
  Strings Options;
  for (const Task &T : allTasks())
    for (const std::string &Option : T.Smallest)
      Options.insert(Options.end(), {"-mllvm", Option});
  const std::string Effort = effortTask().variable("EFFORT");
  for (auto &Variable : takePluginOptions(Options)) {
    if (std::getenv(Variable.first.c_str()))
      continue;
    // Links, which have threads, take back what comes with this.
    if (Variable.first == Effort)
      Environment.emplace_back("MLGO_SMALLEST_EFFORT", "1");
    Environment.push_back(std::move(Variable));
  }
}

Variables describeEnvironment(const RunOptions &O, const RustCompiler &Rust,
                              const ScratchFolder &Folder) {
  ClangEdits Edits;
  Edits.Major = O.Major;
  Edits.Plugins = {
      orFail(findPlugin("MLGO-" + std::to_string(O.Major) + ".so"))};
  if (O.Oz || O.Smallest)
    Edits.Level = "Oz";
  if (O.Smallest) {
    const SmallestFlags Flags = orFail(listSmallestFlags(O.Major));
    // Files of flags take those of links in silence when nothing is linked.
    std::string Lines;
    for (const auto &Part : {Flags.Compile, Flags.Link})
      for (const std::string &Flag : Part)
        Lines += Flag + "\n";
    Edits.Config = Folder.file("smallest.cfg");
    orFail(writeFileAtomically(Edits.Config, Lines));
  }
  if (!O.Profile.empty()) {
    Edits.Flags = {"-fprofile-use=" + fs::absolute(O.Profile).string()};
    const auto Lean = frontEndFlags(leanProfileOptions());
    Edits.Flags.insert(Edits.Flags.end(), Lean.begin(), Lean.end());
  }
  Variables Environment =
      orFail(mlgo::describeEnvironment(Edits, Folder.path()));
  const auto Add = [&](Variables More) {
    for (auto &Variable : More)
      Environment.push_back(std::move(Variable));
  };
  Add(countDecisionsIn(Folder.file("decided")));
  if (O.Smallest)
    addSmallestVariables(Environment);
  if (Rust.takesPlugin())
    Add(describeCargo(Rust, Edits.Level, O.Smallest));
  if (const std::string Record = recordOf(O, Folder); !Record.empty())
    Add(recordDecisionsIn(Record));
  return Environment;
}

/// The exit code of the build.
int run(const RunOptions &O) {
  orFail(checkWritable({O.Page}));
  const ScratchFolder Folder = orFail(ScratchFolder::create());
  // Clocks of file systems tick slowly.
  const auto Start =
      fs::file_time_type::clock::now() - std::chrono::milliseconds(20);
  RunSummary Summary;
  Summary.LLVMMajor = O.Major;
  Summary.HasLevel = O.Oz || O.Smallest;
  Summary.Command = O.Build;
  const RustCompiler Rust = findRustCompiler(O.Major);
  if (callsCargo(O.Build))
    Summary.Rust = Rust;
  // Builds may talk with the user: menuconfig, sudo.
  auto Build = orFail(
      BackgroundChild::start(O.Build, describeEnvironment(O, Rust, Folder),
                             ProgramPlace::CallersGroup));
  Build->awaitEnd(0);
  const int Code = Build->exitCode();
  if (O.Smallest)
    Summary.Price = describeSmallestPrice();
  readCounts(Folder.file("decided"), Summary);
  Summary.Files = findBuiltFiles(fs::current_path(), Start);
  std::cerr << "mlgo run: exit code " << Code << " of the build\n"
            << describe(Summary);
  if (!O.Page.empty()) {
    const ReportHeading Heading = {"What mlgo decided in " +
                                       fs::current_path().filename().string(),
                                   std::string("mlgo run ") +
                                       (O.Smallest ? "--smallest "
                                        : O.Oz     ? "--oz "
                                                   : "") +
                                       "-- " + asTyped(O.Build),
                                   ""};
    orFail(writeFileAtomically(
        O.Page, formatHTML(orFail(collectReport(
                    Heading, Summary, readRecords(recordOf(O, Folder)))))));
  }
  return Code;
}
} // namespace

void addRunCommand(CLI::App &App) {
  auto O = std::make_shared<RunOptions>();
  CLI::App *Run = App.add_subcommand(
      "run",
      "Run a build with the plugin, and say what was decided. Every call of\n"
      "clang has it. No file is touched, and nothing stays: clang reads the "
      "flags\n"
      "from the environment (CCC_OVERRIDE_OPTIONS). CC and CXX are clang "
      "unless\n"
      "they are set, and cargo compiles by mlgo-rustc (RUSTC_WRAPPER). The "
      "exit\n"
      "code is that of the build.");
  Run->add_flag("--oz", O->Oz,
                "Compile at -Oz what is at -O, -O1, -O2, -O3, -Os or at no "
                "level, where inlining has no policy, and cargo's releases at "
                "opt-level z");
  Run->add_option_function<std::string>(
         "--level", [O](const std::string &) { O->Oz = true; },
         "Oz: the same, as the other commands say it")
      ->check(CLI::IsMember({"Oz"}));
  Run->add_flag("--smallest", O->Smallest,
                "The same, and everything else that makes programs small but "
                "is not learned; the summary lists what is given up. Links "
                "with lld");
  Run->add_option("--profile", O->Profile,
                  "Compile with this profile, which llvm-profdata merged: for "
                  "speed where the program spends its time, for size elsewhere")
      ->check(CLI::ExistingFile);
  Run->add_option("--record", O->Record,
                  "Append all decisions on inlining, with their inputs, to "
                  "this file, and those on passes and registers to files "
                  "beside it, for mlgo why");
  Run->add_option("--report", O->Page,
                  "Also write a page (HTML): sizes, and by function the calls, "
                  "passes and registers that differ from LLVM's");
  addDefaulted(*Run, "--llvm", O->Major, "Major version of clang");
  Run->add_option("command", O->Build, "The build, after --")->required();
  Run->footer("Example:\n  mlgo run --oz -- make -j4");
  Run->callback([O] { endCommand(run(*O)); });
}
} // namespace mlgo
