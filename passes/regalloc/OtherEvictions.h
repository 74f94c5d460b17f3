// Evictions that differ from a policy's, to be tried
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "EvictionSession.h"
#include "llvm/ADT/SmallVector.h"

namespace mlgo {
/// What a function's attribute (task/OtherEvictions.h) asks for: in some
/// questions one of the legal answers, whatever a policy says. The same in
/// every process.
class OtherEvictions {
public:
  explicit OtherEvictions(const llvm::Function &F);

  /// The column to evict in the question \p D; nothing if the policy decides.
  std::optional<int64_t> choose(const EvictionDecision &D) const;

private:
  llvm::SmallVector<unsigned, 4> Numbers;
};
} // namespace mlgo
