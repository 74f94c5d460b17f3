// What is known while a function is allocated
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegMatrix.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include <functional>

namespace mlgo {
/// The analyses of the function that is being allocated; the allocator owns
/// them.
struct AllocationContext {
  const llvm::MachineFunction &MF;
  llvm::LiveRegMatrix &Matrix;
  llvm::LiveIntervals &LIS;
  llvm::VirtRegMap &VRM;
  llvm::MachineRegisterInfo &MRI;
  const llvm::TargetRegisterInfo &TRI;
  const llvm::RegisterClassInfo &RegClassInfo;
  const llvm::MachineBlockFrequencyInfo &MBFI;
  const llvm::MachineLoopInfo &Loops;
  /// Whether a range could move to a free register from that one; empty if the
  /// target does not want that to be asked.
  std::function<bool(const llvm::LiveInterval &, llvm::MCRegister)> CanReassign;

  /// How often \p Block runs for each run of the function.
  float frequency(const llvm::MachineBasicBlock *Block) const {
    return static_cast<float>(MBFI.getBlockFreqRelativeToEntryBlock(Block));
  }
};
} // namespace mlgo
