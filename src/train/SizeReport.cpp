//===- SizeReport.cpp - Program sizes under several policies --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/train/SizeReport.h"

#include "mlgo/support/Random.h"

#include <algorithm>
#include <cmath>

namespace mlgo {
namespace {

double percent(double Size, double Baseline) {
  return Baseline > 0 ? 100 * (Size / Baseline - 1) : 0;
}

double geometricMean(const std::vector<double> &Changes) {
  double LogSum = 0;
  for (const double Change : Changes)
    LogSum += std::log1p(std::max(Change, -99.99) / 100);
  return 100 * std::expm1(LogSum / double(Changes.size()));
}

/// Sets the interval by the percentile bootstrap (Efron 1979).
void resample(const std::vector<double> &Changes, GroupSummary &Summary) {
  constexpr size_t Resamples = 10000;
  constexpr double Tail = 0.025;
  Random Draw(1);
  std::vector<double> Means(Resamples), Drawn(Changes.size());
  for (double &Mean : Means) {
    for (double &Change : Drawn)
      Change = Changes[Draw.below(Changes.size())];
    Mean = geometricMean(Drawn);
  }
  std::sort(Means.begin(), Means.end());
  Summary.Low = Means[size_t(Tail * Resamples)];
  Summary.High = Means[size_t((1 - Tail) * Resamples)];
}

} // namespace

double ProgramSizes::change(size_t Policy) const {
  return percent(Sizes[Policy], Baseline);
}

std::optional<double> ProgramSizes::linkedChange(size_t Policy) const {
  if (!LinkedBaseline || Policy >= Linked.size())
    return std::nullopt;
  return percent(double(Linked[Policy]), double(*LinkedBaseline));
}

const char *getName(ProgramGroup Group) {
  switch (Group) {
  case ProgramGroup::C:
    return "C";
  case ProgramGroup::Cxx:
    return "C++";
  case ProgramGroup::All:
    break;
  }
  return "all";
}

GroupSummary summarize(const SizeReport &Report, size_t Policy,
                       ProgramGroup Group) {
  GroupSummary Summary;
  std::vector<double> Changes;
  for (const ProgramSizes &Program : Report.Programs) {
    if (Group != ProgramGroup::All &&
        Program.IsCxx != (Group == ProgramGroup::Cxx))
      continue;
    const double Change =
        Program.linkedChange(Policy).value_or(Program.change(Policy));
    if (Changes.empty() || Change > Summary.Worst) {
      Summary.Worst = Change;
      Summary.WorstProgram = Program.Program;
    }
    if (Changes.empty() || Change < Summary.Best) {
      Summary.Best = Change;
      Summary.BestProgram = Program.Program;
    }
    Changes.push_back(Change);
  }
  Summary.Programs = Changes.size();
  if (Changes.empty())
    return Summary;
  Summary.GeometricMean = geometricMean(Changes);
  resample(Changes, Summary);
  return Summary;
}

} // namespace mlgo
