// Asks a policy what to evict
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "EvictionSession.h"
#include "LiveRangeFeatures.h"
#include "OtherEvictions.h"

namespace mlgo {
/// Decides the evictions of one function with the policy of a session, within
/// the rules of EvictionProblem. Where the policy cannot be asked, abstains, or
/// answers with what is not legal, the stock advisor decides.
class EvictionAdvisor final : public llvm::RegAllocEvictionAdvisor {
public:
  EvictionAdvisor(const llvm::MachineFunction &MF, const llvm::RAGreedy &RA,
                  const llvm::MachineBlockFrequencyInfo &MBFI,
                  const llvm::MachineLoopInfo &Loops, EvictionSession &Session);

private:
  /// The arguments of LLVM's question.
  struct Question {
    const llvm::LiveInterval &VirtReg;
    const llvm::AllocationOrder &Order;
    uint8_t CostPerUseLimit;
    const llvm::SmallVirtRegSet &Fixed;
    std::optional<unsigned> OrderLimit;
  };

  llvm::MCRegister tryFindEvictionCandidate(
      const llvm::LiveInterval &VirtReg, const llvm::AllocationOrder &Order,
      uint8_t CostPerUseLimit,
      const llvm::SmallVirtRegSet &FixedRegisters) const override;
  bool canEvictHintInterference(
      const llvm::LiveInterval &VirtReg, llvm::MCRegister PhysReg,
      const llvm::SmallVirtRegSet &FixedRegisters) const override;

  llvm::MCRegister askStock(const Question &Q) const;
  /// The column of \p Register; -1 if there is none.
  int64_t findColumn(llvm::MCRegister Register) const;
  bool collect(const Question &Q) const;
  void fillInputs(const Question &Q, int64_t StockColumn) const;
  /// Fills the inputs of our own.
  void fillCosts(const Question &Q, const EvictionCandidate &C,
                 EvictionColumn &Column) const;
  struct Choice {
    int64_t Column = -1;
    bool IsStock = false;
  };
  /// What is done about a problem: the policy's or the observers' will, if that
  /// is legal, or the stock advisor's.
  Choice choose(const Question &Q, EvictionDecision &D) const;
  /// The policy's will, if that is legal, or the stock advisor's.
  Choice askPolicy(const Question &Q, EvictionDecision &D) const;
  Choice check(int64_t Column, const Question &Q, EvictionDecision &D) const;
  Choice chooseStock(const Question &Q, EvictionDecision &D) const;
  /// Whether what \p Column evicts is accessed more often in loops than what
  /// stock would evict; false if that is not among the candidates.
  bool isSlowerThanStock(int64_t Column, const EvictionDecision &D) const;
  llvm::MCRegister decide(const Question &Q) const;

  /// LLVM asks through const functions, but a policy's state is no part of what
  /// they promise.
  struct State {
    State(const AllocationContext &C, const llvm::RAGreedy &RA,
          MLModelRunner &Runner, size_t NumRegisters, bool HasObservers)
        : Context(C), Greedy(RA), Problem(Context, Greedy),
          Features(Context, Greedy), Inputs(Runner, HasObservers),
          InitialQueueSize(static_cast<float>(NumRegisters)) {}
    const AllocationContext Context;
    GreedyState Greedy;
    EvictionProblem Problem;
    LiveRangeFeatures Features;
    EvictionInputs Inputs;
    const float InitialQueueSize;
    uint64_t NumDecisions = 0;
  };

  const llvm::DefaultEvictionAdvisor StockAdvisor;
  EvictionSession &Session;
  MLModelRunner &Runner; ///< Decides in this function.
  const OtherEvictions Others;
  std::unique_ptr<State> Own;
};
} // namespace mlgo
