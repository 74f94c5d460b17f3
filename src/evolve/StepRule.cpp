// From a gradient to a step
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/evolve/StepRule.h"
#include "evolve/StateBytes.h"
#include <algorithm>

namespace mlgo {
static Status checkStepSize(const char *What, double Value) {
  if (Value > 0 && std::isfinite(Value))
    return Success();
  return Error(std::string(What) + " is " + std::to_string(Value) +
               ", expected a positive number");
}

static Status checkMomentum(double Value) {
  if (Value >= 0 && Value < 1)
    return Success();
  return Error("momentum is " + std::to_string(Value) + ", expected [0, 1)");
}

static Status check(const PlainStep &Rule) {
  return checkStepSize("step size", Rule.StepSize);
}

static Status check(const ClipUpStep &Rule) {
  MLGO_TRY(checkStepSize("step size", Rule.StepSize));
  MLGO_TRY(checkStepSize("largest step", Rule.MaxStep));
  return checkMomentum(Rule.Momentum);
}

double euclideanNorm(const std::vector<double> &Vector) {
  double Squares = 0;
  for (double Value : Vector)
    Squares += Value * Value;
  return std::sqrt(Squares);
}

Status validate(const StepRule &Rule) {
  return std::visit([](const auto &Kind) { return check(Kind); }, Rule);
}

std::vector<double> PlainStep::step(const std::vector<double> &Gradient) {
  std::vector<double> Step = Gradient;
  for (double &Value : Step)
    Value *= StepSize;
  return Step;
}

std::vector<double> ClipUpStep::step(const std::vector<double> &Gradient) {
  const double Norm = euclideanNorm(Gradient);
  for (size_t I = 0; I < Gradient.size(); ++I) {
    const double Direction = Norm > 0 ? Gradient[I] / Norm : 0;
    Velocity[I] = Momentum * Velocity[I] + StepSize * Direction;
  }
  const double Speed = euclideanNorm(Velocity);
  if (Speed > MaxStep)
    for (double &Value : Velocity)
      Value *= MaxStep / Speed;
  return Velocity;
}

void ClipUpStep::save(ByteWriter &Bytes) const {
  writeDoubles(Bytes, Velocity);
}

bool ClipUpStep::restore(ByteReader &Bytes) {
  return readDoubles(Bytes, Velocity.size(), Velocity);
}
} // namespace mlgo
