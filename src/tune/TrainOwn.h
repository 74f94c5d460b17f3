// A policy for somebody's own programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/RunContext.h"
#include "mlgo/support/LLVMMajors.h"
#include <functional>

namespace mlgo {
/// What `mlgo train-own` is told.
struct TrainOwnOptions {
  std::vector<std::string> Folders; ///< Of programs, or of their corpora.
  std::vector<std::string> Build;   ///< Run in each folder; empty: none.
  std::string HeldOut;              ///< A program; empty: the last.
  std::string Work = ".mlgo-own";   ///< For labels.
  std::string Output = "own.mlgo";
  uint64_t Sites = 80;
  double Seconds = 0; ///< For labels; 0: all that Sites say.
  uint64_t Seed = 1;
  unsigned Jobs = 1;
  unsigned LLVMMajor = DefaultLLVMMajor;
  /// Told about long steps and what was left out.
  std::function<void(const std::string &)> Tell = [](auto &) {};
};

/// Labels all programs but one, learns from that, and prints what the policy
/// gains over the shipped one on the program that was held out.
Status trainOwn(const TrainOwnOptions &Options, const RunContext &Context);
} // namespace mlgo
