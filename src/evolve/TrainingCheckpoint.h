// Training, between two generations
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evolve/TrainingObjective.h"
#include "evolve/TrainingRecord.h"

namespace mlgo {
/// All that a run needs to go on as if it had not been interrupted.
struct TrainingCheckpoint {
  /// What results depend on, a line each: "key value".
  std::string Fingerprint;
  std::string Optimizer; ///< What Optimizer::save wrote.
  ParameterVector Best;
  std::optional<double> BestScore; ///< None while no validation succeeded.
  uint64_t Validations = 0;        ///< Since the best.
  std::vector<TrainingRecord> Records;
};

/// \p Checkpoint as the bytes of a file, with a digest of them.
std::string formatCheckpoint(const TrainingCheckpoint &Checkpoint);

/// The checkpoint in \p Bytes; errors begin with \p Where. Fails on bytes that
/// are damaged, and on those with another fingerprint than \p Fingerprint: then
/// the message has the first line that differs.
Result<TrainingCheckpoint> parseCheckpoint(std::string_view Bytes,
                                           const std::string &Fingerprint,
                                           const std::string &Where);
} // namespace mlgo
