// mlgo search
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo search CORPUS -o decisions.txt

#include "tools/SearchFlags.h"

namespace mlgo {
namespace {
/// Workers of a search or a sweep.
struct SearchWorkers {
  WorkerOptions Options;
  size_t KeepReady = 64;

  void addFlags(CLI::App &Command) {
    addWorkerFlags(Command, Options);
    addDefaulted(Command, "--keep-ready", KeepReady,
                 "Modules kept in memory, ready for trials, by all jobs");
  }
  std::unique_ptr<Worker> start() const {
    return startTrialWorkers(Options, KeepReady / Options.jobs());
  }
};
} // namespace

void addSearchCommand(CLI::App &App) {
  auto Options = std::make_shared<SearchRunOptions>();
  auto Workers = std::make_shared<SearchWorkers>();
  CLI::App *Search = App.add_subcommand(
      "search",
      "Looks for decisions that make the programs of a corpus better, and\n"
      "writes them to a decisions file; the inliner's plugin replays its own.\n"
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
      "Also write what all flips of the search did as a training "
      "log to this folder");
  addDefaulted(
      *Search, "--method", Options->Method,
      "How to look: flips that help, simulated annealing, or a random walk")
      ->check(CLI::IsMember({"local", "anneal", "walk"}));
  addDefaulted(*Search, "--from", Options->StartFrom,
               "Local search starts from the policy's decisions, with "
               "nothing inlined, or tries both")
      ->check(CLI::IsMember({"policy", "nothing", "both"}));
  addDefaulted(*Search, "--rounds", Options->Search.Local.MaxRounds,
               "Of local search, at most");
  Search->add_option("--trials", Options->Search.MaxTrials,
                     "Budget; 0: until nothing helps any more");
  Search->add_option("--seconds", Options->Search.MaxSeconds,
                     "Budget; results then depend on the machine");
  addDefaulted(*Search, "--seed", Options->Search.Seed, "Of everything random");
  Search->add_option("--checkpoint", Options->Search.CheckpointFile,
                     "State is kept here; an interrupted search goes on");
  Workers->addFlags(*Search);
  Search->callback([Options, Workers] {
    const auto Work = Workers->start();
    orFail(runSearch(*Options, terminalFor(*Work)));
  });
}

void addLabelsCommand(CLI::App &App) {
  auto Options = std::make_shared<LabelRunOptions>();
  auto Workers = std::make_shared<SearchWorkers>();
  CLI::App *Labels = App.add_subcommand(
      "labels",
      "Tries other decisions one at a time around those of a policy, and\n"
      "writes what that does as training logs, FOLDER/PACKAGE/MODULE.log.\n"
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
  Labels->add_flag("--traces", O.TraceOnly,
                   "Try nothing: only write the policy's decisions (inline)");
  Labels->add_option("--modules", O.ModulesPerPackage,
                     "Label so many modules of a package, drawn at random "
                     "(task gate); 0: all");
  Labels->add_option("--sites", O.SitesPerModule,
                     "Labels of a module at most; 0: all (inline)");
  Labels->add_option(
      "--together", O.MaxTogether,
      "Also try all calls of a callee in all modules together, if "
      "they are at most so many (inline)");
  Labels
      ->add_flag("--only-together", O.OnlyTogether,
                 "And try no call alone that is one of such (inline)")
      ->needs("--together");
  addDefaulted(*Labels, "--problems", O.SitesPerFunction,
               "Labels of a function at most (register allocation)");
  addDefaulted(*Labels, "--choices", O.ChoicesPerSite,
               "Tried at a problem at most (register allocation)");
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
  addDefaulted(*Labels, "--seed", O.Seed, "Of everything random");
  Workers->addFlags(*Labels);
  Labels->callback([Options, Workers] {
    const auto Work = Workers->start();
    orFail(runLabels(*Options, terminalFor(*Work)));
  });
}
} // namespace mlgo
