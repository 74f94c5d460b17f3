// Options of searches and sweeps
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/SearchFlags.h"
#include "evaluate/SearchStart.h"
#include "support/Text.h"
#include <filesystem>
#include <iostream>

namespace mlgo {
void addTaskFlags(CLI::App &Command, TaskChoice &Choice) {
  addDefaulted(
      Command, "--task", Choice.Task,
      "What is decided: " +
          joinText(allTasks(), ", ", [](const Task &T) { return T.Name; }));
  Command.add_option("--objective", Choice.Objective,
                     "(rare) What that is judged by: size, cycles, or score "
                     "(register allocation); by default the task's first");
}

void addSettingFlags(CLI::App &Command, CodeSetting &Setting,
                     const std::string &Tag) {
  Command
      .add_option_function<std::string>(
          "--level",
          [&Setting](const std::string &Name) {
            Setting.Level = orFail(parseCodeLevel(Name));
          },
          Tag + "Compile modules at this level; by default as they were built")
      ->check(CLI::IsMember({nameOf(CodeLevel::Oz), nameOf(CodeLevel::Os),
                             nameOf(CodeLevel::O2), nameOf(CodeLevel::O3)}));
  Command.add_flag(
      "--no-unwind-tables", Setting.DropsUnwindTables,
      Tag + "Compile modules without unwind tables, but for functions "
            "that an exception may pass");
}

void addProfileFlag(CLI::App &Command, CodeSetting &Setting) {
  Command.add_option_function<std::string>(
      "--profile",
      [&Setting](const std::string &Path) {
        Setting.Profile = std::filesystem::absolute(Path).string();
      },
      "(rare) For --objective cycles: what the programs execute, as "
      "llvm-profdata "
      "merged it from a build with -fprofile-generate; by default the "
      "corpus's own");
  Command.add_flag(
      "--hide-profile", Setting.HidesProfile,
      "(rare) Decide as without the profile, and only judge by it");
}

void addGrowthFlag(CLI::App &Command, std::optional<GrowthLimit> &Limit) {
  Command.add_option_function<std::string>(
      "--max-growth",
      [&Limit](const std::string &Text) {
        Limit = orFail(parseGrowthLimit(Text));
      },
      "(rare) For cycles: how many bytes the programs may grow, or percent, as "
      "in 1%");
}

void addProblemFlags(CLI::App &Command, ProblemOptions &Problem) {
  CorpusSelection &Selection = Problem.Selection;
  Command
      .add_option("corpus,--corpus", Selection.Folders,
                  "Folders of corpora (mlgo corpus fetch)")
      ->required();
  Command.add_option("--packages", Selection.Packages, "Only these")
      ->delimiter(',');
  Command.add_option("--program", Selection.Programs,
                     "(rare) Only these programs");
  Command.add_flag(
      "--as-library", Selection.AsLibrary,
      "(rare) Measure all modules together, as a library whose every "
      "function may be called");
  Command.add_option("--module", Selection.Modules,
                     "(rare) Only modules whose name has this part");
  addDefaulted(Command, "--policy", Problem.Policy,
               Problem.Policy == BetterPolicy
                   ? "Who decides what is not tried: stock, a model file, or "
                     "the shipped policy; that, or stock if it is better, is "
                     "then where the search begins"
                   : "Who decides what is not tried: stock, or a model file");
  Command.add_option(
      "--beside", Problem.Beside,
      "(rare) Model files of other tasks, which decide in all trials");
  addSettingFlags(Command, Problem.Setting);
  addProfileFlag(Command, Problem.Setting);
  Command
      .add_option(
          "--size-price", Problem.SizePrice,
          "(rare) With --objective cycles: how many per cent of them one "
          "per cent of the programs' bytes is worth [0]")
      ->check(CLI::Range(0.0, 1000.0));
  addDefaulted(Command, "--trial-seconds", Problem.Limits.Seconds,
               "(rare) What a trial may take of a processor, or it has failed");
}

void addWorkerFlags(CLI::App &Command, WorkerOptions &Options,
                    const std::string &Tag) {
  addDefaulted(Command, "--workers", Options.Kind,
               Tag +
                   "Who works: in-process, forked processes, or ranks of MPI; "
                   "no result depends on it")
      ->check(CLI::IsMember({"in-process", "forked", "mpi"}));
  Command
      .add_option("-j,--jobs", Options.Jobs,
                  "Processes [as many as there are processors]; with MPI of "
                  "each rank but the first [1]")
      ->check(CLI::Range(1, 1024));
}

std::unique_ptr<Worker> startTrialWorkers(const WorkerOptions &Options,
                                          size_t KeepReady) {
  auto Work = orFail(startWorkers(Options, makeTrialWork(KeepReady)));
  if (!Work)
    endCommand(0); // This rank has served.
  return Work;
}

RunContext terminalFor(Worker &Work) {
  return {Work, std::cout, std::cerr, watchInterrupts()};
}

ChosenTask readTask(const TaskChoice &Choice) {
  return orFail(chooseTask(Choice.Task, Choice.Objective));
}
} // namespace mlgo
