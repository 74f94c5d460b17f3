// Describes a live range
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "GreedyState.h"
#include "mlgo/runner/MLModelRunner.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

namespace mlgo {
/// Fills a runner's inputs.
class PriorityFeatures {
public:
  PriorityFeatures(const llvm::MachineFunction &MF, llvm::LiveIntervals &LIS,
                   llvm::VirtRegMap &VRM,
                   const llvm::RegisterClassInfo &RegClassInfo,
                   const GreedyState &State)
      : MF(MF), MRI(MF.getRegInfo()), LIS(LIS), VRM(VRM),
        RegClassInfo(RegClassInfo), State(State) {}

  /// The inputs of \p Range, whose state is known and to which stock would give
  /// \p StockPriority; ours only if \p Runner has them.
  void fill(MLModelRunner &Runner, const llvm::LiveInterval &Range,
            unsigned StockPriority) const;

private:
  void fillUses(MLModelRunner &Runner, const llvm::LiveInterval &Range) const;
  void fillPlace(MLModelRunner &Runner, const llvm::LiveInterval &Range) const;
  void fillRegisters(MLModelRunner &Runner,
                     const llvm::LiveInterval &Range) const;

  const llvm::MachineFunction &MF;
  const llvm::MachineRegisterInfo &MRI;
  llvm::LiveIntervals &LIS;
  llvm::VirtRegMap &VRM;
  const llvm::RegisterClassInfo &RegClassInfo;
  const GreedyState &State;
};
} // namespace mlgo
