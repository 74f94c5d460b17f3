// How large functions will be
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/FunctionHash.h"
#include "mlgo/support/Result.h"
#include <map>
#include <optional>

namespace mlgo {
struct InlineOptions;

/// Says, between two decisions, how large a function will be in the end if
/// nothing more is inlined into it: what the changes are that rewards measure.
class SizeEstimator {
public:
  virtual ~SizeEstimator() = default;

  /// The native size of \p F, which stays as it is, in bytes; nothing if it
  /// cannot be known.
  virtual std::optional<int64_t> getNativeSize(llvm::Function &F) = 0;
};

/// Compiles the function. Exact for the function by itself, and slow; a state
/// that was seen before costs a hash.
class CodeGenEstimator final : public SizeEstimator {
public:
  std::optional<int64_t> getNativeSize(llvm::Function &F) override;

private:
  std::map<FunctionHasher::Hash, std::optional<int64_t>> Known;
};

/// The estimator that the reward of \p Options takes, or null if it takes none.
/// Fails if its model cannot be used.
Result<std::unique_ptr<SizeEstimator>>
createSizeEstimator(const InlineOptions &Options);
} // namespace mlgo
