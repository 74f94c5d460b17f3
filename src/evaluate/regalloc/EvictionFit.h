//===- EvictionFit.h - An eviction policy fitted to labels ------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_EVICTIONFIT_H
#define MLGO_EVALUATE_REGALLOC_EVICTIONFIT_H

#include "mlgo/model/Model.h"
#include "mlgo/support/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlgo {

/// See EvictionLabels.h for what logs hold.
struct EvictionFitOptions {
  std::string Logs;                  ///< Folder of a folder a package.
  std::vector<std::string> Packages; ///< Empty: all.
  unsigned Trees = 100;
  unsigned Leaves = 15; ///< Of each tree, at most.
  float LearningRate = 0.1f;
  float MinChildWeight = 50;
  /// Changes of a function's score, as a share of it, are cut to this.
  float Clip = 0.02f;
  /// Another column than the stock advisor's is chosen if its predicted gain,
  /// as a share of the function's score, is above this.
  float Cut = 0.0005f;
  uint64_t Seed = 1;
};

/// Fits trees that predict, for each column that the stock advisor has not
/// chosen, the gain of choosing it; the stock column scores the cut.
Result<Model> fitEvictionPolicy(const EvictionFitOptions &Options);

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_EVICTIONFIT_H
