// What a learner is given
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/learn/Dataset.h"

namespace mlgo {
/// A question to the rows of a Dataset, which must outlive it.
struct TrainingSet {
  const Dataset *Data = nullptr;
  std::vector<uint32_t> Inputs;     ///< Columns that the policy may see.
  std::vector<float> Targets;       ///< [Data->size()].
  std::vector<float> Weights;       ///< [Data->size()], each > 0.
  std::vector<uint32_t> Train;      ///< Rows to learn from.
  std::vector<uint32_t> Validation; ///< Rows to stop by; may be empty.
};

/// The columns named \p Include, or all if that is empty, without those named
/// \p Exclude, in the order of \p Data.
Result<std::vector<uint32_t>>
selectInputs(const Dataset &Data, const std::vector<std::string> &Include,
             const std::vector<std::string> &Exclude);

/// Sets the targets to the column \p Feature, 0 or 1, with equal weights.
void setImitationTargets(TrainingSet &Set, uint32_t Feature);

/// Sets the targets to 1 where flipping the default makes the program smaller,
/// else 0, weighted by the bytes at stake, clipped to [\p MinBytes, \p
/// MaxBytes]: the less MinBytes, the less matters what changes nothing.
void setFlipTargets(TrainingSet &Set, float MaxBytes, float MinBytes = 1);

/// Sets the targets to the bytes that flipping saves, clipped to
/// [-\p MaxBytes, \p MaxBytes], with equal weights.
void setSavingTargets(TrainingSet &Set, float MaxBytes);

/// Learns from all programs but those for which \p HeldOut is true, which
/// become the validation rows.
void split(TrainingSet &Set, const std::vector<bool> &HeldOut);
} // namespace mlgo
