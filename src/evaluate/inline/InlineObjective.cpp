//===- InlineObjective.cpp - What inlining policies are worth -------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/InlineObjective.h"

#include "evaluate/CorpusDigest.h"
#include "evaluate/ModuleDraw.h"

#include "mlgo/model/ModelFile.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace mlgo {
namespace {

/// Apart from all other users of the seed.
constexpr uint64_t BatchStream = 0x6d6f64756c657321;

/// Of programs, how they are linked, and the modules' bytes; of no path.
std::string digestCorpus(const MeasuredCorpus &Corpus) {
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

} // namespace

InlineObjective::InlineObjective(const TrainingConfig &Config,
                                 PolicyParameters TheParameters,
                                 MeasuredCorpus TheTraining,
                                 MeasuredCorpus TheValidation,
                                 Worker &Work,
                                 const std::atomic<bool> &Stop)
    : Config(Config), Parameters(std::move(TheParameters)),
      Training(std::move(TheTraining)), Validation(std::move(TheValidation)),
      Work(Work), Stop(Stop) {
  for (const LinkedPrograms *Programs : {&Training, &Validation})
    for (const std::string &Path : Programs->corpus().Paths) {
      std::error_code Failure;
      const uintmax_t Size = std::filesystem::file_size(Path, Failure);
      FileSizes.push_back(Failure ? 0 : Size);
    }
}

Result<std::unique_ptr<InlineObjective>>
InlineObjective::create(const TrainingConfig &Config,
                        PolicyParameters Parameters, MeasuredCorpus Training,
                        MeasuredCorpus Validation, Worker &Work,
                        const std::atomic<bool> &Stop) {
  std::unique_ptr<InlineObjective> Made(
      new InlineObjective(Config, std::move(Parameters), std::move(Training),
                          std::move(Validation), Work, Stop));
  Made->describeAll();
  if (Status Measured = Made->measureBaselines(); !Measured)
    return Measured.error();
  return Made;
}

void InlineObjective::describeAll() {
  Description = "inlining objective 1; start model " +
                digestBytes(serializeModel(Parameters.model())) +
                "; training corpora " + digestCorpus(Training.corpus()) +
                "; validation corpora " + digestCorpus(Validation.corpus());
}

/// Compiles all modules with stock.
Status InlineObjective::measureBaselines() {
  const size_t NumTraining = Training.corpus().Paths.size();
  std::vector<size_t> All(NumTraining + Validation.corpus().Paths.size());
  std::iota(All.begin(), All.end(), size_t(0));
  IsUsable.assign(All.size(), false);
  Result<VariantMap> Found = compile({""}, std::move(All), Failures);
  if (!Found)
    return Found.error();
  for (const auto &[Module, Variants] : *Found) {
    if (!Variants[0])
      continue;
    IsUsable[Module] = true;
    const bool IsTraining = Module < NumTraining;
    (IsTraining ? Training : Validation)
        .setBaseline(IsTraining ? Module : Module - NumTraining,
                     *Variants[0]);
  }
  for (const LinkedPrograms *Programs : {&Training, &Validation})
    Failures.insert(Failures.end(), Programs->corpus().Failures.begin(),
                    Programs->corpus().Failures.end());
  if (std::find(IsUsable.begin(), IsUsable.begin() + NumTraining, true) ==
      IsUsable.begin() + NumTraining)
    return Error("no training module can be compiled: " +
                 (Failures.empty() ? "there is none" : Failures.front()));
  Training.measureBaselines();
  Validation.measureBaselines();
  return Success();
}

const std::string &InlineObjective::pathOf(size_t Module) const {
  const std::vector<std::string> &First = Training.corpus().Paths;
  return Module < First.size()
             ? First[Module]
             : Validation.corpus().Paths[Module - First.size()];
}

/// What \p Models make of \p Modules, those of validation after those of training. A module
/// whose items fail is missing, and named in \p Failed. The result does not
/// depend on who compiled what.
Result<InlineObjective::VariantMap>
InlineObjective::compile(const std::vector<std::string> &Models,
                         std::vector<size_t> Modules,
                         std::vector<std::string> &Failed) {
  std::vector<InlinePolicy> Candidates(Models.size());
  for (size_t I = 0; I < Models.size(); ++I)
    if (!Models[I].empty())
      Candidates[I].ModelBytes = std::make_shared<const std::string>(Models[I]);
  // What takes longest is not to come last.
  std::stable_sort(Modules.begin(), Modules.end(), [&](size_t A, size_t B) {
    return FileSizes[A] > FileSizes[B];
  });
  // With more workers than modules, a module's candidates are divided.
  const size_t Parts = std::clamp<size_t>(
      Modules.empty() ? 1 : 4 * Work.slots() / Modules.size(), 1,
      Models.size());
  std::vector<ModuleRequest> Requests;
  for (const size_t Module : Modules)
    for (size_t Part = 0; Part < Parts; ++Part) {
      ModuleRequest &Request = Requests.emplace_back();
      Request.Path = pathOf(Module);
      Request.SharedBegin = Part * Models.size() / Parts;
      Request.SharedEnd = (Part + 1) * Models.size() / Parts;
      Request.Part = Part;
      // Every trial has a limit of its own. Beyond all of them together, it is
      // the module's preparation that hangs.
      Request.DeadlineSeconds = double(Request.Options.TrialSeconds) *
                                double(Models.size() + 5);
    }
  std::vector<Result<ModuleTrials>> Answers(Requests.size(), Error("none"));
  runTrials(
      Work, Requests,
      [&](size_t I, Result<ModuleTrials> Answer) {
        Answers[I] = std::move(Answer);
      },
      [this] { return Stop.load(); }, Candidates);
  if (Stop)
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
    append(Found[Modules[I / Parts]], std::move(Part));
  }
  return Found;
}

