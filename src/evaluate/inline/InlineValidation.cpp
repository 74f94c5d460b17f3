// Policies on unseen programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/InlineValidation.h"
#include <algorithm>
#include <cmath>

namespace mlgo {
/// More than it is worth to shrink another program by as much.
constexpr double AllowedGrowth = 1.002, GrowthPenalty = 0.5;

double InlineValidation::score() const {
  double Sum = 0;
  unsigned Groups = 0;
  for (const std::optional<double> &Mean : {C, Cxx})
    if (Mean) {
      Sum += 100 * (1 - *Mean);
      ++Groups;
    }
  const double Growth = std::max(0.0, Worst - AllowedGrowth);
  return (Groups ? Sum / Groups : 0) - GrowthPenalty * 100 * Growth;
}

InlineValidation summarizeSizes(
    const LinkedPrograms &Programs,
    const std::map<size_t, std::vector<std::optional<uint64_t>>> &Sizes) {
  InlineValidation Found;
  double Logs[2] = {};
  size_t Counts[2] = {};
  for (const auto &[Program, OfProgram] : Sizes) {
    const auto Stock = static_cast<double>(Programs.baselines()[Program]);
    if (Stock == 0 || !OfProgram[0] || *OfProgram[0] == 0)
      continue;
    const MeasuredProgram &P = Programs.corpus().Programs[Program];
    const double Ratio = static_cast<double>(*OfProgram[0]) / Stock;
    Logs[P.IsCxx] += std::log(Ratio);
    ++Counts[P.IsCxx];
    if (Found.Programs++ == 0 || Ratio > Found.Worst) {
      Found.Worst = Ratio;
      Found.WorstProgram = P.Package + "/" + P.Name;
    }
  }
  for (const bool IsCxx : {false, true})
    if (Counts[IsCxx])
      (IsCxx ? Found.Cxx : Found.C) =
          std::exp(Logs[IsCxx] / static_cast<double>(Counts[IsCxx]));
  return Found;
}
} // namespace mlgo
