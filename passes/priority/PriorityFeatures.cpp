// Describes a live range
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorityFeatures.h"
#include "PriorityInputs.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/CalcSpillWeights.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace mlgo {
using Input = PriorityInput;

static void set(MLModelRunner &Runner, Input::ID I, int64_t Value) {
  *Runner.getTensor<int64_t>(I) = Value;
}

void PriorityFeatures::fillUses(MLModelRunner &Runner,
                                const LiveInterval &Range) const {
  int64_t NumUses = 0, NumReads = 0, NumWrites = 0;
  SmallPtrSet<const MachineInstr *, 8> Visited;
  for (const MachineInstr &MI : MRI.reg_nodbg_instructions(Range.reg())) {
    if (!Visited.insert(&MI).second)
      continue;
    const auto [Reads, Writes] = MI.readsWritesVirtualRegister(Range.reg());
    ++NumUses;
    NumReads += Reads;
    NumWrites += Writes;
  }
  const bool IsRematerializable = VirtRegAuxInfo::isRematerializable(
      Range, LIS, VRM, MRI, *MF.getSubtarget().getInstrInfo());
  // A move from or to the stack; a constant is as long again.
  constexpr int64_t Move = 4;
  set(Runner, Input::NumUses, NumUses);
  set(Runner, Input::IsRematerializable, IsRematerializable);
  set(Runner, Input::SpillBytes,
      Move * (NumReads + (IsRematerializable ? 0 : NumWrites)));
}

void PriorityFeatures::fillPlace(MLModelRunner &Runner,
                                 const LiveInterval &Range) const {
  const bool IsEmpty = Range.empty();
  const SlotIndex Zero = LIS.getSlotIndexes()->getZeroIndex();
  BitVector Clobbered;
  set(Runner, Input::IsLocal, !IsEmpty && LIS.intervalIsInOneMBB(Range));
  set(Runner, Input::CrossesCall,
      !IsEmpty && LIS.checkRegMaskInterference(Range, Clobbered));
  set(Runner, Input::NumSegments, static_cast<int64_t>(Range.size()));
  set(Runner, Input::NumValues, Range.getNumValNums());
  set(Runner, Input::First,
      IsEmpty ? 0 : Zero.getApproxInstrDistance(Range.beginIndex()));
  set(Runner, Input::Length,
      IsEmpty ? 0
              : Range.beginIndex().getApproxInstrDistance(Range.endIndex()));
}

void PriorityFeatures::fillRegisters(MLModelRunner &Runner,
                                     const LiveInterval &Range) const {
  const TargetRegisterClass &Class = *MRI.getRegClass(Range.reg());
  set(Runner, Input::HasHint, VRM.hasKnownPreference(Range.reg()));
  set(Runner, Input::NumRegisters, RegClassInfo.getNumAllocatableRegs(&Class));
  set(Runner, Input::RegisterBits,
      MRI.getTargetRegisterInfo()->getRegSizeInBits(Class).getKnownMinValue());
  set(Runner, Input::RegisterCost, RegClassInfo.getMinCost(&Class));
  set(Runner, Input::NumRanges, MRI.getNumVirtRegs());
  set(Runner, Input::NumQueued, static_cast<int64_t>(State.queueSize()));
}

void PriorityFeatures::fill(MLModelRunner &Runner, const LiveInterval &Range,
                            unsigned StockPriority) const {
  set(Runner, Input::Size, Range.getSize());
  set(Runner, Input::Stage, State.stage(Range.reg()));
  *Runner.getTensor<float>(Input::Weight) = Range.weight();
  if (Runner.inputs().size() <= Input::NumLLVM)
    return;
  set(Runner, Input::StockPriority, StockPriority);
  set(Runner, Input::StockRank, StockPriority & 0xffffff);
  set(Runner, Input::IsDeferred, StockPriority >> 31 == 0);
  set(Runner, Input::IsSpillable, Range.isSpillable());
  fillUses(Runner, Range);
  fillPlace(Runner, Range);
  fillRegisters(Runner, Range);
}
} // namespace mlgo