std::vector<size_t> InlineObjective::drawBatch(uint64_t Generation) const {
  std::vector<size_t> Usable;
  for (size_t I = 0; I < Training.corpus().Paths.size(); ++I)
    if (IsUsable[I])
      Usable.push_back(I);
  // Even what contributes nothing now may under another policy.
  return drawModules(
      Random(Config.Seed ^ BatchStream, Generation), std::move(Usable),
      Config.ModulesPerGeneration,
      [&](size_t Module) { return Training.shares()[Module] + 1; });
}

Result<std::vector<std::optional<double>>>
InlineObjective::evaluate(const std::vector<ParameterVector> &Candidates,
                          uint64_t Generation) {
  // Candidates that round to the same model are tried once.
  std::map<std::string, size_t> Numbers;
  std::vector<std::string> Models;
  std::vector<std::optional<size_t>> ModelOf;
  for (const ParameterVector &Candidate : Candidates) {
    Result<Model> Made = Parameters.apply(Candidate);
    ModelOf.emplace_back();
    if (!Made)
      continue;
    std::string Bytes = serializeModel(*Made);
    auto [Known, IsNew] = Numbers.emplace(Bytes, Models.size());
    if (IsNew)
      Models.push_back(std::move(Bytes));
    ModelOf.back() = Known->second;
  }
  std::vector<std::optional<double>> Rewards(Candidates.size());
  if (Models.empty())
    return Rewards;
  std::vector<std::string> Failed;
  Result<VariantMap> Found = compile(Models, drawBatch(Generation), Failed);
  if (!Found)
    return Found.error();
  // A module at which all fail says nothing about any of them.
  for (auto I = Found->begin(); I != Found->end();)
    I = std::none_of(I->second.begin(), I->second.end(),
                     [](const auto &Units) { return Units != nullptr; })
            ? Found->erase(I)
            : std::next(I);
  if (Found->empty())
    return Error("all trials of generation " + std::to_string(Generation) +
                 " failed, for example " +
                 (Failed.empty() ? "for no reason" : Failed.front()));
  auto Sizes =
      Training.sizes(*Found, Models.size(), static_cast<unsigned>(Config.Jobs));
  if (!Sizes)
    return Sizes.error();
  std::vector<std::optional<double>> ByModel(Models.size());
  for (size_t M = 0; M < Models.size(); ++M) {
    double Sum = 0;
    size_t Count = 0;
    bool IsWhole = true;
    for (const auto &[Program, OfProgram] : *Sizes) {
      const auto Stock = static_cast<double>(Training.baselines()[Program]);
      IsWhole &= OfProgram[M].has_value();
      if (!IsWhole || Stock == 0)
        continue;
      Sum += 1 - static_cast<double>(*OfProgram[M]) / Stock;
      ++Count;
    }
    if (IsWhole)
      ByModel[M] = Count ? Sum / static_cast<double>(Count) : 0;
  }
  for (size_t I = 0; I < Candidates.size(); ++I)
    if (ModelOf[I])
      Rewards[I] = ByModel[*ModelOf[I]];
  return Rewards;
}

Result<std::optional<double>>
InlineObjective::validate(const ParameterVector &Candidate, unsigned) {
  Result<Model> Made = Parameters.apply(Candidate);
  if (!Made)
    return std::optional<double>();
  const size_t NumTraining = Training.corpus().Paths.size();
  std::vector<size_t> Modules;
  for (size_t I = NumTraining; I < IsUsable.size(); ++I)
    if (IsUsable[I])
      Modules.push_back(I);
  std::vector<std::string> Failed;
  Result<VariantMap> Found =
      compile({serializeModel(*Made)}, std::move(Modules), Failed);
  if (!Found)
    return Found.error();
  if (!Failed.empty())
    return std::optional<double>();
  VariantMap ByModule;
  for (auto &[Module, Variants] : *Found)
    ByModule[Module - NumTraining] = std::move(Variants);
  auto Sizes =
      Validation.sizes(ByModule, 1, static_cast<unsigned>(Config.Jobs));
  if (!Sizes)
    return Sizes.error();
  LastValidation = summarizeSizes(Validation, *Sizes);
  return std::optional<double>(LastValidation.score());
}

Status InlineObjective::save(const ParameterVector &Candidate,
                             const std::string &Path) const {
  Result<Model> Made = Parameters.apply(Candidate);
  if (!Made)
    return Made.error();
  return saveModel(*Made, Path);
}

} // namespace mlgo
