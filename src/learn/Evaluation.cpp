// What a policy would gain
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/Evaluation.h"
#include <algorithm>

namespace mlgo {
void FlipResult::add(float DeltaSize, bool Flip) {
  const bool IsUseful = DeltaSize < 0;
  ++Examples;
  Useful += IsUseful;
  UsefulBytes -= IsUseful ? double(DeltaSize) : 0;
  if (!Flip)
    return;
  ++Picked;
  Right += IsUseful;
  (IsUseful ? SavedBytes : LostBytes) +=
      IsUseful ? -double(DeltaSize) : double(DeltaSize);
}

FlipResult &FlipResult::operator+=(const FlipResult &Other) {
  Examples += Other.Examples;
  Useful += Other.Useful;
  Picked += Other.Picked;
  Right += Other.Right;
  UsefulBytes += Other.UsefulBytes;
  SavedBytes += Other.SavedBytes;
  LostBytes += Other.LostBytes;
  return *this;
}

FlipResult evaluateFlips(const Dataset &Data, const std::vector<uint32_t> &Rows,
                         const std::vector<double> &Scores, double Cut) {
  FlipResult Result;
  for (uint32_t Row : Rows)
    Result.add(Data.DeltaSizes[Row], Scores[Row] > Cut);
  return Result;
}

AgreementResult evaluateAgreement(const std::vector<float> &Targets,
                                  const std::vector<uint32_t> &Rows,
                                  const std::vector<double> &Scores) {
  AgreementResult Result;
  for (uint32_t Row : Rows) {
    ++Result.Examples;
    Result.Agreed += (Scores[Row] > 0) == (Targets[Row] > 0);
    Result.Positives += Targets[Row] > 0;
  }
  return Result;
}

double chooseCut(const Dataset &Data, const std::vector<uint32_t> &Rows,
                 const std::vector<double> &Scores) {
  std::vector<uint32_t> Order = Rows;
  std::sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
    return Scores[A] != Scores[B] ? Scores[A] > Scores[B] : A < B;
  });
  // Down the scores: all above the cut are flipped.
  double BestCut = Order.empty() ? 0 : Scores[Order.front()] + 1;
  double Saved = 0, BestSaved = 0;
  for (size_t I = 0; I < Order.size(); ++I) {
    Saved -= double(Data.DeltaSizes[Order[I]]);
    const double Score = Scores[Order[I]];
    const bool IsLast = I + 1 == Order.size();
    if (!IsLast && Scores[Order[I + 1]] == Score)
      continue;
    if (Saved > BestSaved) {
      BestSaved = Saved;
      BestCut = IsLast ? Score - 1 : (Score + Scores[Order[I + 1]]) / 2;
    }
  }
  return BestCut;
}
} // namespace mlgo
