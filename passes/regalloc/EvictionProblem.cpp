// Which registers may be freed
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvictionProblem.h"
#include "LLVMOption.h"

using namespace llvm;

namespace mlgo {
const EvictionLimits &EvictionLimits::get() {
  static const EvictionLimits Limits = [] {
    EvictionLimits L;
    L.MaxInterference = getLLVMOption(
        "regalloc-eviction-max-interference-cutoff", L.MaxInterference);
    L.MaxEvictions =
        getLLVMOption("mlregalloc-max-eviction-count", L.MaxEvictions);
    return L;
  }();
  return Limits;
}

EvictionCandidate &EvictionProblem::addCandidate(MCRegister Register,
                                                 bool IsHint) {
  if (NumCandidates == Candidates.size())
    Candidates.emplace_back();
  EvictionCandidate &C = Candidates[NumCandidates++];
  C.Register = Register;
  C.IsHint = IsHint;
  C.IsLegal = false;
  C.NumUrgent = 0;
  C.NumLocal = 0;
  C.Intervals.clear();
  return C;
}

void EvictionProblem::addOrder(const Question &Q) {
  const Register Reg = Q.VirtReg.reg();
  const ArrayRef<MCPhysReg> Order =
      Context.RegClassInfo.getOrder(Context.MRI.getRegClass(Reg));
  SmallVector<MCPhysReg, 16> Hints;
  const bool OnlyHints = Context.TRI.getRegAllocationHints(
      Reg, Order, Hints, Context.MF, &Context.VRM, &Context.Matrix);
  for (MCPhysReg Hint : Hints)
    addCandidate(Hint, true);
  if (OnlyHints)
    return;
  const size_t End = Q.OrderLimit ? std::min<size_t>(Q.OrderLimit, Order.size())
                                  : Order.size();
  for (MCPhysReg Register : Order.take_front(End))
    if (!is_contained(Hints, Register))
      addCandidate(Register, false);
}

bool EvictionProblem::isUrgent(const LiveInterval &VirtReg,
                               const LiveInterval &Other) const {
  if (VirtReg.isSpillable())
    return false;
  auto CountRegisters = [this](const LiveInterval &Interval) {
    return Context.RegClassInfo.getNumAllocatableRegs(
        Context.MRI.getRegClass(Interval.reg()));
  };
  return Other.isSpillable() || CountRegisters(VirtReg) < CountRegisters(Other);
}

bool EvictionProblem::checkUnit(const Question &Q, MCRegUnit Unit,
                                EvictionCandidate &C) {
  const auto &Others = Context.Matrix.query(Q.VirtReg, Unit)
                           .interferingVRegs(Limits.MaxInterference);
  if (Others.size() >= Limits.MaxInterference)
    return false;
  C.Intervals.append(Others.begin(), Others.end());
  const unsigned Cascade = State.cascadeOrNext(Q.VirtReg.reg());
  for (const LiveInterval *Other : reverse(Others)) {
    const Register Reg = Other->reg();
    if (!State.knows(Reg)) {
      IsComplete = false;
      return false;
    }
    if (Q.Fixed.count(Reg) || State.stage(Reg) == RS_Done)
      return false;
    const bool Urgent = isUrgent(Q.VirtReg, *Other);
    // Only what is older may be evicted, so that no two evict each other for
    // ever.
    if (Cascade <= State.cascade(Reg)) {
      if (!Urgent)
        return false;
      ++C.NumUrgent;
    }
    // A policy could keep cascades growing for very long.
    if (!Urgent && Evictions.lookup(Reg) > Limits.MaxEvictions)
      return false;
    if (IsLocal && Context.LIS.intervalIsInOneMBB(*Other) &&
        (!Context.CanReassign || !Context.CanReassign(*Other, C.Register)))
      ++C.NumLocal;
  }
  return true;
}

bool EvictionProblem::collect(const Question &Q, size_t Columns) {
  NumCandidates = 0;
  NumLegal = 0;
  IsComplete = State.knows(Q.VirtReg.reg());
  IsLocal = Context.LIS.intervalIsInOneMBB(Q.VirtReg);
  addOrder(Q);
  if (NumCandidates >= Columns || !IsComplete)
    return false;
  for (size_t I = 0; I < NumCandidates; ++I) {
    EvictionCandidate &C = Candidates[I];
    if (!Q.MayAllocate(C.Register) ||
        Context.Matrix.checkInterference(Q.VirtReg, C.Register) >
            LiveRegMatrix::IK_VirtReg)
      continue;
    C.IsLegal = all_of(Context.TRI.regunits(C.Register),
                       [&](MCRegUnit Unit) { return checkUnit(Q, Unit, C); });
    NumLegal += C.IsLegal;
  }
  EvictionCandidate &Keep = addCandidate(MCRegister(), false);
  Keep.IsLegal = !Q.MustEvict;
  Keep.Intervals.push_back(&Q.VirtReg);
  return IsComplete;
}

std::optional<uint8_t>
EvictionProblem::findCostElsewhere(const LiveInterval &Range, MCRegister From,
                                   uint8_t Enough) {
  std::optional<uint8_t> Cheapest;
  FreeRegisters::Question Question = Free.about(Range);
  for (const MCPhysReg Register :
       Context.RegClassInfo.getOrder(Context.MRI.getRegClass(Range.reg()))) {
    const uint8_t Cost = Costs[Register];
    // Looking takes time.
    if ((Cheapest && *Cheapest <= Cost) ||
        Context.TRI.regsOverlap(Register, From) || !Question.isFree(Register))
      continue;
    Cheapest = Cost;
    if (Cost <= Enough)
      break;
  }
  return Cheapest;
}

void EvictionProblem::recordChoice(size_t Index) {
  for (const LiveInterval *Interval : Candidates[Index].Intervals)
    ++Evictions[Interval->reg()];
}
} // namespace mlgo
