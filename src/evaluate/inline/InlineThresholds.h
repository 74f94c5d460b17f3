// Constants of the stock heuristic
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <map>
#include <string_view>
#include <vector>

namespace llvm {
struct InlineParams;
} // namespace llvm

namespace mlgo {
/// Options of LLVM's that say below which cost the stock heuristic inlines:
/// inline-threshold, inlinehint-threshold, inlinecold-threshold,
/// inline-cold-callsite-threshold, hot-callsite-threshold and
/// locally-hot-callsite-threshold. What is not named is LLVM's own.
class InlineThresholds {
public:
  /// Reads `-NAME=NUMBER` once or more, with spaces between, or `threshold=
  /// NUMBER`, which is -inline-threshold.
  static Result<InlineThresholds> parse(std::string_view Text);
  /// True if \p Text is meant to be read.
  static bool isMeantBy(std::string_view Text);

  bool empty() const { return Values.empty(); }

  /// Does to \p Params what the options do.
  void applyTo(llvm::InlineParams &Params) const;

  /// The options as LLVM reads them.
  std::vector<std::string> options() const;

  template <typename ArchiveT>
  friend void serialize(ArchiveT &A, InlineThresholds &T) {
    A(T.Values);
  }

private:
  std::map<std::string, int> Values;
};
} // namespace mlgo
