// How policies are fitted to labels
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mlgo {
/// How to fit to labels that say what several other decisions change.
struct LabelFitOptions {
  std::string Logs;                  ///< Folder of a folder a package.
  std::vector<std::string> Packages; ///< Empty: all.
  unsigned Trees = 100;
  unsigned Leaves = 15; ///< In each tree, at most.
  float LearningRate = 0.1f;
  float MinChildWeight = 50;
  /// Gains are bytes, not shares of a function's score.
  bool InBytes = false;
  /// Gains are cut to this.
  float Clip = 0.02f;
  /// Another decision than stock's is made if its predicted gain is above this.
  float Cut = 0.0005f;
  uint64_t Seed = 1;
};
} // namespace mlgo
