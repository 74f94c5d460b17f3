// What a policy would gain
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/learn/Dataset.h"

namespace mlgo {
/// What flipping some default decisions does, each on its own.
struct FlipResult {
  uint64_t Examples = 0;
  uint64_t Useful = 0;    ///< Examples whose flip saves bytes.
  uint64_t Picked = 0;    ///< Flips of the policy.
  uint64_t Right = 0;     ///< Useful ones among the picked.
  double UsefulBytes = 0; ///< What all useful flips save.
  double SavedBytes = 0;  ///< What the right ones save.
  double LostBytes = 0;   ///< What the other ones cost.

  /// Net bytes saved as a share of what all useful flips save.
  double gain() const {
    return UsefulBytes > 0 ? (SavedBytes - LostBytes) / UsefulBytes : 0;
  }
  /// Share of useful ones among the picked flips.
  double precision() const {
    return Picked ? static_cast<double>(Right) / static_cast<double>(Picked)
                  : 0;
  }

  /// Counts one example.
  void add(float DeltaSize, bool Flip);
  FlipResult &operator+=(const FlipResult &Other);
};

/// The result for the given \p Rows, flipping where Scores[row] > \p Cut.
FlipResult evaluateFlips(const Dataset &Data, const std::vector<uint32_t> &Rows,
                         const std::vector<double> &Scores, double Cut);

/// How often a score > 0 and a target > 0 say the same.
struct AgreementResult {
  uint64_t Examples = 0;
  uint64_t Agreed = 0;
  uint64_t Positives = 0; ///< Examples whose target is 1.

  double agreement() const {
    return Examples
               ? static_cast<double>(Agreed) / static_cast<double>(Examples)
               : 0;
  }
};

AgreementResult evaluateAgreement(const std::vector<float> &Targets,
                                  const std::vector<uint32_t> &Rows,
                                  const std::vector<double> &Scores);

/// The cut that maximises the net bytes saved on \p Rows: halfway between two
/// scores, or one off the highest or lowest; the highest such cut on a tie.
double chooseCut(const Dataset &Data, const std::vector<uint32_t> &Rows,
                 const std::vector<double> &Scores);
} // namespace mlgo
