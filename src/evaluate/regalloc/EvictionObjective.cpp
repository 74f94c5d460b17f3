//===- EvictionObjective.cpp - What eviction policies are worth -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/EvictionObjective.h"

#include "EvictionPolicy.h"
#include "evaluate/CorpusDigest.h"
#include "evaluate/ModuleDraw.h"

#include "mlgo/model/ModelFile.h"
#include "mlgo/support/Archive.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace mlgo {
namespace {

/// Apart from all other users of the seed.
constexpr uint64_t BatchStream = 0x6576696374696f6e;
constexpr uint64_t PackageStream = 0x7061636b61676573;

/// A module of thousands of functions, optimised, and each candidate in each.
constexpr double ItemSeconds = 2 * 3600;

/// Of packages and the modules' bytes; of no path.
std::string digest(const CorpusModule *Begin, const CorpusModule *End) {
  std::string Text;
  for (const CorpusModule *M = Begin; M != End; ++M)
    Text += M->Package + " " + digestFile(M->Path) + "\n";
  return digestBytes(Text);
}

Result<std::vector<CorpusModule>>
listModules(const std::vector<std::string> &Folders,
            const std::vector<std::string> &Packages, const char *What) {
  const std::string Where = std::string(What) + " corpora";
  auto Modules = listCorpusModules(Folders, Packages);
  if (!Modules)
    return Modules.error().in(Where);
  for (const std::string &Package : Packages)
    if (std::none_of(
            Modules->begin(), Modules->end(),
            [&](const CorpusModule &M) { return M.Package == Package; }))
      return Error(Where + ": no corpus of package '" + Package + "'");
  return Modules;
}

uint64_t fileSize(const CorpusModule &Module) {
  std::error_code Failure;
  const uintmax_t Size = std::filesystem::file_size(Module.Path, Failure);
  return Failure ? 0 : Size;
}

/// Of each package at most \p Count modules, in the order they came.
std::vector<CorpusModule> drawOfPackages(std::vector<CorpusModule> Modules,
                                         uint64_t Count, uint64_t Seed) {
  std::map<std::string, std::vector<size_t>> Packages;
  std::vector<uint64_t> Sizes;
  for (size_t I = 0; I < Modules.size(); ++I) {
    Packages[Modules[I].Package].push_back(I);
    Sizes.push_back(1 + fileSize(Modules[I]));
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
Result<std::vector<CorpusModule>>
listTrainingModules(const TrainingConfig &Config) {
  auto Modules =
      listModules(Config.TrainingCorpora, Config.TrainingPackages, "training");
  if (!Modules)
    return Modules.error();
  if (Config.LargestModule)
    Modules->erase(std::remove_if(Modules->begin(), Modules->end(),
                                  [&](const CorpusModule &M) {
                                    return fileSize(M) > Config.LargestModule;
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

} // namespace

Result<std::unique_ptr<EvictionObjective>> EvictionObjective::create(
    const TrainingConfig &Config, PolicyParameters Parameters,
    std::vector<CorpusModule> Training, std::vector<CorpusModule> Validation,
    Worker &Work, const std::atomic<bool> &Stop) {
  std::unique_ptr<EvictionObjective> Made(
      new EvictionObjective(Config, std::move(Parameters), Work, Stop));
  Made->NumTraining = Training.size();
  Made->Modules = std::move(Training);
  Made->Modules.insert(Made->Modules.end(), Validation.begin(),
                       Validation.end());
  std::map<std::string, uint64_t> Totals;
  for (const CorpusModule &M : Made->Modules) {
    Made->FileSizes.push_back(fileSize(M));
    Totals[M.Package] += Made->FileSizes.back();
  }
  for (size_t I = 0; I < Made->NumTraining; ++I)
    Made->Shares.push_back(
        1 + Made->FileSizes[I] * 1000000 /
                std::max<uint64_t>(Totals[Made->Modules[I].Package], 1));
  Made->describeAll();
  return Made;
}

void EvictionObjective::describeAll() {
  const CorpusModule *Begin = Modules.data(), *Middle = Begin + NumTraining;
  Description = "eviction objective 2; start model " +
                digestBytes(serializeModel(Parameters.model())) +
                "; training corpora " + digest(Begin, Middle) +
                "; validation corpora " +
                digest(Middle, Begin + Modules.size());
}

/// The mean over functions by model; none where a model has failed somewhere. A
/// module at which all fail says nothing about any of them.
Result<std::vector<std::optional<double>>>
EvictionObjective::measure(const std::vector<std::string> &Models,
                           std::vector<size_t> Batch,
                           std::vector<std::string> &Failed) {
  // What takes longest is not to come last.
  std::stable_sort(Batch.begin(), Batch.end(), [&](size_t A, size_t B) {
    return FileSizes[A] > FileSizes[B];
  });
  const auto Shared = std::make_shared<const std::string>(toBytes(Models));
  const EvictionGoal Goal = Config.Task == "regalloc-evict-oz"
                                ? EvictionGoal::Size
                                : EvictionGoal::Speed;
  std::vector<WorkItem> Items;
  for (const size_t Module : Batch) {
    WorkItem Item;
    Item.Affinity = 1 + Module;
    Item.Shared = Shared;
    Item.Request = requestEvictionTrials(Modules[Module].Path, Goal);
    Item.DeadlineSeconds = ItemSeconds;
    Items.push_back(std::move(Item));
  }
  const std::vector<Result<std::string>> Answers =
      runItems(Work, std::move(Items), [this] { return Stop.load(); });
  if (Stop)
    return Error("interrupted");
  EvictionGains Sum;
  Sum.Gains.resize(Models.size(), 0.0);
  for (size_t I = 0; I < Answers.size(); ++I) {
    Result<EvictionGains> Found =
        Answers[I] ? decodeEvictionGains(*Answers[I], Models.size())
                   : Result<EvictionGains>(Answers[I].error());
    if (!Found) {
      Failed.push_back(Modules[Batch[I]].Path + ": " + Found.error().message());
      continue;
    }
    if (std::none_of(Found->Gains.begin(), Found->Gains.end(),
                     [](const auto &Gain) { return Gain.has_value(); })) {
      Failed.push_back(Modules[Batch[I]].Path + ": no candidate can allocate");
      continue;
    }
    Sum.Weight += Found->Weight;
    for (size_t M = 0; M < Models.size(); ++M)
      if (!Found->Gains[M])
        Sum.Gains[M].reset();
      else if (Sum.Gains[M])
        *Sum.Gains[M] += *Found->Gains[M];
  }
  if (Sum.Weight > 0)
    for (std::optional<double> &Gain : Sum.Gains)
      if (Gain)
        *Gain /= Sum.Weight;
  return Sum.Gains;
}

std::vector<size_t> EvictionObjective::drawBatch(uint64_t Generation) const {
  std::vector<size_t> All(NumTraining);
  std::iota(All.begin(), All.end(), size_t(0));
  return drawModules(Random(Config.Seed ^ BatchStream, Generation),
                     std::move(All), Config.ModulesPerGeneration,
                     [&](size_t Module) { return Shares[Module]; });
}

Result<std::vector<std::optional<double>>>
EvictionObjective::evaluate(const std::vector<ParameterVector> &Candidates,
                            uint64_t Generation) {
  std::vector<std::string> Models;
  std::vector<size_t> Tried;
  for (size_t I = 0; I < Candidates.size(); ++I)
    if (Result<Model> Made = Parameters.apply(Candidates[I])) {
      Models.push_back(serializeModel(*Made));
      Tried.push_back(I);
    }
  std::vector<std::optional<double>> Rewards(Candidates.size());
  if (Models.empty())
    return Rewards;
  std::vector<std::string> Failed;
  const std::vector<size_t> Batch = drawBatch(Generation);
  auto Means = measure(Models, Batch, Failed);
  if (!Means)
    return Means.error();
  if (Failed.size() == Batch.size())
    return Error("all trials of generation " + std::to_string(Generation) +
                 " failed, for example " + Failed.front());
  for (size_t I = 0; I < Tried.size(); ++I)
    Rewards[Tried[I]] = (*Means)[I];
  return Rewards;
}

Result<std::optional<double>>
EvictionObjective::validate(const ParameterVector &Candidate, unsigned) {
  Result<Model> Made = Parameters.apply(Candidate);
  if (!Made)
    return std::optional<double>();
  std::vector<size_t> All;
  for (size_t I = NumTraining; I < Modules.size(); ++I)
    All.push_back(I);
  std::vector<std::string> Failed;
  auto Means = measure({serializeModel(*Made)}, std::move(All), Failed);
  if (!Means)
    return Means.error();
  std::optional<double> Score = Means->front();
  return Score ? std::optional(100 * *Score) : std::nullopt;
}

Status EvictionObjective::save(const ParameterVector &Candidate,
                               const std::string &Path) const {
  Result<Model> Made = Parameters.apply(Candidate);
  if (!Made)
    return Made.error();
  return saveModel(*Made, Path);
}

Result<std::unique_ptr<TrainingObjective>>
createEvictionObjective(const TrainingConfig &Config, Worker &Work,
                        const std::atomic<bool> &Stop) {
  Result<Model> Start = loadModel(Config.StartModel);
  if (!Start)
    return Start.error();
  if (auto Policy = createPolicyRunner(getEvictionPolicySpec(), *Start,
                                       Config.StartModel);
      !Policy)
    return Policy.error();
  auto Options = parsePolicyParameters(Config.Parameters, Config.ScaleFloor);
  if (!Options)
    return Options.error();
  auto Parameters = PolicyParameters::create(std::move(*Start), *Options);
  if (!Parameters)
    return Parameters.error();
  auto Training = listTrainingModules(Config);
  if (!Training)
    return Training.error();
  auto Validation = listModules(Config.ValidationCorpora,
                                Config.ValidationPackages, "validation");
  if (!Validation)
    return Validation.error();
  auto Made = EvictionObjective::create(
      Config, std::move(*Parameters), std::move(*Training),
      std::move(*Validation), Work, Stop);
  if (!Made)
    return Made.error();
  return std::unique_ptr<TrainingObjective>(std::move(*Made));
}

} // namespace mlgo
