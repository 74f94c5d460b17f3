// From a gradient to a step
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/ByteStream.h"
#include "mlgo/support/Result.h"
#include <cstddef>

namespace mlgo {
/// The gradient times the step size.
struct PlainStep {
  double StepSize = 0.1;

  void create(size_t) {}
  std::vector<double> step(const std::vector<double> &Gradient);
  void save(ByteWriter &) const {}
  bool restore(ByteReader &) { return true; }
};

/// The gradient's direction alone moves a velocity whose norm is at most
/// MaxStep, so that no scale of rewards needs other numbers (Toklu, Liskowski,
/// Srivastava, arXiv 2008.02387, who take StepSize = MaxStep / 2 and for the
/// perturbations a norm of 15 MaxStep).
struct ClipUpStep {
  double StepSize = 0.1;
  double Momentum = 0.9;
  double MaxStep = 0.2;
  std::vector<double> Velocity;

  void create(size_t Size) { Velocity.assign(Size, 0); }
  std::vector<double> step(const std::vector<double> &Gradient);
  void save(ByteWriter &Bytes) const;
  bool restore(ByteReader &Bytes);
};

/// A policy for steps: what to add to the centre for a gradient that points
/// uphill, both in units of the scales of the parameters. create sets the state
/// for so many parameters; restore is false on bytes that save did not write
/// for as many.
using StepRule = std::variant<PlainStep, ClipUpStep>;

/// Checks that step sizes are positive and momenta in [0, 1).
Status validate(const StepRule &Rule);

/// Summed in order.
double euclideanNorm(const std::vector<double> &Vector);
} // namespace mlgo
