// Decides what is assigned next
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "PriorityFeatures.h"
#include "PrioritySession.h"

namespace mlgo {
/// Gives the live ranges of one function their priorities, as the session says.
/// Whatever it says, allocation stays correct: only the order changes.
class PriorityAdvisor final : public llvm::RegAllocPriorityAdvisor {
public:
  PriorityAdvisor(const llvm::MachineFunction &MF, const llvm::RAGreedy &RA,
                  llvm::SlotIndexes &Indexes, PrioritySession &Session);

private:
  unsigned getPriority(const llvm::LiveInterval &Range) const override;

  unsigned askStock(const llvm::LiveInterval &Range) const;
  /// What the policy says; stock's answer if it has none.
  int64_t askPolicy(int64_t Stock) const;
  /// What LLVM can hold that is next to \p Priority.
  int64_t clamp(int64_t Priority) const;

  /// LLVM asks through const functions, but a policy's state is no part of what
  /// they promise.
  struct State {
    explicit State(const llvm::RAGreedy &RA) : Greedy(RA) {}
    GreedyState Greedy;
    uint64_t NumDecisions = 0;
  };

  const llvm::MachineFunction &MF;
  const llvm::DefaultPriorityAdvisor StockAdvisor;
  PrioritySession &Session;
  MLModelRunner &Runner; ///< Decides in this function.
  std::unique_ptr<State> Own;
  const PriorityFeatures Features;
};
} // namespace mlgo
