// What rewards say, whatever their units
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/evolve/RewardShaping.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace mlgo {
static std::vector<double> centeredRanks(const std::vector<double> &Rewards) {
  const size_t Count = Rewards.size();
  const std::vector<size_t> Order = orderOfRewards(Rewards);
  std::vector<double> Utilities(Count);
  for (size_t First = 0, End; First < Count; First = End) {
    End = First + 1;
    while (End < Count && Rewards[Order[End]] == Rewards[Order[First]])
      ++End;
    const double Rank = static_cast<double>(First + End - 1) / 2;
    for (size_t I = First; I < End; ++I)
      Utilities[Order[I]] = 0.5 - Rank / static_cast<double>(Count - 1);
  }
  return Utilities;
}

static std::vector<double> standardise(const std::vector<double> &Rewards) {
  // Differences from one of the rewards, so that no digit is lost where all lie
  // far from 0.
  const double Count = static_cast<double>(Rewards.size());
  double Sum = 0, Squares = 0;
  for (double Reward : Rewards)
    Sum += (Reward - Rewards[0]) / Count;
  std::vector<double> Utilities(Rewards.size());
  for (size_t I = 0; I < Rewards.size(); ++I) {
    Utilities[I] = (Rewards[I] - Rewards[0]) - Sum;
    Squares += Utilities[I] * Utilities[I];
  }
  const double Deviation = std::sqrt(Squares / Count);
  for (double &Utility : Utilities)
    Utility =
        Deviation > 0 && std::isfinite(Deviation) ? Utility / Deviation : 0;
  return Utilities;
}

std::vector<size_t> orderOfRewards(const std::vector<double> &Rewards) {
  std::vector<size_t> Order(Rewards.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  std::stable_sort(Order.begin(), Order.end(),
                   [&](size_t L, size_t R) { return Rewards[L] > Rewards[R]; });
  return Order;
}

std::vector<double> shapeRewards(const std::vector<double> &Rewards,
                                 RewardShaping Shaping) {
  const bool AllEqual =
      std::all_of(Rewards.begin(), Rewards.end(),
                  [&](double Reward) { return Reward == Rewards[0]; });
  if (AllEqual)
    return std::vector<double>(Rewards.size());
  return Shaping == RewardShaping::CenteredRanks ? centeredRanks(Rewards)
                                                 : standardise(Rewards);
}
} // namespace mlgo
