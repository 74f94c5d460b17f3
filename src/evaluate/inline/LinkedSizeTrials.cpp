// How small policies make programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/LinkedSizeTrials.h"
#include "evaluate/CorpusDigest.h"
#include "evaluate/inline/InlineTrials.h"
#include "support/ProcessPool.h"
#include <algorithm>
#include <numeric>

namespace mlgo {
/// Digests programs, how they are linked, and the modules' bytes, but no path.
static std::string digestCorpus(const MeasuredCorpus &Corpus) {
  std::string Text;
  for (const MeasuredProgram &Program : Corpus.Programs) {
    Text += Program.Package + "/" + Program.Name + "\n";
    for (const ProgramObject &Object : Program.Objects)
      if (Object.Module)
        Text += Corpus.Modules[*Object.Module] + "\n";
  }
  for (const std::string &Path : Corpus.Paths)
    Text += digestFile(Path) + "\n";
  return digestBytes(Text);
}

static Result<MeasuredCorpus>
readCorpus(const std::vector<std::string> &Folders,
           const std::vector<std::string> &Packages, const char *What) {
  if (Folders.empty())
    return Error(std::string("there are no ") + What + " corpora");
  CorpusSelection Selection;
  Selection.Folders = Folders;
  Selection.Packages = Packages;
  return loadMeasuredCorpus(Selection).in(std::string(What) + " corpora");
}

/// \p Corpus as often as there are \p Settings, one after the other.
static MeasuredCorpus repeatIn(const std::vector<CodeSetting> &Settings,
                               const MeasuredCorpus &Corpus) {
  MeasuredCorpus All;
  All.Failures = Corpus.Failures;
  for (const CodeSetting &S : Settings) {
    const size_t First = All.Paths.size();
    All.Paths.insert(All.Paths.end(), Corpus.Paths.begin(), Corpus.Paths.end());
    All.Modules.insert(All.Modules.end(), Corpus.Modules.begin(),
                       Corpus.Modules.end());
    for (MeasuredProgram Program : Corpus.Programs) {
      for (ProgramObject &Object : Program.Objects)
        if (Object.Module)
          *Object.Module += First;
      if (Settings.size() > 1)
        Program.Name += " " + formatCodeSetting(S);
      All.Programs.push_back(std::move(Program));
    }
  }
  return All;
}

Result<std::unique_ptr<LinkedSizeTrials>>
LinkedSizeTrials::create(const TrainingConfig &Config, TrialContext Context) {
  auto Training = MLGO_TRY(
      readCorpus(Config.TrainingCorpora, Config.TrainingPackages, "training"));
  auto Validation = MLGO_TRY(readCorpus(
      Config.ValidationCorpora, Config.ValidationPackages, "validation"));
  auto Settings =
      MLGO_TRY(parseCodeSettings(Config.Settings).in("key 'settings'"));
  if (Settings.empty())
    Settings.emplace_back();
  std::unique_ptr<LinkedSizeTrials> Made(
      new LinkedSizeTrials(Training, Validation, std::move(Settings), Context));
  MLGO_TRY(Made->measureBaselines());
  return Made;
}

LinkedSizeTrials::LinkedSizeTrials(const MeasuredCorpus &TheTraining,
                                   const MeasuredCorpus &TheValidation,
                                   std::vector<CodeSetting> TheSettings,
                                   TrialContext Context)
    : Settings(std::move(TheSettings)),
      Training(repeatIn(Settings, TheTraining)),
      Validation(repeatIn(Settings, TheValidation)), Context(Context) {
  for (const LinkedPrograms *Programs : {&Training, &Validation})
    for (const std::string &Path : Programs->corpus().Paths)
      Modules.push_back({Path, 0, false, Programs == &Training});
}

const CodeSetting &LinkedSizeTrials::settingOf(size_t Module) const {
  const size_t NumTraining = Training.corpus().Paths.size();
  const bool IsTraining = Module < NumTraining;
  const size_t Length =
      (IsTraining ? NumTraining : Modules.size() - NumTraining) /
      Settings.size();
  return Settings[(IsTraining ? Module : Module - NumTraining) / Length];
}

ObjectiveTrials::Description LinkedSizeTrials::describe() const {
  std::string Name = "inlining objective 1";
  // What was before there were settings has none in its name.
  if (Settings.size() > 1 || !Settings[0].isAsBuilt())
    Name += " at " + formatCodeSettings(Settings);
  return {Name, digestCorpus(Training.corpus()),
          digestCorpus(Validation.corpus())};
}

/// Compiles all modules with stock.
Status LinkedSizeTrials::measureBaselines() {
  const size_t NumTraining = Training.corpus().Paths.size();
  std::vector<size_t> All(Modules.size());
  std::iota(All.begin(), All.end(), size_t(0));
  VariantMap Found = MLGO_TRY(compile({""}, All, Failures));
  for (const auto &[Module, Variants] : Found) {
    if (!Variants[0])
      continue;
    Modules[Module].IsUsable = true;
    const bool IsTraining = Module < NumTraining;
    (IsTraining ? Training : Validation)
        .setBaseline(IsTraining ? Module : Module - NumTraining, *Variants[0]);
  }
  for (const LinkedPrograms *Programs : {&Training, &Validation})
    Failures.insert(Failures.end(), Programs->corpus().Failures.begin(),
                    Programs->corpus().Failures.end());
  if (std::none_of(Modules.begin(), Modules.begin() + NumTraining,
                   [](const Module &M) { return M.IsUsable; }))
    return Error("no training module can be compiled: " +
                 (Failures.empty() ? "there is none" : Failures.front()));
  Training.measureBaselines();
  Validation.measureBaselines();
  // Even what contributes nothing now may under another policy.
  for (size_t I = 0; I < NumTraining; ++I)
    Modules[I].Share = Training.shares()[I] + 1;
  return Success();
}

/// What \p Models make of \p Asked. A module whose items fail is missing, and
/// named in \p Failed. The result does not depend on who compiled what.
Result<LinkedSizeTrials::VariantMap>
LinkedSizeTrials::compile(const std::vector<std::string> &Models,
                          const std::vector<size_t> &Asked,
                          std::vector<std::string> &Failed) {
  std::vector<InlinePolicy> Candidates(Models.size());
  for (size_t I = 0; I < Models.size(); ++I)
    if (!Models[I].empty())
      Candidates[I].ModelBytes = std::make_shared<const std::string>(Models[I]);
  // With more workers than modules, a module's candidates are divided.
  const size_t Parts = std::clamp<size_t>(
      Asked.empty() ? 1 : 4 * Context.Work.slots() / Asked.size(), 1,
      Models.size());
  std::vector<ModuleRequest> Requests;
  for (const size_t Module : Asked)
    for (size_t Part = 0; Part < Parts; ++Part) {
      ModuleRequest &Request = Requests.emplace_back();
      Request.Path = Modules[Module].Path;
      Request.Setting = settingOf(Module);
      Request.SharedBegin = Part * Models.size() / Parts;
      Request.SharedEnd = (Part + 1) * Models.size() / Parts;
      Request.Part = Part;
      // Every trial has a limit of its own. Beyond all of them together, it is
      // the module's preparation that hangs.
      Request.DeadlineSeconds = double(ClockPerProcessorTime) *
                                Request.Options.TrialSeconds *
                                double(Models.size() + 5);
    }
  std::vector<Result<ModuleTrials>> Answers(Requests.size(), Error("none"));
  runTrials(
      Context.Work, Requests,
      [&](size_t I, Result<ModuleTrials> Answer) {
        Answers[I] = std::move(Answer);
      },
      [this] { return Context.Stop.load(); }, Candidates);
  if (Context.Stop)
    return Error("interrupted");
  VariantMap Found;
  for (size_t I = 0; I < Answers.size(); ++I) {
    const ModuleRequest &Done = Requests[I];
    ModuleVariants Part(Done.SharedEnd - Done.SharedBegin);
    if (!Answers[I])
      Failed.push_back(Done.Path + ": " + Answers[I].error().message());
    for (size_t C = 0; Answers[I] && C < Part.size(); ++C) {
      const WholeTrial &Trial = Answers[I]->Policies[C];
      if (Trial.Failure.empty())
        Part[C] = Trial.Units;
      else
        Failed.push_back(Done.Path + ": " + Trial.Failure);
    }
    append(Found[Asked[I / Parts]], std::move(Part));
  }
  return Found;
}

Result<ObjectiveTrials::Rewards>
LinkedSizeTrials::measure(const std::vector<std::string> &Models,
                          const std::vector<size_t> &Batch) {
  Rewards R;
  R.ByModel.resize(Models.size());
  VariantMap Found = MLGO_TRY(compile(Models, Batch, R.Failures));
  // A module at which all fail says nothing about any of them.
  for (auto I = Found.begin(); I != Found.end();)
    I = std::none_of(I->second.begin(), I->second.end(),
                     [](const auto &Units) { return Units != nullptr; })
            ? Found.erase(I)
            : std::next(I);
  R.Modules = Found.size();
  if (Found.empty())
    return R;
  auto Sizes = MLGO_TRY(Training.sizes(Found, Models.size(), Context.Jobs));
  for (size_t M = 0; M < Models.size(); ++M) {
    double Sum = 0;
    size_t Count = 0;
    bool IsWhole = true;
    for (const auto &[Program, OfProgram] : Sizes) {
      const auto Stock = static_cast<double>(Training.baselines()[Program]);
      IsWhole &= OfProgram[M].has_value();
      if (!IsWhole || Stock == 0)
        continue;
      Sum += 1 - static_cast<double>(*OfProgram[M]) / Stock;
      ++Count;
    }
    if (IsWhole)
      R.ByModel[M] = Count ? Sum / static_cast<double>(Count) : 0;
  }
  return R;
}

Result<std::optional<double>>
LinkedSizeTrials::validate(const std::string &Model,
                           const std::vector<size_t> &All) {
  std::vector<std::string> Failed;
  VariantMap Found = MLGO_TRY(compile({Model}, All, Failed));
  if (!Failed.empty())
    return std::optional<double>();
  VariantMap ByModule;
  for (auto &[Module, Variants] : Found)
    ByModule[Module - Training.corpus().Paths.size()] = std::move(Variants);
  auto Sizes = MLGO_TRY(Validation.sizes(ByModule, 1, Context.Jobs));
  LastValidation = summarizeSizes(Validation, Sizes);
  return std::optional<double>(LastValidation.score());
}
} // namespace mlgo
