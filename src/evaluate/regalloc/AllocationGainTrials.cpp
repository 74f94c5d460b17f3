// What policies gain in functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationGainTrials.h"
#include "corpus/CorpusPrograms.h"
#include "evaluate/CorpusDigest.h"
#include "evaluate/ModuleDraw.h"
#include "evaluate/PolicyObjective.h"
#include <cmath>

namespace mlgo {
/// Apart from all other users of the seed.
constexpr uint64_t PackageStream = 0x7061636b61676573;

/// A module of thousands of functions, optimised, and each candidate in each.
constexpr double GainSeconds = 2 * 3600;

/// Digests packages and the bytes of modules, and of profiles that cycles are
/// counted by, but no path.
static std::string digest(const CorpusModule *Begin, const CorpusModule *End,
                          AllocationGoal Goal) {
  std::string Text;
  for (const CorpusModule *M = Begin; M != End; ++M) {
    Text += M->Package + " " + digestFile(M->Path) + "\n";
    if (Goal == AllocationGoal::Cycles &&
        (M == Begin || M[-1].Corpus != M->Corpus))
      Text += digestFile(profilePathIn(M->Corpus)) + "\n";
  }
  return digestBytes(Text);
}

static Result<std::vector<CorpusModule>>
listModules(const std::vector<std::string> &Folders,
            const std::vector<std::string> &Packages, const char *What) {
  const std::string Where = std::string(What) + " corpora";
  auto Modules = MLGO_TRY(listCorpusModules(Folders, Packages).in(Where));
  for (const std::string &Package : Packages)
    if (std::none_of(
            Modules.begin(), Modules.end(),
            [&](const CorpusModule &M) { return M.Package == Package; }))
      return Error(Where + ": no corpus of package '" + Package + "'");
  return Modules;
}

/// Draws at most \p Count modules from each package, in the order they came.
static std::vector<CorpusModule>
drawOfPackages(std::vector<CorpusModule> Modules, uint64_t Count,
               uint64_t Seed) {
  std::map<std::string, std::vector<size_t>> Packages;
  std::vector<uint64_t> Sizes;
  for (size_t I = 0; I < Modules.size(); ++I) {
    Packages[Modules[I].Package].push_back(I);
    Sizes.push_back(1 + sizeOfFile(Modules[I].Path));
  }
  std::vector<size_t> Kept;
  for (auto &[Package, Left] : Packages)
    for (const size_t I :
         drawModules(Random(Seed ^ PackageStream, 0), std::move(Left), Count,
                     [&](size_t Module) { return Sizes[Module]; }))
      Kept.push_back(I);
  std::sort(Kept.begin(), Kept.end());
  std::vector<CorpusModule> Drawn;
  for (const size_t I : Kept)
    Drawn.push_back(std::move(Modules[I]));
  return Drawn;
}

/// The modules to train on, of which the large ones take longest.
static Result<std::vector<CorpusModule>>
listTrainingModules(const TrainingConfig &Config) {
  auto Modules =
      listModules(Config.TrainingCorpora, Config.TrainingPackages, "training");
  if (!Modules)
    return Modules.error();
  if (Config.LargestModule)
    Modules->erase(std::remove_if(Modules->begin(), Modules->end(),
                                  [&](const CorpusModule &M) {
                                    return sizeOfFile(M.Path) >
                                           Config.LargestModule;
                                  }),
                   Modules->end());
  if (Modules->empty())
    return Error("training corpora: no module has at most " +
                 std::to_string(Config.LargestModule) + " bytes");
  if (Config.ModulesPerPackage)
    Modules = drawOfPackages(std::move(*Modules), Config.ModulesPerPackage,
                             Config.Seed);
  return Modules;
}

Result<std::unique_ptr<ObjectiveTrials>>
AllocationGainTrials::create(const TrainingConfig &Config,
                             const AllocationTask &Task, AllocationGoal Goal,
                             TrialContext Context) {
  auto Companions = MLGO_TRY(readAllocationCompanions(Config.Beside, Task));
  auto Training = MLGO_TRY(listTrainingModules(Config));
  auto Validation = MLGO_TRY(listModules(
      Config.ValidationCorpora, Config.ValidationPackages, "validation"));
  const auto Settings =
      MLGO_TRY(parseCodeSettings(Config.Settings).in("key 'settings'"));
  if (Settings.size() > 1)
    return Error("key 'settings' is " + formatCodeSettings(Settings) +
                 ", expected one for task " + Task.name());
  if (Config.Profiles != "hidden" && Goal != AllocationGoal::Cycles)
    return Error("key 'profiles' is '" + Config.Profiles +
                 "', expected hidden unless the objective is cycles");
  const CodeSetting Code =
      settingFor(Goal, Settings.empty() ? CodeSetting() : Settings[0]);
  std::unique_ptr<AllocationGainTrials> Made(new AllocationGainTrials(
      {Task.name(), Goal, std::move(Companions), Code}, Context));
  Made->addModules(Training, Config.Profiles);
  Made->NumTraining = Made->Corpus.size();
  Made->addModules(Validation, Config.Profiles);
  MLGO_TRY(checkProfiles(Made->Setting, Made->Corpus));
  std::map<std::string, uint64_t> Totals;
  for (const CorpusModule &M : Made->Corpus)
    Totals[M.Package] += sizeOfFile(M.Path);
  for (const CorpusModule &M : Made->Corpus)
    Made->Modules.push_back({M.Path,
                             1 + sizeOfFile(M.Path) * 1000000 /
                                     std::max<uint64_t>(Totals[M.Package], 1),
                             true, Made->Modules.size() < Made->NumTraining});
  return std::unique_ptr<ObjectiveTrials>(std::move(Made));
}

/// All with a profile that is hidden, that is used, or first one and then the
/// other, as the key 'profiles' says.
void AllocationGainTrials::addModules(const std::vector<CorpusModule> &Added,
                                      const std::string &Profiles) {
  for (const bool Hides : {true, false}) {
    if (Profiles == (Hides ? "used" : "hidden"))
      continue;
    Corpus.insert(Corpus.end(), Added.begin(), Added.end());
    HidesProfile.resize(Corpus.size(), Hides);
  }
}

ObjectiveTrials::Description AllocationGainTrials::describe() const {
  const CorpusModule *Begin = Corpus.data(), *Middle = Begin + NumTraining;
  std::string Name =
      (Setting.Task == "evict" ? "eviction" : Setting.Task) + " objective 2";
  for (const auto &[Task, Model] : Setting.Companions)
    Name += " beside " + Task + " " + digestBytes(Model);
  if (Setting.Goal == AllocationGoal::Cycles)
    Name += " by cycles";
  // What was before profiles could be used has nothing of them in its name.
  if (!HidesProfile.back())
    Name +=
        HidesProfile.front() ? " with and without profiles" : " with profiles";
  // What was before there were settings has none in its name.
  if (!(Setting.Code == settingFor(Setting.Goal, {})))
    Name += " at " + formatCodeSetting(Setting.Code);
  return {Name, digest(Begin, Middle, Setting.Goal),
          digest(Middle, Begin + Corpus.size(), Setting.Goal)};
}

Result<ObjectiveTrials::Rewards>
AllocationGainTrials::measure(const std::vector<std::string> &Models,
                              const std::vector<size_t> &Batch) {
  std::vector<TrialRequest> Requests;
  for (const size_t Module : Batch) {
    AllocationSetting Tried = Setting;
    Tried.Code.HidesProfile = HidesProfile[Module];
    Requests.push_back(allocationTrials(Tried, Corpus[Module], {}));
    Requests.back().DeadlineSeconds = GainSeconds;
  }
  std::vector<Result<AllocationGains>> Answers(Requests.size(), Error("none"));
  runTrials(
      Context.Work, Requests, toBytes(Models),
      [&](size_t I, Result<std::string> Answer) {
        Answers[I] = readTrialAnswer<AllocationGains>(Answer);
      },
      [this] { return Context.Stop.load(); });
  if (Context.Stop)
    return Error("interrupted");
  Rewards R;
  R.ByModel.resize(Models.size(), 0.0);
  double Weight = 0;
  for (size_t I = 0; I < Answers.size(); ++I) {
    auto Fail = [&](const std::string &Why) {
      R.Failures.push_back(Modules[Batch[I]].Path + ": " + Why);
    };
    const auto &Found = Answers[I];
    if (!Found) {
      Fail(Found.error().message());
      continue;
    }
    if (Found->Gains.size() != Models.size() || !std::isfinite(Found->Weight)) {
      Fail("the answer to a trial is damaged");
      continue;
    }
    // A module at which all fail says nothing about any of them.
    if (std::none_of(Found->Gains.begin(), Found->Gains.end(),
                     [](const auto &Gain) { return Gain.has_value(); })) {
      Fail("no candidate can allocate");
      continue;
    }
    ++R.Modules;
    Weight += Found->Weight;
    for (size_t M = 0; M < Models.size(); ++M)
      if (!Found->Gains[M])
        R.ByModel[M].reset();
      else if (R.ByModel[M])
        *R.ByModel[M] += *Found->Gains[M];
  }
  if (Weight > 0)
    for (std::optional<double> &Gain : R.ByModel)
      if (Gain)
        *Gain /= Weight;
  return R;
}

Result<std::optional<double>>
AllocationGainTrials::validate(const std::string &Model,
                               const std::vector<size_t> &All) {
  auto Found = MLGO_TRY(measure({Model}, All));
  const std::optional<double> Gain = Found.ByModel.front();
  return Gain ? std::optional(100 * *Gain) : std::nullopt;
}
} // namespace mlgo
