// Fits networks to decisions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/learn/TransformFitter.h"

namespace mlgo {
/// A multi-layer perceptron with two logits, trained by Adam (Kingma, Ba: Adam:
/// A Method for Stochastic Optimization, 2015) on the cross-entropy.
struct NetworkOptions {
  TransformOptions Transforms;
  std::vector<uint32_t> Hidden = {32, 16}; ///< Widths of the ReLU layers.
  unsigned Epochs = 20;                    ///< At most.
  unsigned Patience = 0; ///< Epochs without progress until it stops; 0: never.
  unsigned Batch = 64;
  float LearningRate = 0.002f; ///< At the start; falls to 0 in a line.
  float WeightDecay = 0;       ///< Decoupled, per unit of learning rate.
  bool BalanceClasses = false; ///< Both answers get the same total weight.
  uint64_t Seed = 1;
  /// Told after each epoch: its number from 1, and the share of the validation
  /// weight that is answered as the targets say, from 0 to 1.
  std::function<void(unsigned, double)> Progress;
};

/// Fits a network whose transforms refer to positions in Set.Inputs. Returns
/// the weights after the epoch that was best on the validation rows, the
/// earliest of equals, or after the last if there are none.
///
/// The same input and seed give the same bits on every machine: one thread,
/// sums in a fixed order, no fused operations, and no function of the C library
/// but the exact ones (square root, scaling by powers of two).
Result<Network> trainNetwork(const TrainingSet &Set,
                             const NetworkOptions &Options);
} // namespace mlgo
