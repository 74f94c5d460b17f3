// What an allocation costs at run time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationScore.h"
#include "LLVMOption.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace mlgo {
namespace {
struct Weights {
  double Copy = getLLVMOption("regalloc-copy-weight", 0.2);
  double Load = getLLVMOption("regalloc-load-weight", 4.0);
  double Store = getLLVMOption("regalloc-store-weight", 1.0);
  double CheapRemat = getLLVMOption("regalloc-cheap-remat-weight", 0.2);
  double ExpensiveRemat = getLLVMOption("regalloc-expensive-remat-weight", 1.0);
};

/// The count that \p MI belongs to, or null.
double *findCount(const MachineInstr &MI, const TargetInstrInfo &TII,
                  AllocationScore &Score) {
  if (MI.isDebugInstr() || MI.isKill() || MI.isInlineAsm())
    return nullptr;
  if (MI.isCopy())
    return &Score.Copies;
  if (TII.isTriviallyReMaterializable(MI))
    return MI.getDesc().isAsCheapAsAMove() ? &Score.CheapRemats
                                           : &Score.ExpensiveRemats;
  if (MI.mayLoad() && MI.mayStore())
    return &Score.LoadStores;
  if (MI.mayLoad())
    return &Score.Loads;
  return MI.mayStore() ? &Score.Stores : nullptr;
}
} // namespace

AllocationScore &AllocationScore::operator+=(const AllocationScore &Other) {
  Copies += Other.Copies;
  Loads += Other.Loads;
  Stores += Other.Stores;
  LoadStores += Other.LoadStores;
  CheapRemats += Other.CheapRemats;
  ExpensiveRemats += Other.ExpensiveRemats;
  return *this;
}

double AllocationScore::total() const {
  static const Weights W;
  return Copies * W.Copy + Loads * W.Load + Stores * W.Store +
         LoadStores * (W.Load + W.Store) + CheapRemats * W.CheapRemat +
         ExpensiveRemats * W.ExpensiveRemat;
}

AllocationScore scoreAllocation(const MachineFunction &MF,
                                const MachineBlockFrequencyInfo &Frequencies) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  AllocationScore Total;
  for (const MachineBasicBlock &MBB : MF) {
    const double Frequency = Frequencies.getBlockFreqRelativeToEntryBlock(&MBB);
    AllocationScore Block;
    for (const MachineInstr &MI : MBB)
      if (double *Count = findCount(MI, TII, Block))
        *Count += Frequency;
    Total += Block;
  }
  return Total;
}
} // namespace mlgo
