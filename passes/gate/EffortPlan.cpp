// How much of a module is tried with how many sets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EffortPlan.h"
#include <algorithm>
#include <numeric>

namespace mlgo {
namespace {
/// What an instruction of IR takes of a compilation (README.md, "How much does
/// it take?"), in thousands of executed instructions: in the pipeline, of those
/// that this begins with, and in code generation, of those that are left.
constexpr uint64_t PipelinePrice = 60, CodePrice = 110;
/// A fork and what a trial does beside its functions, in the same.
constexpr uint64_t TrialPrice = 8'000;
} // namespace

EffortPlan planEffort(const EffortBudget &Budget,
                      const std::vector<uint64_t> &Instructions, size_t Sets,
                      bool NeedsAll) {
  EffortPlan Plan;
  std::vector<size_t> All(Instructions.size());
  std::iota(All.begin(), All.end(), size_t(0));
  const uint64_t Sum =
      std::accumulate(Instructions.begin(), Instructions.end(), uint64_t(0));
  if (!Budget.PerCent)
    return {Sets, All};
  const uint64_t Most =
      (PipelinePrice * Budget.Instructions + CodePrice * Sum) *
      *Budget.PerCent / 100;
  // The base is compiled, too.
  const unsigned Others = NeedsAll ? 2 : 1;
  const uint64_t Trial = CodePrice * Sum + TrialPrice;
  if (const uint64_t Trials = Most / Trial; Trials >= Others + 1)
    return {std::min<size_t>(Trials - Others, Sets), All};
  if (NeedsAll || Most < 2 * TrialPrice || !Sets)
    return Plan;
  uint64_t Left = (Most - 2 * TrialPrice) / (2 * CodePrice);
  std::stable_sort(All.begin(), All.end(), [&](size_t A, size_t B) {
    return Instructions[A] > Instructions[B];
  });
  for (const size_t Function : All)
    if (Instructions[Function] <= Left) {
      Left -= Instructions[Function];
      Plan.Functions.push_back(Function);
    }
  std::sort(Plan.Functions.begin(), Plan.Functions.end());
  Plan.Sets = Plan.Functions.empty() ? 0 : 1;
  return Plan;
}
} // namespace mlgo
