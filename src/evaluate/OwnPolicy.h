// A policy that somebody has trained
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include "report/SizeReport.h"
#include <set>

namespace mlgo {
/// What a model file says of its training. Policies that are shipped, with the
/// same bytes, are nobody's own.
struct OwnPolicy {
  std::string Name;               ///< As in a SizeReport.
  std::set<std::string> Programs; ///< That it was trained on; empty: unknown.
  uint64_t Labels = 0;            ///< 0: unknown.
};

/// The policy for inlining in the file \p Path, unless that is a shipped one or
/// no model file.
std::optional<OwnPolicy> readOwnPolicy(const std::string &Path);

/// The file of the shipped policy for code of \p Level, with which those in \p
/// Files, model files among others, are to be compared: one of them if that has
/// its bytes; empty if there is nothing to compare.
std::string shippedBeside(const std::vector<std::string> &Files,
                          const std::string &Level);

/// Sentences, a line each: what \p Own gains over the policy \p Shipped of \p
/// Report on programs that it was not trained on, and what that is worth.
std::string describeOwn(const OwnPolicy &Own, const SizeReport &Report,
                        const std::string &Shipped);
} // namespace mlgo
