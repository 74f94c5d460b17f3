// What single allocations are worth
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationLabels.h"
#include "mlgo/support/Random.h"
#include "mlgo/tensor/TrainingLogWriter.h"
#include "support/Archive.h"
#include "llvm/Support/xxhash.h"
#include <numeric>

namespace mlgo {
/// \p Count of the numbers below \p Bound, ascending.
static std::vector<uint64_t> sample(uint64_t Bound, size_t Count,
                                    Random &Chance) {
  std::vector<uint64_t> Numbers(Bound);
  std::iota(Numbers.begin(), Numbers.end(), uint64_t(0));
  Chance.shuffle(Numbers);
  Numbers.resize(std::min<size_t>(Count, Bound));
  std::sort(Numbers.begin(), Numbers.end());
  return Numbers;
}

/// What else may be decided.
static std::vector<int64_t> othersOf(const ReplayedQuestion &Q) {
  std::vector<int64_t> Others;
  for (int64_t D = 0; D <= MaxDecision; ++D)
    if (D != Q.Decision && Q.Choices >> D & 1)
      Others.push_back(D);
  return Others;
}

std::vector<std::string> AllocationLabels::modules() const {
  std::vector<std::string> Names;
  for (const CorpusModule &M : Problem->modules())
    Names.push_back(M.Name);
  return Names;
}

Status AllocationLabels::begin() {
  Result<Evaluated> Made = Problem->evaluate({});
  return Made ? Success() : Status(Made.error());
}

std::vector<std::optional<double>>
AllocationLabels::tryMoves(const std::vector<PlannedMove> &Moves) {
  std::vector<Move> Plain;
  for (const PlannedMove &M : Moves)
    Plain.push_back(M.Change);
  return Problem->tryInFunctions(Plain);
}

std::vector<PlannedMove> AllocationLabels::plan(size_t Module) {
  std::vector<PlannedMove> Moves;
  for (const AllocationProblem::Function &F : Problem->functions()) {
    if (F.Module != Module)
      continue;
    Random Chance(Options.Seed, llvm::xxh3_64bits(F.Name));
    const std::vector<uint64_t> Planned =
        sample(F.Questions.size(), Options.SitesPerFunction, Chance);
    Random Choices(Options.Seed, Chance.next());
    for (const uint64_t Number : Planned) {
      Row &R = Rows[Module].emplace_back();
      R.Function = &F;
      R.Key = F.Key + "\t" + std::to_string(Number);
      R.Tried = othersOf(F.Questions[Number]);
      Choices.shuffle(R.Tried);
      if (R.Tried.size() > Options.ChoicesPerSite)
        R.Tried.resize(Options.ChoicesPerSite);
      for (const int64_t Decision : R.Tried)
        Moves.push_back({{{{R.Key, Decision}}}});
    }
  }
  return Moves;
}

std::string
AllocationLabels::memoryOf(const std::vector<PlannedMove> &Moves) const {
  std::map<std::string, std::vector<std::string>> Known;
  for (const PlannedMove &M : Moves) {
    const std::string &Key = M.Change.Changes.begin()->first;
    if (const std::vector<std::string> *Values = Problem->inputs(Key))
      Known.emplace(Key, *Values);
  }
  return toBytes(Known);
}

void AllocationLabels::recall(const std::string &Memory) {
  std::map<std::string, std::vector<std::string>> Known;
  if (fromBytes(Memory, Known))
    for (auto &[Key, Values] : Known)
      Problem->setInputs(Key, std::move(Values));
}

Result<LabelSource::Counts>
AllocationLabels::write(size_t Module, const std::string &Path,
                        const std::vector<std::optional<double>> &Results) {
  std::vector<TensorSpec> Specs = Inputs;
  const std::vector<int64_t> PerDecision = {1,
                                            static_cast<int64_t>(NumDecisions)};
  Specs.push_back(TensorSpec::createSpec<int64_t>("tried", PerDecision));
  Specs.push_back(TensorSpec::createSpec<float>("score_change", PerDecision));
  Specs.push_back(TensorSpec::createSpec<float>("function_score", {1}));
  Specs.push_back(TensorSpec::createSpec<int64_t>("problems", {1}));
  auto Log = MLGO_TRY(TrainingLogWriter::create(Path, Specs));
  Counts Done;
  size_t Next = 0;
  const AllocationProblem::Function *Current = nullptr;
  for (const Row &R : Rows[Module]) {
    const auto OwnScore = static_cast<float>(R.Function->Result);
    std::vector<int64_t> Tried(NumDecisions);
    std::vector<float> Changes(NumDecisions);
    for (const int64_t Decision : R.Tried) {
      const std::optional<double> &Result = Results[Next++];
      Done.FailedTrials += !Result;
      if (!Result)
        continue;
      Tried[Decision] = 1;
      Changes[Decision] = static_cast<float>(*Result) - OwnScore;
    }
    // Nothing was tried, or the function could not be allocated again.
    const std::vector<std::string> *Values = Problem->inputs(R.Key);
    if (!Values)
      continue;
    if (R.Function != Current)
      Log.switchContext(R.Function->Name);
    Current = R.Function;
    Log.startObservation();
    size_t I = 0;
    for (const std::string &Tensor : *Values)
      Log.logTensorValue(I++, Tensor.data());
    Log.logTensorValue(I++, Tried.data());
    Log.logTensorValue(I++, Changes.data());
    Log.logTensorValue(I++, &OwnScore);
    const uint64_t Questions = R.Function->Questions.size();
    Log.logTensorValue(I++, &Questions);
    Log.endObservation();
    ++Done.Labels;
  }
  MLGO_TRY(Log.close());
  return Done;
}
} // namespace mlgo
