//===- EvictionSearch.cpp - The best evictions of a function --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/EvictionSearch.h"

#include "evaluate/regalloc/EvictionTrials.h"

#include "mlgo/support/Random.h"

#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace mlgo {
namespace {

class Walk final : public EvictionTrials {
public:
  Walk(const std::map<std::string, FunctionAllocation> &Problems,
       unsigned Trials, uint64_t Seed, std::vector<FunctionSearch> &Found)
      : Problems(Problems), Trials(Trials), Seed(Seed), Found(Found) {}

private:
  bool needsInputsNow() const override { return false; }

  void beginFunction(const MachineFunction &MF) override {
    Chosen.clear();
    auto Known = Problems.find(MF.getName().str());
    if (Known == Problems.end())
      return;
    // How many problems the best allocation so far has.
    uint64_t Length = Known->second.Problems;
    Best = Known->second.Score;
    for (unsigned I = 0; I < Trials; ++I) {
      Random Chance(Seed + I, xxh3_64bits(MF.getName()));
      Change = Chance.below(Length);
      Pick = Chance.next();
      if (beginTrial())
        return;
      const auto &Outcome = outcome();
      if (!Outcome || Outcome->Column < 0 || Outcome->Score >= Best)
        continue;
      Best = Outcome->Score;
      Length = std::max<uint64_t>(Outcome->Problems, 1);
      Chosen.erase(Chosen.lower_bound(Change), Chosen.end());
      Chosen[Change] = Outcome->Column;
    }
  }

  int64_t decide(const EvictionDecision &D) override {
    if (!isTrial() || problem() > Change)
      return D.Decision;
    auto Known = Chosen.find(problem());
    const int64_t Now = Known == Chosen.end() ? D.Decision : Known->second;
    if (problem() < Change)
      return Now;
    std::vector<int64_t> Legal;
    for (int64_t I = 0; I <= D.keepColumn(); ++I)
      if (I != Now && D.isLegal(I))
        Legal.push_back(I);
    if (Legal.empty())
      return Now;
    note(Legal[Pick % Legal.size()]);
    return Legal[Pick % Legal.size()];
  }

  void endFunction(const MachineFunction &MF, double Score) override {
    FunctionSearch F;
    F.Stock = {MF.getName().str(), problem(), Score};
    F.Best = std::min(Best, Score);
    Found.push_back(F);
  }

  const std::map<std::string, FunctionAllocation> &Problems;
  const unsigned Trials;
  const uint64_t Seed;
  std::vector<FunctionSearch> &Found;
  std::map<uint64_t, int64_t> Chosen; ///< Columns by problem; else stock's.
  double Best = 0;
  uint64_t Change = 0; ///< The problem that this trial changes.
  uint64_t Pick = 0;
};

} // namespace

Result<std::vector<FunctionSearch>>
searchEvictions(EvictionModule &M, EvictionConfig Config,
                const std::map<std::string, FunctionAllocation> &Problems,
                unsigned Trials, uint64_t Seed) {
  std::vector<FunctionSearch> Found;
  Config.Observers.push_back(
      std::make_unique<Walk>(Problems, Trials, Seed, Found));
  if (auto Generated = M.generate(std::move(Config)); !Generated)
    return Generated.error();
  return Found;
}

} // namespace mlgo
