// What LLVM decides without a policy
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "CostMemory.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class OptimizationRemarkEmitter;
} // namespace llvm

namespace mlgo {
/// Decides calls as LLVM's default advisor does.
class StockHeuristic {
public:
  /// \p Costs, which may be null, is the caller's to clear. With a
  /// \p Threshold it decides as where code is to be smallest, at any level: it
  /// inlines what costs less, whatever is hinted at and whatever runs seldom.
  /// One that the user gives to LLVM stays.
  StockHeuristic(llvm::FunctionAnalysisManager &FAM, llvm::InlineParams Params,
                 CostMemory *Costs = nullptr,
                 std::optional<int> Threshold = std::nullopt);

  struct Answer {
    llvm::InlineCost Cost;
    bool Inline;
  };

  /// What it says to \p CB, a direct call. \p ORE gets the remarks of calls
  /// that are to wait for the caller's own callers. Where the answer is no, the
  /// cost is only known to be too high, unless the \p WholeCost is wanted.
  Answer decide(llvm::CallBase &CB, llvm::OptimizationRemarkEmitter &ORE,
                bool WholeCost = false) const;

private:
  llvm::FunctionAnalysisManager &FAM;
  llvm::InlineParams Params;
  CostMemory *const Costs;
  bool SeesFrequencies = true;
};
} // namespace mlgo
