// Small tables with a known answer
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/learn/TrainingSet.h"
#include "mlgo/support/Random.h"
#include <functional>

namespace mlgo {

/// \p NumRows rows of columns a, b and c, uniform in [-100, 100], and
/// inlining_default, 0 or 1; dealt to four programs in turn.
inline Dataset makeTable(size_t NumRows, uint64_t Seed = 1) {
  Dataset Data;
  Data.Features = {"a", "b", "c", "inlining_default"};
  Data.Programs = {"p0", "p1", "p2", "p3"};
  Random Numbers(Seed);
  for (size_t I = 0; I < NumRows; ++I) {
    for (int J = 0; J < 3; ++J)
      Data.Values.push_back(static_cast<int32_t>(Numbers.below(201)) - 100);
    Data.Values.push_back(static_cast<int32_t>(Numbers.below(2)));
    Data.ProgramOf.push_back(I % 4);
    Data.Decisions.push_back(0);
  }
  return Data;
}

/// All inputs, all rows, and for each row the answer of \p Rule with weight 1.
inline TrainingSet makeSet(const Dataset &Data,
                           const std::function<bool(const int32_t *)> &Rule) {
  TrainingSet Set;
  Set.Data = &Data;
  for (uint32_t I = 0; I < Data.Features.size(); ++I)
    Set.Inputs.push_back(I);
  for (uint32_t Row = 0; Row < Data.size(); ++Row) {
    Set.Targets.push_back(Rule(Data.row(Row)));
    Set.Weights.push_back(1);
    Set.Train.push_back(Row);
  }
  return Set;
}

/// Neither a nor b alone tells anything about it.
inline bool isMixed(const int32_t *Row) {
  return (Row[0] > 7) != (Row[1] < -3);
}

} // namespace mlgo
