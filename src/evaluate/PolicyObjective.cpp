// What policies are worth
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/PolicyObjective.h"
#include "evaluate/CorpusDigest.h"
#include "evaluate/ModuleDraw.h"
#include "mlgo/model/ModelFile.h"
#include <filesystem>

namespace mlgo {
uint64_t sizeOfFile(const std::string &Path) {
  std::error_code Failure;
  const uintmax_t Size = std::filesystem::file_size(Path, Failure);
  return Failure ? 0 : Size;
}

PolicyObjective::PolicyObjective(const TrainingConfig &Config,
                                 PolicyParameters TheParameters,
                                 std::unique_ptr<ObjectiveTrials> TheTrials)
    : Seed(Config.Seed), ModulesPerGeneration(Config.ModulesPerGeneration),
      Parameters(std::move(TheParameters)), Trials(std::move(TheTrials)) {
  for (const ObjectiveTrials::Module &M : Trials->modules())
    FileSizes.push_back(sizeOfFile(M.Path));
}

std::string PolicyObjective::describe() const {
  const ObjectiveTrials::Description D = Trials->describe();
  return D.Name + "; start model " +
         digestBytes(serializeModel(Parameters.model())) +
         "; training corpora " + D.Training + "; validation corpora " +
         D.Validation;
}

/// What takes longest is not to come last.
void PolicyObjective::putLargestFirst(std::vector<size_t> &Modules) const {
  std::stable_sort(Modules.begin(), Modules.end(), [&](size_t A, size_t B) {
    return FileSizes[A] > FileSizes[B];
  });
}

std::vector<size_t> PolicyObjective::drawBatch(uint64_t Generation) const {
  const auto &Modules = Trials->modules();
  std::vector<size_t> Usable;
  for (size_t I = 0; I < Modules.size(); ++I)
    if (Modules[I].IsTraining && Modules[I].IsUsable)
      Usable.push_back(I);
  return drawModules(Random(Seed ^ Trials->batchStream(), Generation),
                     std::move(Usable), ModulesPerGeneration,
                     [&](size_t Module) { return Modules[Module].Share; });
}

Result<std::vector<std::optional<double>>>
PolicyObjective::evaluate(const std::vector<ParameterVector> &Candidates,
                          uint64_t Generation) {
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
  std::vector<size_t> Batch = drawBatch(Generation);
  putLargestFirst(Batch);
  auto Found = MLGO_TRY(Trials->measure(Models, Batch));
  if (Found.Modules == 0)
    return Error(
        "all trials of generation " + std::to_string(Generation) +
        " failed, for example " +
        (Found.Failures.empty() ? "for no reason" : Found.Failures.front()));
  for (size_t I = 0; I < Candidates.size(); ++I)
    if (ModelOf[I])
      Rewards[I] = Found.ByModel[*ModelOf[I]];
  return Rewards;
}

Result<std::optional<double>>
PolicyObjective::validate(const ParameterVector &Candidate, unsigned) {
  Result<Model> Made = Parameters.apply(Candidate);
  if (!Made)
    return std::optional<double>();
  const auto &Modules = Trials->modules();
  std::vector<size_t> All;
  for (size_t I = 0; I < Modules.size(); ++I)
    if (!Modules[I].IsTraining && Modules[I].IsUsable)
      All.push_back(I);
  putLargestFirst(All);
  return Trials->validate(serializeModel(*Made), All);
}

Status PolicyObjective::save(const ParameterVector &Candidate,
                             const std::string &Path) const {
  Model Made = MLGO_TRY(Parameters.apply(Candidate));
  return saveModel(Made, Path);
}
} // namespace mlgo
