// What training makes better
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace mlgo {
/// A policy as numbers.
using ParameterVector = std::vector<double>;

/// What parameters are worth. Everything is a function of the arguments and of
/// how the objective was made, never of what it was asked before: a run that
/// was interrupted asks less in one process. Used by one thread.
class TrainingObjective {
public:
  virtual ~TrainingObjective() = default;

  /// Where training starts.
  virtual ParameterVector start() const = 0;

  /// How far each parameter moves when it moves by "one"; positive, as many as
  /// start() has.
  virtual ParameterVector scales() const = 0;

  /// Whatever the answers depend on, for example digests of the corpora and of
  /// the start model. A checkpoint of another description is refused.
  virtual std::string describe() const = 0;

  /// A reward for each of \p Candidates, larger is better; none where a trial
  /// failed. All are measured on one common batch, which \p Generation alone
  /// chooses. Fails when no further trial can succeed, or when it was
  /// interrupted: then the generation did not happen.
  virtual Result<std::vector<std::optional<double>>>
  evaluate(const std::vector<ParameterVector> &Candidates,
           uint64_t Generation) = 0;

  /// The score of the model that save(\p Parameters) writes on the programs for
  /// validation, larger is better; none when a trial failed. Asked twice, with
  /// \p Repeat 0 and 1, of what may be the best so far: where measuring is
  /// noisy, the two must be independent.
  virtual Result<std::optional<double>>
  validate(const ParameterVector &Parameters, unsigned Repeat) = 0;

  /// Writes the policy to the file \p Path, atomically.
  virtual Status save(const ParameterVector &Parameters,
                      const std::string &Path) const = 0;
};
} // namespace mlgo
