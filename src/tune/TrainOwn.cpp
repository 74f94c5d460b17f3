// A policy for somebody's own programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/TrainOwn.h"
#include "evaluate/CorpusModules.h"
#include "evaluate/OwnPolicy.h"
#include "evaluate/ProgramEval.h"
#include "evaluate/SearchRun.h"
#include "learn/Imitation.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include "tune/Search.h"
#include <algorithm>
#include <ostream>

namespace mlgo {
namespace {
/// One program, or several that are built together.
struct OwnProgram {
  std::string Corpus, Name;
};

/// Goes back where it was.
class InFolder {
public:
  explicit InFolder(const std::string &Folder) : Before(fs::current_path()) {
    fs::current_path(Folder);
  }
  ~InFolder() {
    std::error_code Failure;
    fs::current_path(Before, Failure);
  }

private:
  const fs::path Before;
};

/// Builds in \p Folder; returns the folder of the corpus.
Result<std::string> buildIn(const TrainOwnOptions &Options,
                            const std::string &Folder) {
  std::error_code Failure;
  if (!fs::is_directory(Folder, Failure))
    return Error(Folder + ": expected a folder in which " + Options.Build[0] +
                 " builds");
  TuneOptions Own;
  Own.Build = Options.Build;
  Own.Tell = Options.Tell;
  Own.LLVMMajor = Options.LLVMMajor;
  Own.Workers.Jobs = Options.Jobs;
  const std::string Work = Folder + "/.mlgo-own";
  const std::string Corpus =
      Work + "/" + fs::path(Folder).filename().string() + "/corpus";
  MLGO_TRY(makeFolder(Work));
  const InFolder Here(Folder);
  MLGO_TRY(makeTuneCorpus(Own, Work, Corpus).in(Folder));
  return Corpus;
}

/// The corpora that earlier builds left in or below \p Folder.
Result<std::vector<std::string>> findBuilt(const std::string &Folder) {
  for (const char *Place : {"", "/.mlgo-own", "/.mlgo-tune"})
    if (auto Found = findCorpora({Folder + Place}))
      return Found;
  return Error(Folder + ": no corpus is here, and none in .mlgo-own or "
                        ".mlgo-tune; expected one, or a build command for all "
                        "folders after --, as in mlgo train-own a b -- make");
}

Result<std::vector<OwnProgram>> findPrograms(const TrainOwnOptions &Options) {
  std::vector<OwnProgram> Programs;
  const auto Few = [](const std::string &Name) {
    return Error("there is 1 program, " + Name +
                 "; expected 2 or more, of which one is held out; for one "
                 "program, mlgo tune");
  };
  if (!Options.Build.empty() && Options.Folders.size() < 2)
    return Few(Options.Folders[0]);
  for (const std::string &Given : Options.Folders) {
    std::string Folder = fs::absolute(Given).lexically_normal().string();
    if (Folder.back() == '/')
      Folder.pop_back();
    std::vector<std::string> Corpora;
    if (Options.Build.empty())
      Corpora = MLGO_TRY(findBuilt(Folder));
    else
      Corpora = {MLGO_TRY(buildIn(Options, Folder))};
    for (const std::string &Corpus : Corpora)
      Programs.push_back({Corpus, packageOf(Corpus)});
  }
  if (Programs.size() < 2)
    return Few(Programs[0].Name);
  return Programs;
}

/// Takes the program to hold out from \p Programs.
Result<OwnProgram> holdOut(std::vector<OwnProgram> &Programs,
                           const std::string &Name) {
  auto Found = std::prev(Programs.end());
  if (!Name.empty())
    Found = std::find_if(Programs.begin(), Programs.end(),
                         [&](const OwnProgram &P) { return P.Name == Name; });
  if (Found == Programs.end())
    return Error(
        "--hold-out is '" + Name + "', expected one of " +
        joinText(Programs, ", ", [](const OwnProgram &P) { return P.Name; }));
  const OwnProgram HeldOut = *Found;
  Programs.erase(Found);
  for (const OwnProgram &P : Programs)
    if (P.Name == HeldOut.Name)
      return Error("two programs are called " + P.Name +
                   "; expected a name of its own for the one that is held out");
  return HeldOut;
}

/// Levels and targets of all \p Programs.
Result<BuiltCorpus> readBuilt(const std::vector<OwnProgram> &Programs) {
  BuiltCorpus All;
  for (const OwnProgram &P : Programs) {
    const auto Built = MLGO_TRY(readBuiltCorpus(P.Corpus, {}));
    All.Levels.insert(Built.Levels.begin(), Built.Levels.end());
    All.Targets.insert(Built.Targets.begin(), Built.Targets.end());
  }
  return All;
}

Status learn(const TrainOwnOptions &Options, const std::string &Labels,
             const std::vector<OwnProgram> &Programs,
             const BuiltCorpus &Built) {
  ImitateOptions Learning;
  Learning.Logs = {Labels};
  for (const OwnProgram &P : Programs)
    Learning.Programs.push_back(P.Name);
  Learning.Exclude = {"node_count", "edge_count", "lto_phase"};
  Learning.MaxBytes = 300;
  // Programs held out in turn say where to cut; one alone cannot.
  Learning.Cut = Programs.size() > 2 ? "auto" : "0";
  Learning.Seed = Learning.Trees.Seed = Options.Seed;
  Learning.Policy.Scope.Levels = {Built.Levels.begin(), Built.Levels.end()};
  Learning.Policy.Scope.Targets = {Built.Targets.begin(), Built.Targets.end()};
  Learning.Output = Options.Output;
  return Imitation(Learning).run();
}

/// Prints what stock, the shipped policy and the own one make of \p HeldOut.
Status measure(const TrainOwnOptions &Options, const OwnProgram &HeldOut,
               const BuiltCorpus &Built, const RunContext &Context) {
  const std::string Level =
      Built.Levels.empty() ? "Oz" : *Built.Levels.rbegin();
  ProgramEvalOptions Eval;
  Eval.Selection.Folders = {HeldOut.Corpus};
  Eval.Policies = {Options.Output};
  const std::string Shipped = shippedBeside(Eval.Policies, Level);
  if (!Shipped.empty())
    Eval.Policies.insert(Eval.Policies.begin(), Shipped);
  const std::optional<OwnPolicy> Own = readOwnPolicy(Options.Output);
  if (!Own)
    return Error(Options.Output + ": expected a policy other than the shipped");
  const ChosenTask Chosen = MLGO_TRY(chooseTask(defaultTask().Name, ""));
  const ProgramEval Done =
      MLGO_TRY(Chosen.BackEnd->evaluatePrograms(Eval, Context.Work));
  const std::string Name =
      Shipped.empty() ? "stock" : fs::path(Shipped).stem().string();
  Context.Out << formatTable(Done.Report)
              << describeOwn(*Own, Done.Report, Name);
  return Success();
}
} // namespace

Status trainOwn(const TrainOwnOptions &Options, const RunContext &Context) {
  std::vector<OwnProgram> Programs = MLGO_TRY(findPrograms(Options));
  const OwnProgram HeldOut = MLGO_TRY(holdOut(Programs, Options.HeldOut));
  const BuiltCorpus Built = MLGO_TRY(readBuilt(Programs));
  LabelRunOptions Sweep;
  for (const OwnProgram &P : Programs)
    Sweep.Problem.Selection.Folders.push_back(P.Corpus);
  Sweep.Labels.Seed = Options.Seed;
  Sweep.Labels.SitesPerModule = Options.Sites;
  Sweep.Labels.MaxTogether = 6;
  Sweep.Seconds = Options.Seconds;
  Sweep.Output = Options.Work + "/labels-" + std::to_string(Options.Sites);
  Options.Tell(formatText("train-own: labels %zu programs; %s is held out",
                          Programs.size(), HeldOut.Name.c_str()));
  MLGO_TRY(runLabels(Sweep, Context));
  MLGO_TRY(learn(Options, Sweep.Output, Programs, Built));
  return measure(Options, HeldOut, Built, Context);
}
} // namespace mlgo
