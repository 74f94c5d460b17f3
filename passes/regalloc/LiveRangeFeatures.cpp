// What a register's ranges cost to evict
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LiveRangeFeatures.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/CalcSpillWeights.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include <limits>

using namespace llvm;

namespace mlgo {
using Input = EvictionInput;

void LiveRangeFeatures::addUse(const MachineInstr &MI,
                               const LiveInterval &Interval, Uses &Sum) const {
  if (MI.isIdentityCopy() || MI.isImplicitDef())
    return;
  const MachineBasicBlock *MBB = MI.getParent();
  const auto [Reads, Writes] = MI.readsWritesVirtualRegister(Interval.reg());
  const float Frequency = Context.frequency(MBB);
  Sum.HottestFrequency = std::max(Frequency, Sum.HottestFrequency);
  Sum.NumReads += Reads;
  Sum.NumWrites += Writes;
  if (Reads && Writes)
    Sum.ReadWrites += Frequency;
  else if (Reads)
    Sum.Reads += Frequency;
  else if (Writes)
    Sum.Writes += Frequency;
  if (Frequency > 1 && Context.Loops.getLoopFor(MBB))
    Sum.LoopAccesses += Frequency;
  const MachineLoop *Loop = Writes ? Context.Loops.getLoopFor(MBB) : nullptr;
  if (Loop && Loop->isLoopExiting(MBB) &&
      Context.LIS.isLiveOutOfMBB(Interval, MBB))
    Sum.InductionUpdates += Frequency;
  if (MI.isCopy() &&
      VirtRegAuxInfo::copyHint(&MI, Interval.reg(), Context.TRI, Context.MRI))
    Sum.HintWeights += Frequency;
}

LiveRangeFeatures::Uses
LiveRangeFeatures::countUses(const LiveInterval &Interval) const {
  Uses Sum;
  SmallPtrSet<const MachineInstr *, 8> Visited;
  for (const MachineInstr &MI :
       Context.MRI.reg_nodbg_instructions(Interval.reg())) {
    // An instruction comes once for each run of its operands in the list.
    ++Sum.NumDefsAndUses;
    if (Visited.insert(&MI).second)
      addUse(MI, Interval, Sum);
  }
  Sum.IsRematerializable = VirtRegAuxInfo::isRematerializable(
      Interval, Context.LIS, Context.VRM, Context.MRI,
      *Context.MF.getSubtarget().getInstrInfo());
  return Sum;
}

const LiveRangeFeatures::Uses &
LiveRangeFeatures::getUses(const LiveInterval &Interval) {
  auto [Entry, IsNew] = Cache.try_emplace(Interval.reg());
  if (IsNew)
    Entry->second = countUses(Interval);
  return Entry->second;
}

float LiveRangeFeatures::loopAccesses(
    ArrayRef<const LiveInterval *> Intervals) {
  float Sum = 0;
  for (size_t I = 0; I < Intervals.size(); ++I)
    // A range comes once for each register unit that it has.
    if (!is_contained(Intervals.take_front(I), Intervals[I]))
      Sum += getUses(*Intervals[I]).LoopAccesses;
  return Sum;
}

void LiveRangeFeatures::describeSpan(ArrayRef<const LiveInterval *> Intervals,
                                     EvictionColumn &Column) const {
  SlotIndexes &Indexes = *Context.LIS.getSlotIndexes();
  SlotIndex Start = Indexes.getLastIndex();
  SlotIndex End = Indexes.getZeroIndex();
  for (const LiveInterval *Interval : Intervals) {
    Start = std::min(Start, Interval->beginIndex());
    End = std::max(End, Interval->endIndex());
  }
  // The last index belongs to no block.
  if (End >= Indexes.getLastIndex())
    End = Indexes.getLastIndex().getPrevIndex();
  Column.Values[Input::StartFrequency] =
      Context.frequency(Context.LIS.getMBBFromIndex(Start));
  Column.Values[Input::EndFrequency] =
      Context.frequency(Context.LIS.getMBBFromIndex(End));
  Column.Values[Input::Size] =
      static_cast<float>(static_cast<size_t>(Start.distance(End)));
}

EvictionColumn
LiveRangeFeatures::describe(ArrayRef<const LiveInterval *> Intervals) {
  EvictionColumn Column;
  Column.IsFree = Intervals.empty();
  if (Intervals.empty())
    return Column;
  Uses Sum;
  int64_t NumBrokenHints = 0;
  int64_t NumRematerializable = 0;
  float Density = 0;
  Column.MinStage = std::numeric_limits<int64_t>::max();
  for (const LiveInterval *Interval : Intervals) {
    const Uses &Own = getUses(*Interval);
    Sum.Reads += Own.Reads;
    Sum.Writes += Own.Writes;
    Sum.ReadWrites += Own.ReadWrites;
    Sum.InductionUpdates += Own.InductionUpdates;
    Sum.HintWeights += Own.HintWeights;
    Sum.NumDefsAndUses += Own.NumDefsAndUses;
    Sum.HottestFrequency = std::max(Sum.HottestFrequency, Own.HottestFrequency);
    NumRematerializable += Own.IsRematerializable;
    NumBrokenHints += Context.VRM.hasPreferredPhys(Interval->reg());
    Density = std::max(Density, Interval->weight());
    const int64_t Stage = State.stage(Interval->reg());
    Column.MaxStage = std::max(Column.MaxStage, Stage);
    Column.MinStage = std::min(Column.MinStage, Stage);
  }
  auto Set = [&Column](Input::ID I, auto Value) {
    Column.Values[I] = static_cast<float>(Value);
  };
  Set(Input::NumBrokenHints, NumBrokenHints);
  Set(Input::NumRematerializable, NumRematerializable);
  Set(Input::NumDefsAndUses, Sum.NumDefsAndUses);
  Set(Input::Reads, Sum.Reads);
  Set(Input::Writes, Sum.Writes);
  Set(Input::ReadWrites, Sum.ReadWrites);
  Set(Input::InductionUpdates, Sum.InductionUpdates);
  Set(Input::HintWeights, Sum.HintWeights);
  Set(Input::HottestFrequency, Sum.HottestFrequency);
  Set(Input::Density, Density);
  describeSpan(Intervals, Column);
  return Column;
}

double LiveRangeFeatures::Uses::spillCost() const {
  // Loads count 4 and stores 1; what can be made again, no more than a move.
  const double Again = 0.5;
  if (IsRematerializable)
    return Again * (Reads + ReadWrites);
  return 4 * Reads + Writes + 5 * ReadWrites;
}

double LiveRangeFeatures::Uses::spillBytes() const {
  // A move from or to the stack; a constant is as long again.
  const double Move = 4;
  return Move *
         static_cast<double>(NumReads + (IsRematerializable ? 0 : NumWrites));
}

double LiveRangeFeatures::Uses::encodingBytes(int64_t Cost) const {
  return static_cast<double>(Cost * (NumReads + NumWrites));
}

void LiveRangeFeatures::describeCosts(ArrayRef<const LiveInterval *> Intervals,
                                      const LiveInterval &VirtReg,
                                      FindCostElsewhere Find,
                                      EvictionColumn &Column) {
  // Looking for free registers takes time.
  constexpr size_t MostRanges = 2;
  constexpr uint8_t AnyCost = std::numeric_limits<uint8_t>::max();
  SmallVector<const LiveInterval *, 4> Ranges;
  for (const LiveInterval *Range : Intervals)
    if (!is_contained(Ranges, Range))
      Ranges.push_back(Range);
  double All = 0, Fixed = 0, AllBytes = 0, FixedBytes = 0, GrownBytes = 0;
  Column.IsReassignable = Ranges.size() <= MostRanges;
  for (const LiveInterval *Range : Ranges) {
    const Uses &Of = getUses(*Range);
    All += Of.spillCost();
    AllBytes += Of.spillBytes();
    if (Ranges.size() <= MostRanges) {
      // What has a dear register does not grow elsewhere.
      const bool MayGrow = Column.RegisterCost == 0;
      if (const auto Cost = Find(*Range, MayGrow ? 0 : AnyCost)) {
        GrownBytes += MayGrow ? Of.encodingBytes(*Cost) : 0;
        continue;
      }
    }
    Fixed += Of.spillCost();
    FixedBytes += Of.spillBytes();
    Column.IsReassignable = 0;
  }
  // Who only wants a cheaper register has one.
  if (Column.RegisterCost && is_contained(Ranges, &VirtReg))
    AllBytes = FixedBytes = 0;
  const double Encoding = getUses(VirtReg).encodingBytes(Column.RegisterCost);
  Column.Values[Input::SpillCost] = static_cast<float>(All);
  Column.Values[Input::FixedSpillCost] = static_cast<float>(Fixed);
  Column.Values[Input::SpillBytes] = static_cast<float>(AllBytes + Encoding);
  Column.Values[Input::FixedSpillBytes] =
      static_cast<float>(FixedBytes + Encoding);
  Column.ChoiceBytes = static_cast<int64_t>(FixedBytes + GrownBytes + Encoding);
}
} // namespace mlgo
