//===- RunCommand.cpp - mlgo run ------------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo run --oz -- make -j4
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "PluginFile.h"
#include "RunSummary.h"

#include "mlgo/support/BackgroundChild.h"
#include "mlgo/support/File.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include <stdlib.h>

namespace mlgo {
namespace {

namespace fs = std::filesystem;
using Variables = std::vector<std::pair<std::string, std::string>>;

struct RunOptions {
  std::vector<std::string> Build;
  unsigned Major = 22;
  bool Oz = false;
};

/// A folder of this run's own, which goes with it. Its name has no spaces.
class RunFolder {
public:
  RunFolder() {
    std::string Name = fs::temp_directory_path().string();
    Name = (Name.find(' ') == Name.npos ? Name : "/tmp") + "/mlgo-run-XXXXXX";
    if (!::mkdtemp(Name.data()))
      fail(Error(Name + ": cannot create"));
    Folder = Name;
  }
  ~RunFolder() {
    std::error_code Ignored;
    fs::remove_all(Folder, Ignored);
  }
  std::string file(const char *Name) const { return Folder / Name; }

private:
  fs::path Folder;
};

/// Edits that all clangs make to their command lines, also those that a
/// configured build names by their path. Their syntax splits at spaces.
std::string describeEdits(const RunOptions &O, const std::string &Plugin,
                          const std::string &LinkFlags) {
  std::string Edits = "#";
  if (const char *Given = std::getenv("CCC_OVERRIDE_OPTIONS"); Given && *Given)
    Edits += std::string(" ") + (*Given == '#' ? Given + 1 : Given);
  Edits += " +-fpass-plugin=" + Plugin;
  // Of links only those by lld know the plugin's flag; clang is silent about
  // unused flags of a file.
  Edits += " s/^-fuse-ld=lld$/--config=" + LinkFlags + "/";
  if (O.Oz)
    Edits += " s/^-O[123s]?$/-Oz/";
  return Edits;
}

Variables describeEnvironment(const RunOptions &O, const RunFolder &Folder) {
  const std::string Major = std::to_string(O.Major);
  const std::string Plugin =
      orFail(nameAsWord(orFail(findPlugin("MLGO-" + Major + ".so"))));
  const std::string LinkFlags = Folder.file("link.cfg");
  std::string Lines = "-fuse-ld=lld\n";
  for (const std::string &Flag : listLinkFlags(Plugin))
    Lines += Flag + "\n";
  if (const Status Written = writeFileAtomically(LinkFlags, Lines); !Written)
    fail(Written.error());
  Variables Environment = {
      {"CCC_OVERRIDE_OPTIONS", describeEdits(O, Plugin, LinkFlags)},
      {"MLGO_INLINE_STATS_FILE", Folder.file("inlining")},
      {"MLGO_REGALLOC_STATS_FILE", Folder.file("evictions")},
      // It does not look at such edits, and would keep or bring back objects
      // of another kind.
      {"CCACHE_DISABLE", "1"}};
  for (const auto &[Name, Compiler] :
       {std::pair<const char *, const char *>("CC", "clang-"),
        {"CXX", "clang++-"}})
    if (const char *Given = std::getenv(Name); !Given || !*Given)
      Environment.emplace_back(Name, Compiler + Major);
  return Environment;
}

/// The exit code of the build.
int run(const RunOptions &O) {
  const RunFolder Folder;
  // Clocks of file systems tick slowly.
  const auto Start =
      fs::file_time_type::clock::now() - std::chrono::milliseconds(20);
  auto Build =
      orFail(BackgroundChild::start(O.Build, describeEnvironment(O, Folder)));
  Build->awaitEnd(0);
  const int Code = Build->exitCode();
  RunSummary Summary;
  Summary.LLVMMajor = O.Major;
  // What nobody has written was not there to be counted.
  if (const auto Text = readFile(Folder.file("inlining")))
    Summary.Inlining = sumStatistics(*Text);
  if (const auto Text = readFile(Folder.file("evictions")))
    Summary.Evictions = sumStatistics(*Text);
  Summary.Files = findBuiltFiles(fs::current_path(), Start);
  std::cerr << "mlgo run: exit code " << Code << " of the build\n"
            << describe(Summary);
  return Code;
}

} // namespace

void addRunCommand(CLI::App &App) {
  auto O = std::make_shared<RunOptions>();
  CLI::App *Run = App.add_subcommand(
      "run",
      "Runs a build with the plugin in every call of clang, and says what was\n"
      "decided. No file is touched, and nothing stays: clang reads the flags\n"
      "from the environment (CCC_OVERRIDE_OPTIONS). CC and CXX are clang "
      "unless\n"
      "they are set. The exit code is that of the build.");
  Run->add_flag("--oz", O->Oz,
                "Compile at -Oz what is at -O, -O1, -O2, -O3 or "
                "-Os, where inlining has no policy");
  Run->add_option("--llvm", O->Major, "Major version of clang")
      ->capture_default_str();
  Run->add_option("command", O->Build, "The build, after --")->required();
  Run->footer("Example:\n  mlgo run --oz -- make -j4");
  Run->callback([O] { std::exit(run(*O)); });
}

} // namespace mlgo
