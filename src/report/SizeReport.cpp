// Program sizes under several policies
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/SizeReport.h"
#include "report/Bootstrap.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace mlgo {
static double percent(double Size, double Baseline) {
  const double Change = Baseline > 0 ? 100 * (Size / Baseline - 1) : 0;
  return std::isfinite(Change) ? Change : 0;
}

/// No program shrinks to nothing, but a damaged number must not spoil a mean.
static double logRatio(double Change) {
  return std::log1p(std::max(Change, -99.99) / 100);
}

static double changeOf(double LogRatio) { return 100 * std::expm1(LogRatio); }

double ProgramSizes::change(size_t Policy) const {
  return percent(Sizes[Policy], Baseline);
}

std::optional<double> ProgramSizes::linkedChange(size_t Policy) const {
  if (!LinkedBaseline || Policy >= Linked.size())
    return std::nullopt;
  return percent(double(Linked[Policy]), double(*LinkedBaseline));
}

double ProgramSizes::reportedChange(size_t Policy) const {
  return linkedChange(Policy).value_or(change(Policy));
}

std::optional<double> ProgramSizes::predictionError(size_t Policy) const {
  const std::optional<double> Linked = linkedChange(Policy);
  if (!Linked)
    return std::nullopt;
  return change(Policy) - *Linked;
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
  std::vector<double> LogRatios;
  for (const ProgramSizes &Program : Report.Programs) {
    if (Group != ProgramGroup::All &&
        Program.IsCxx != (Group == ProgramGroup::Cxx))
      continue;
    const double Change = Program.reportedChange(Policy);
    Summary.Linked += Program.linkedChange(Policy).has_value();
    if (LogRatios.empty() || Change > Summary.Worst) {
      Summary.Worst = Change;
      Summary.WorstProgram = Program.Program;
    }
    if (LogRatios.empty() || Change < Summary.Best) {
      Summary.Best = Change;
      Summary.BestProgram = Program.Program;
    }
    LogRatios.push_back(logRatio(Change));
  }
  Summary.Programs = LogRatios.size();
  if (LogRatios.empty())
    return Summary;
  const double LogSum =
      std::accumulate(LogRatios.begin(), LogRatios.end(), 0.0);
  Summary.GeometricMean =
      changeOf(LogSum / static_cast<double>(Summary.Programs));
  const Interval Logs = bootstrapMean(LogRatios);
  Summary.Low = changeOf(Logs.Low);
  Summary.High = changeOf(Logs.High);
  return Summary;
}

PredictionError summarizePrediction(const SizeReport &Report, size_t Policy) {
  PredictionError Summary;
  for (const ProgramSizes &Program : Report.Programs) {
    const std::optional<double> Error = Program.predictionError(Policy);
    if (!Error)
      continue;
    ++Summary.Programs;
    Summary.MeanPoints += std::fabs(*Error);
    if (std::fabs(*Error) > std::fabs(Summary.LargestPoints) ||
        Summary.Programs == 1) {
      Summary.LargestPoints = *Error;
      Summary.LargestProgram = Program.Program;
    }
  }
  if (Summary.Programs)
    Summary.MeanPoints /= static_cast<double>(Summary.Programs);
  return Summary;
}
} // namespace mlgo
