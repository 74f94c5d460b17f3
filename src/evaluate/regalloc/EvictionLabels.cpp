//===- EvictionLabels.cpp - What single evictions are worth ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/EvictionLabels.h"

#include "EvictionInputs.h"
#include "evaluate/regalloc/EvictionTrials.h"

#include "mlgo/support/Random.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace mlgo {
namespace {

class Meter final : public RegAllocObserver {
public:
  explicit Meter(std::vector<FunctionAllocation> &Found) : Found(Found) {}

private:
  int64_t onDecision(const EvictionDecision &D) override {
    ++Problems;
    return D.Decision;
  }
  void onAllocated(const MachineFunction &MF,
                   const AllocationScore &Score) override {
    Found.push_back({MF.getName().str(), Problems, Score.total()});
    Problems = 0;
  }
  bool needsInputs() const override { return false; }

  std::vector<FunctionAllocation> &Found;
  uint64_t Problems = 0;
};

/// \p Count of the numbers below \p Bound, ascending.
std::vector<uint64_t> sample(uint64_t Bound, size_t Count, Random &Chance) {
  std::vector<uint64_t> Numbers(Bound);
  for (uint64_t I = 0; I < Bound; ++I)
    Numbers[I] = I;
  Chance.shuffle(Numbers);
  Numbers.resize(std::min<size_t>(Count, Bound));
  llvm::sort(Numbers);
  return Numbers;
}

class Labeler final : public EvictionTrials {
public:
  Labeler(const std::map<std::string, FunctionAllocation> &Problems,
          const EvictionLabelOptions &Options, TrainingLogWriter &Log)
      : Problems(Problems), Options(Options), Log(Log) {}

private:
  /// What is known of a problem before the function's own score is.
  struct Row {
    std::vector<std::vector<char>> Tensors;
    std::vector<int64_t> Tried;
    std::vector<float> Scores;
  };

  void beginFunction(const MachineFunction &MF) override {
    Rows.clear();
    Planned.clear();
    Next = 0;
    auto Found = Problems.find(MF.getName().str());
    NumProblems = Found == Problems.end() ? 0 : Found->second.Problems;
    Random Chance(Options.Seed, xxh3_64bits(MF.getName()));
    Planned = sample(NumProblems, Options.Problems, Chance);
    Columns = Random(Options.Seed, Chance.next());
  }

  bool needsInputsNow() const override {
    return !isTrial() && Next < Planned.size() && Planned[Next] == problem();
  }

  std::vector<int64_t> chooseColumns(const EvictionDecision &D) {
    std::vector<int64_t> Legal;
    for (int64_t I = 0; I <= D.keepColumn(); ++I)
      if (I != D.Decision && D.isLegal(I))
        Legal.push_back(I);
    Columns.shuffle(Legal);
    if (Legal.size() > Options.Columns)
      Legal.resize(Options.Columns);
    return Legal;
  }

  int64_t decide(const EvictionDecision &D) override {
    if (!needsInputsNow())
      return D.Decision;
    ++Next;
    Row R;
    for (size_t I = 0; I < D.Inputs.inputs().size(); ++I) {
      const char *Data = static_cast<char *>(D.Inputs.getTensorUntyped(I));
      R.Tensors.emplace_back(
          Data, Data + D.Inputs.inputs()[I].getTotalTensorBufferSize());
    }
    R.Tried.resize(D.keepColumn() + 1);
    R.Scores.resize(D.keepColumn() + 1);
    for (int64_t Column : chooseColumns(D)) {
      if (beginTrial())
        return Column;
      if (!outcome())
        continue;
      R.Tried[Column] = 1;
      R.Scores[Column] = static_cast<float>(outcome()->Score);
    }
    Rows.push_back(std::move(R));
    return D.Decision;
  }

  void endFunction(const MachineFunction &MF, double Score) override {
    if (Rows.empty())
      return;
    Log.switchContext(MF.getName());
    const float OwnScore = static_cast<float>(Score);
    for (Row &R : Rows) {
      Log.startObservation();
      size_t I = 0;
      for (const std::vector<char> &Tensor : R.Tensors)
        Log.logTensorValue(I++, Tensor.data());
      for (size_t C = 0; C < R.Tried.size(); ++C)
        R.Scores[C] = R.Tried[C] ? R.Scores[C] - OwnScore : 0;
      Log.logTensorValue(I++, R.Tried.data());
      Log.logTensorValue(I++, R.Scores.data());
      Log.logTensorValue(I++, &OwnScore);
      Log.logTensorValue(I++, &NumProblems);
      Log.endObservation();
    }
  }

  const std::map<std::string, FunctionAllocation> &Problems;
  const EvictionLabelOptions &Options;
  TrainingLogWriter &Log;
  std::vector<uint64_t> Planned; ///< Of this function, ascending.
  size_t Next = 0;               ///< The first of them that is to come.
  uint64_t NumProblems = 0;
  Random Columns{0};
  std::vector<Row> Rows;
};

} // namespace

Result<std::vector<FunctionAllocation>>
measureAllocations(EvictionModule &M, EvictionConfig Config) {
  std::vector<FunctionAllocation> Found;
  Config.Observers.push_back(std::make_unique<Meter>(Found));
  if (auto Generated = M.generate(std::move(Config)); !Generated)
    return Generated.error();
  return Found;
}

Status labelEvictions(EvictionModule &M, EvictionConfig Config,
                      const std::map<std::string, FunctionAllocation> &Problems,
                      const EvictionLabelOptions &Options,
                      TrainingLogWriter &Log) {
  Config.Observers.push_back(std::make_unique<Labeler>(Problems, Options, Log));
  if (auto Generated = M.generate(std::move(Config)); !Generated)
    return Generated.error();
  return Success();
}

std::vector<TensorSpec> getEvictionLabelSpecs(size_t Columns) {
  std::vector<TensorSpec> Specs = getEvictionInputs(Columns);
  const std::vector<int64_t> PerColumn = {1, static_cast<int64_t>(Columns)};
  Specs.push_back(TensorSpec::createSpec<int64_t>("tried", PerColumn));
  Specs.push_back(TensorSpec::createSpec<float>("score_change", PerColumn));
  Specs.push_back(TensorSpec::createSpec<float>("function_score", {1}));
  Specs.push_back(TensorSpec::createSpec<int64_t>("problems", {1}));
  return Specs;
}

} // namespace mlgo
