// What single allocations are worth
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A log of labels holds one observation for each question that was looked at,
// in the context of its function: the inputs, then, for N decisions,
//   tried           int64 [1, N]  1 for the decisions that were tried
//   score_change    float [1, N]  what the function's score, or its bytes,
//                                 changes by if that is decided and all else is
//                                 as before
//   function_score  float [1]     without a change
//   problems        int64 [1]     questions of the function

#pragma once

#include "evaluate/LabelSweep.h"
#include "evaluate/regalloc/AllocationProblem.h"

namespace mlgo {
/// Tries, at some questions of each function, other decisions than the chosen
/// one. The same seed tries the same.
class AllocationLabels final : public LabelSource {
public:
  /// \p Inputs are those of the policy that decides what is not tried, \p
  /// NumDecisions as AllocationTask::numDecisions says.
  AllocationLabels(const LabelOptions &Options,
                   std::unique_ptr<AllocationProblem> Problem,
                   std::vector<TensorSpec> Inputs, size_t NumDecisions)
      : Options(Options), Problem(std::move(Problem)),
        Inputs(std::move(Inputs)), NumDecisions(NumDecisions) {}

  std::vector<CorpusProblem *> problems() override { return {Problem.get()}; }
  std::string package() const override {
    return Problem->modules().front().Package;
  }
  std::vector<std::string> modules() const override;
  Status begin() override;
  std::vector<PlannedMove> plan(size_t Module) override;
  std::vector<std::optional<double>>
  tryMoves(const std::vector<PlannedMove> &Moves) override;
  /// The inputs of the moves' questions.
  std::string memoryOf(const std::vector<PlannedMove> &Moves) const override;
  void recall(const std::string &Memory) override;
  Result<Counts>
  write(size_t Module, const std::string &Path,
        const std::vector<std::optional<double>> &Results) override;

private:
  /// One question that is looked at.
  struct Row {
    const AllocationProblem::Function *Function;
    std::string Key;
    std::vector<int64_t> Tried; ///< In the order of the moves.
  };

  const LabelOptions Options;
  const std::unique_ptr<AllocationProblem> Problem;
  const std::vector<TensorSpec> Inputs;
  const size_t NumDecisions;
  std::map<size_t, std::vector<Row>> Rows; ///< By module.
};
} // namespace mlgo
