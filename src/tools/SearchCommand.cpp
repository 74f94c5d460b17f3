// mlgo search
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo search CORPUS -o decisions.txt

#include "tools/SearchFlags.h"

namespace mlgo {
namespace {
std::unique_ptr<Worker> start(const WorkerOptions &Options) {
  return startTrialWorkers(Options, KeptModules / Options.jobs());
}
} // namespace

void addSearchCommand(CLI::App &App) {
  auto Options = std::make_shared<SearchRunOptions>();
  auto Workers = std::make_shared<WorkerOptions>();
  CLI::App *Search = App.add_subcommand(
      "search",
      "Find the best decisions for the programs of a corpus. Writes them to a\n"
      "decisions file, which the plugin replays.\n"
      "Example: mlgo search corpora/leveldb -o leveldb.decisions");
  addTaskFlags(*Search, Options->Choice);
  addProblemFlags(*Search, Options->Problem);
  addGrowthFlag(*Search, Options->Problem.MaxGrowth);
  Search->add_option("--start", Options->Decisions,
                     "A decisions file to start from");
  Search->add_option("-o,--output", Options->Output, "The decisions file")
      ->required();
  Search->add_option(
      "--labels", Options->Labels,
      "(rare) Also write what all flips of the search did as a training "
      "log to this folder");
  addDefaulted(*Search, "--method", Options->Method,
               "(rare) How to look: flips that help, simulated annealing, or a "
               "random walk")
      ->check(CLI::IsMember({"local", "anneal", "walk"}));
  addDefaulted(*Search, "--from", Options->StartFrom,
               "(rare) Local search starts from the policy's decisions, with "
               "nothing inlined, or tries both")
      ->check(CLI::IsMember({"policy", "nothing", "both"}));
  addDefaulted(*Search, "--rounds", Options->Search.Local.MaxRounds,
               "(rare) Of local search, at most");
  Search->add_option("--trials", Options->Search.MaxTrials,
                     "Budget; 0: until nothing helps any more");
  Search->add_option("--seconds", Options->Search.MaxSeconds,
                     "Budget; results then depend on the machine");
  addDefaulted(*Search, "--seed", Options->Search.Seed,
               "(rare) Of everything random");
  Search->add_option("--checkpoint", Options->Search.CheckpointFile,
                     "State is kept here; an interrupted search goes on");
  addWorkerFlags(*Search, *Workers);
  Search->callback([Options, Workers] {
    const auto Work = start(*Workers);
    orFail(runSearch(*Options, terminalFor(*Work)));
  });
}

void addLabelsCommand(CLI::App &App) {
  auto Options = std::make_shared<LabelRunOptions>();
  auto Workers = std::make_shared<WorkerOptions>();
  CLI::App *Labels = App.add_subcommand(
      "labels",
      "Try opposite decisions, and log what they bring. Tries one at a time\n"
      "around those of a policy, and writes what that does as training logs, "
      "FOLDER/PACKAGE/MODULE.log.\n"
      "Modules whose log is there are passed over, and what was tried in\n"
      "others is kept: after an interrupt the same command goes on.\n"
      "Example: mlgo labels corpora/leveldb -o labels --sites 80");
  addTaskFlags(*Labels, Options->Choice);
  addProblemFlags(*Labels, Options->Problem);
  LabelOptions &O = Options->Labels;
  Labels->add_option("-o,--output", Options->Output, "Folder of logs")
      ->required();
  Labels
      ->add_option("--seconds", Options->Seconds,
                   "Budget: label some of each module until then; the same "
                   "command goes on")
      ->check(CLI::PositiveNumber);
  Labels->add_flag(
      "--traces", O.TraceOnly,
      "(rare) Try nothing: only write the policy's decisions (inline)");
  Labels->add_option(
      "--modules", O.ModulesPerPackage,
      "(rare) Label so many modules of a package, drawn at random "
      "(task gate); 0: all");
  Labels->add_option("--sites", O.SitesPerModule,
                     "Labels of a module at most; 0: all (inline)");
  Labels->add_option(
      "--together", O.MaxTogether,
      "Also try all calls of a callee in all modules together, if "
      "they are at most so many (inline)");
  Labels
      ->add_flag("--only-together", O.OnlyTogether,
                 "(rare) And try no call alone that is one of such (inline)")
      ->needs("--together");
  addDefaulted(*Labels, "--problems", O.SitesPerFunction,
               "(rare) Labels of a function at most (register allocation)");
  addDefaulted(*Labels, "--choices", O.ChoicesPerSite,
               "(rare) Tried at a problem at most (register allocation)");
  Labels
      ->add_option_function<std::vector<std::string>>(
          "--settings",
          [&O](const std::vector<std::string> &Names) {
            O.Settings = orFail(parseCodeSettings(Names));
          },
          "Draw for each label at which level modules are compiled: Oz, Os, "
          "Oz-no-unwind-tables, Os-no-unwind-tables, or mixed for all of them")
      ->delimiter(',')
      ->excludes("--level")
      ->excludes("--no-unwind-tables");
  addDefaulted(*Labels, "--seed", O.Seed, "(rare) Of everything random");
  addWorkerFlags(*Labels, *Workers);
  Labels->callback([Options, Workers] {
    const auto Work = start(*Workers);
    orFail(runLabels(*Options, terminalFor(*Work)));
  });
}
} // namespace mlgo
