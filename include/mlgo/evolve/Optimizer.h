// Asks what to try, is told what it was worth
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/ByteStream.h"
#include "mlgo/support/Result.h"
#include <cstddef>
#include <optional>

namespace mlgo {
/// The step that a generation made of the centre.
enum class StepKind : uint8_t {
  Taken,
  TooFewSurvivors, ///< Too many rewards were missing.
  NoDifference,    ///< All rewards were equal, so they point nowhere.
  NotFinite,       ///< The step was too large for a number.
};

const char *name(StepKind Kind);

/// Statistics of the rewards of one generation. Norms are Euclidean, in units
/// of the scales of the parameters.
struct GenerationOutcome {
  StepKind Step = StepKind::Taken;
  size_t Candidates = 0;
  size_t Survivors = 0;    ///< Candidates whose reward could be used.
  double GradientNorm = 0; ///< Length of the step that rewards ask for.
  double StepNorm = 0;     ///< How far the centre went.
  double Sigma = 0;        ///< How far this generation's candidates lie.
};

/// A search for the parameters with the largest reward that never calls anybody
/// back: candidates are asked for, evaluated anywhere, and their rewards told.
///
/// All is a function of the options, the rewards told so far and nothing else,
/// with the same bits on every machine. Candidates are drawn from counters, so
/// asking changes nothing, and a generation that was asked for but never told
/// is no part of the state. Used by one thread at a time.
class Optimizer {
public:
  virtual ~Optimizer() = default;

  /// Number of parameters.
  virtual size_t size() const = 0;

  /// The candidates of this generation, the same at each call until tell.
  virtual std::vector<std::vector<double>> ask() const = 0;

  /// Takes one reward for each candidate of ask(), larger is better; none, or
  /// one that is not finite, for a failed trial. Ends the generation. Fails,
  /// changing nothing, if the number of rewards is another.
  virtual Result<GenerationOutcome>
  tell(const std::vector<std::optional<double>> &Rewards) = 0;

  /// The best guess.
  virtual const std::vector<double> &center() const = 0;

  /// Generations told so far.
  virtual uint64_t generation() const = 0;

  /// Appends all that the future depends on beside the options.
  virtual void save(ByteWriter &Bytes) const = 0;

  /// Reads what save wrote, by an optimizer made with the same options. Fails,
  /// changing nothing, on anything else.
  virtual Status restore(ByteReader &Bytes) = 0;
};
} // namespace mlgo
