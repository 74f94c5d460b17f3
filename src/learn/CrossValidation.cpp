// Scores by policies that have not seen
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/CrossValidation.h"
#include <numeric>

namespace mlgo {
std::vector<unsigned> dealPrograms(const Dataset &Data, unsigned Folds) {
  std::vector<uint64_t> Sizes(Data.Programs.size());
  for (uint32_t Program : Data.ProgramOf)
    ++Sizes[Program];
  std::vector<uint32_t> Order(Sizes.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::stable_sort(Order.begin(), Order.end(),
                   [&](uint32_t A, uint32_t B) { return Sizes[A] > Sizes[B]; });
  std::vector<unsigned> Groups(Sizes.size());
  std::vector<uint64_t> Rows(Folds);
  for (uint32_t Program : Order) {
    const auto Smallest = std::min_element(Rows.begin(), Rows.end());
    // Not below 1, so that empty programs do not share a fold.
    *Smallest += std::max<uint64_t>(Sizes[Program], 1);
    Groups[Program] = static_cast<unsigned>(Smallest - Rows.begin());
  }
  return Groups;
}

Result<std::vector<double>> crossValidate(TrainingSet Set, unsigned Folds,
                                          bool NeedsValidation,
                                          const Learner &Learn) {
  const Dataset &Data = *Set.Data;
  const size_t NumPrograms = Data.Programs.size();
  Folds = static_cast<unsigned>(std::min<size_t>(Folds, NumPrograms));
  if (Folds < (NeedsValidation ? 3u : 2u))
    return Error("cannot hold out programs: have " +
                 std::to_string(NumPrograms) + " in " + std::to_string(Folds) +
                 " folds, expected at least " + (NeedsValidation ? "3" : "2"));
  const std::vector<unsigned> Groups = dealPrograms(Data, Folds);
  std::vector<double> Scores(Data.size());
  for (unsigned Fold = 0; Fold < Folds; ++Fold) {
    std::vector<bool> Tested(NumPrograms), Validated(NumPrograms),
        Learned(NumPrograms);
    for (size_t P = 0; P < NumPrograms; ++P) {
      Tested[P] = Groups[P] == Fold;
      Validated[P] = NeedsValidation && Groups[P] == (Fold + 1) % Folds;
      Learned[P] = !Tested[P] && !Validated[P];
    }
    Set.Train = Data.rowsOf(Learned);
    Set.Validation = Data.rowsOf(Validated);
    LearnedPolicy Policy =
        MLGO_TRY(Learn(Set).in("fold " + std::to_string(Fold)));
    scorePolicy(Policy, Data, Set.Inputs, Data.rowsOf(Tested), Scores);
  }
  return Scores;
}
} // namespace mlgo
