// Searches an assignment that needs fewer bytes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RegisterSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegMatrix.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace mlgo {
constexpr unsigned NumNumbers = AssignableRegisters::NumNumbers;
constexpr unsigned MaxRounds = 2, MaxEjected = 4, MaxVacated = 12;
/// Of one range in one round.
constexpr unsigned MaxEjections = 2;

/// What a change of numbers does to a function.
struct RegisterSearch::Difference {
  RegisterSearch &Of;
  SmallVector<unsigned, 32> Instructions; ///< That use what changes.
  /// Blocks, and how many instructions more are executed there.
  SmallVector<std::pair<unsigned, int>, 8> Executed;
  int Bytes = 0;
  int NumSaves = 0; ///< Registers that the function saves more than before.

  /// Begins before the change of \p Ranges.
  Difference(RegisterSearch &Of, ArrayRef<unsigned> Ranges) : Of(Of) {
    const unsigned Stamp = ++Of.NumDifferences;
    for (const unsigned Range : Ranges)
      for (const unsigned I : Of.Bytes.users(Range))
        if (std::exchange(Of.Seen[I], Stamp) != Stamp)
          Instructions.push_back(I);
    add(-1);
  }

  /// Whether the change, which has been made, is for the better.
  bool isGood() {
    add(1);
    if (Of.Wild)
      return true;
    return Bytes < 0 && NumSaves <= 0 && !isSlower();
  }

  void add(int Sign) {
    for (const unsigned I : Instructions) {
      Bytes += Sign * Of.Bytes.bytesOf(I);
      if (Of.Bytes.mayVanish(I))
        Executed.emplace_back(Of.Bytes.blockOf(I),
                              Sign * Of.Bytes.executions(I));
    }
    Bytes += Sign * Of.Saves.bytes(Of.Used);
    NumSaves += Sign * int(Of.Saves.count(Of.Used));
  }

private:
  bool isSlower() {
    sort(Executed);
    int Sum = 0;
    for (unsigned I = 0; I < Executed.size(); ++I) {
      const unsigned Block = Executed[I].first;
      Sum += Executed[I].second;
      if (I + 1 < Executed.size() && Executed[I + 1].first == Block)
        continue;
      if (Sum > 0 && Of.IsHot[Block])
        return true;
      Sum = 0;
    }
    return false;
  }
};

RegisterSearch::RegisterSearch(const Analyses &With,
                               AssignableRegisters &Registers,
                               InstructionBytes &Bytes,
                               std::optional<uint64_t> Seed)
    : With(With), Registers(Registers), Bytes(Bytes), MRI(With.MF.getRegInfo()),
      TRI(*MRI.getTargetRegisterInfo()), Saves(With.MF, With.VRM, Registers),
      Seen(Bytes.numInstructions()) {
  for (unsigned Range = 0; Range < Bytes.numRanges(); ++Range) {
    const RegisterPlace Place = Bytes.place(Range);
    const Register Reg = Register::index2VirtReg(Range);
    if (!Place || Bytes.isFrozen(Place.Bank) || !With.LIS.hasInterval(Reg) ||
        interval(Range).empty())
      continue;
    Movable.push_back(Range);
    if (Place.Bank == RegisterPlace::General) {
      ++NumUsers[Place.Number];
      Used |= 1 << Place.Number;
    }
  }
  if (Seed)
    Wild.emplace(*Seed);
  findHotBlocks();
  findEarlyReturns();
}

const LiveInterval &RegisterSearch::interval(unsigned Range) const {
  return With.LIS.getInterval(Register::index2VirtReg(Range));
}

const AssignableRegisters::Row &RegisterSearch::row(unsigned Range) const {
  return Registers.row(*MRI.getRegClass(Register::index2VirtReg(Range)));
}

void RegisterSearch::findHotBlocks() {
  const bool IsForSpeed = !With.MF.getFunction().hasOptSize();
  const BlockFrequency Limit = With.MBFI.getBlockFreq(&With.MF.front());
  IsHot.assign(With.MF.getNumBlockIDs(), false);
  for (const MachineBasicBlock &Block : With.MF)
    IsHot[Block.getNumber()] =
        IsForSpeed || With.MBFI.getBlockFreq(&Block) >= Limit;
}

/// A function whose first block has nothing in a register that has to be saved
/// may return early without saving anything. It has to stay so, but for -Oz.
void RegisterSearch::findEarlyReturns() {
  if (With.MF.getFunction().hasMinSize() || Wild)
    return;
  const MachineBasicBlock &Entry = With.MF.front();
  const SlotIndex Begin = With.LIS.getMBBStartIdx(&Entry),
                  End = With.LIS.getMBBEndIdx(&Entry);
  MayComeToSaves = any_of(Movable, [&](unsigned Range) {
    const RegisterPlace Place = Bytes.place(Range);
    return Place.Bank == RegisterPlace::General && Saves.has(Place.Number) &&
           interval(Range).overlaps(Begin, End);
  });
}

void RegisterSearch::setNumber(unsigned Range, unsigned Number) {
  const RegisterPlace Place = Bytes.place(Range);
  if (Place.Bank == RegisterPlace::General) {
    if (--NumUsers[Place.Number] == 0)
      Used &= ~(1 << Place.Number);
    ++NumUsers[Number];
    Used |= 1 << Number;
  }
  Bytes.setNumber(Range, Number);
}

void RegisterSearch::assign(unsigned Range, MCRegister Reg) {
  With.Matrix.assign(interval(Range), Reg);
}

void RegisterSearch::unassign(unsigned Range) {
  With.Matrix.unassign(interval(Range));
}

void RegisterSearch::restore(ArrayRef<unsigned> Ranges,
                             ArrayRef<MCRegister> Before) {
  for (const unsigned Range : Ranges)
    if (With.VRM.hasPhys(Register::index2VirtReg(Range)))
      unassign(Range);
  for (const auto &[Range, Reg] : zip_equal(Ranges, Before)) {
    setNumber(Range, Registers.place(Reg).Number);
    assign(Range, Reg);
  }
}

/// Whether the function has to save the register, no fixed use of it is
/// anywhere, and no call clobbers it: all ranges there can be anywhere else
/// where that is so.
bool RegisterSearch::isCleanSave(unsigned Number) const {
  if (!Saves.has(Number) || Saves.alwaysUsed() >> Number & 1)
    return false;
  const MCRegister Root =
      Registers.root({RegisterPlace::General, uint8_t(Number)});
  if (MRI.isReserved(Root))
    return false;
  for (MCRegUnit Unit : TRI.regunits(Root))
    if (!With.LIS.getRegUnit(Unit).empty())
      return false;
  return none_of(With.LIS.getRegMaskBits(), [&](const uint32_t *Mask) {
    return MachineOperand::clobbersPhysReg(Mask, Root);
  });
}

bool RegisterSearch::fitsIn(ArrayRef<unsigned> Ranges, unsigned Number) {
  return all_of(Ranges, [&](unsigned Range) { return row(Range)[Number]; });
}

/// Exchanges registers that have to be saved, as long as that is for the
/// better. Their ranges follow when all is done.
void RegisterSearch::permuteSaves() {
  SmallVector<unsigned, 8> Clean;
  for (unsigned N = 0; N < NumNumbers; ++N)
    if (isCleanSave(N))
      Clean.push_back(N);
  // What all ranges of a register would cost elsewhere says which exchanges are
  // worth a try.
  std::array<Numbers, NumNumbers> Sums = {};
  for (const unsigned Range : Movable) {
    const RegisterPlace Place = Bytes.place(Range);
    if (Place.Bank != RegisterPlace::General ||
        !is_contained(Clean, Place.Number))
      continue;
    const Numbers Costs = Bytes.profile(Range);
    for (unsigned N = 0; N < NumNumbers; ++N)
      Sums[Place.Number][N] += Costs[N];
  }
  bool HasChanged = false;
  for (unsigned I = 0; I < Clean.size(); ++I)
    for (unsigned J = I + 1; J < Clean.size(); ++J) {
      const unsigned A = Clean[I], B = Clean[J];
      const bool IsNew = !NumUsers[A] || !NumUsers[B];
      if (!IsNew && Sums[A][B] + Sums[B][A] >= Sums[A][A] + Sums[B][B])
        continue;
      if (!tryExchange(A, B))
        continue;
      HasChanged = true;
      std::swap(Sums[A], Sums[B]);
    }
  if (HasChanged)
    carryOut();
}

bool RegisterSearch::tryExchange(unsigned A, unsigned B) {
  if (!NumUsers[A] && !NumUsers[B])
    return false;
  SmallVector<unsigned, 32> InA, InB;
  for (const unsigned Range : Movable) {
    const RegisterPlace Place = Bytes.place(Range);
    if (Place.Bank == RegisterPlace::General && Place.Number == A)
      InA.push_back(Range);
    if (Place.Bank == RegisterPlace::General && Place.Number == B)
      InB.push_back(Range);
  }
  if (!fitsIn(InA, B) || !fitsIn(InB, A))
    return false;
  const auto Exchange = [&](unsigned ToA, unsigned ToB) {
    for (const unsigned Range : InA)
      setNumber(Range, ToA);
    for (const unsigned Range : InB)
      setNumber(Range, ToB);
  };
  SmallVector<unsigned, 64> Both(InA.begin(), InA.end());
  Both.append(InB);
  Difference D(*this, Both);
  Exchange(B, A);
  if (D.isGood())
    return true;
  Exchange(A, B);
  return false;
}

/// Assigns what the numbers say.
void RegisterSearch::carryOut() {
  SmallVector<unsigned, 64> Changed;
  for (const unsigned Range : Movable)
    if (!(Registers.place(With.VRM.getPhys(Register::index2VirtReg(Range))) ==
          Bytes.place(Range)))
      Changed.push_back(Range);
  for (const unsigned Range : Changed)
    unassign(Range);
  for (const unsigned Range : Changed)
    assign(Range, row(Range)[Bytes.place(Range).Number]);
}

/// Numbers that are used when one range has gone.
uint16_t RegisterSearch::usedAfter(unsigned From, unsigned To) const {
  const uint16_t Left = NumUsers[From] == 1 ? Used & ~(1 << From) : Used;
  return Left | 1 << To;
}

RegisterSearch::Numbers RegisterSearch::costs(unsigned Range) const {
  Numbers Costs = Bytes.profile(Range);
  const RegisterPlace Place = Bytes.place(Range);
  if (Place.Bank != RegisterPlace::General)
    return Costs;
  const int Now = Saves.bytes(Used);
  for (unsigned N = 0; N < NumNumbers; ++N)
    if (const uint16_t After = usedAfter(Place.Number, N); After != Used)
      Costs[N] += Saves.bytes(After) - Now;
  return Costs;
}

bool RegisterSearch::mayGo(unsigned Range, unsigned To) const {
  const RegisterPlace Place = Bytes.place(Range);
  if (Place.Bank != RegisterPlace::General || !Saves.has(To))
    return true;
  if (Wild)
    return true;
  return (MayComeToSaves || Saves.has(Place.Number)) &&
         Saves.count(usedAfter(Place.Number, To)) <= Saves.count(Used);
}

bool RegisterSearch::tryMove(unsigned Range, unsigned To, MCRegister Reg) {
  const unsigned From = Bytes.place(Range).Number;
  Difference D(*this, Range);
  setNumber(Range, To);
  if (!D.isGood()) {
    setNumber(Range, From);
    return false;
  }
  unassign(Range);
  assign(Range, Reg);
  return true;
}

/// Finds the ranges that are in \p Reg while \p Range lives. False if there are
/// too many, or some that cannot go.
bool RegisterSearch::findEjected(unsigned Range, MCRegister Reg,
                                 SmallVectorImpl<unsigned> &Ejected) const {
  for (MCRegUnit Unit : TRI.regunits(Reg)) {
    auto &Query = With.Matrix.query(interval(Range), Unit);
    for (const LiveInterval *Other : Query.interferingVRegs(MaxEjected + 1)) {
      const unsigned Index = Other->reg().virtRegIndex();
      if (!Bytes.place(Index))
        return false;
      if (!is_contained(Ejected, Index))
        Ejected.push_back(Index);
    }
    if (Ejected.size() > MaxEjected)
      return false;
  }
  return true;
}

/// What \p Range costs more at least if it leaves for anywhere else.
std::optional<int> RegisterSearch::leastLoss(unsigned Range,
                                             unsigned Avoided) const {
  const Numbers Costs = costs(Range);
  const auto &Row = row(Range);
  std::optional<int> Least;
  for (unsigned N = 0; N < NumNumbers; ++N)
    if (Row[N] && N != Avoided && (!Least || Costs[N] < *Least))
      Least = Costs[N];
  return Least ? std::optional(*Least - Costs[Bytes.place(Range).Number])
               : std::nullopt;
}

bool RegisterSearch::place(unsigned Range, unsigned Avoided) {
  const Numbers Costs = costs(Range);
  const auto &Row = row(Range);
  uint16_t Tried = 1 << Avoided;
  while (true) {
    unsigned Best = NumNumbers;
    for (unsigned N = 0; N < NumNumbers; ++N)
      if (Row[N] && !(Tried >> N & 1) && mayGo(Range, N) &&
          (Best == NumNumbers || Costs[N] < Costs[Best]))
        Best = N;
    if (Best == NumNumbers)
      return false;
    Tried |= 1 << Best;
    if (With.Matrix.checkInterference(interval(Range), Row[Best]) !=
        LiveRegMatrix::IK_Free)
      continue;
    setNumber(Range, Best);
    assign(Range, Row[Best]);
    return true;
  }
}

/// Gives \p Range a register that others have, who go elsewhere.
bool RegisterSearch::tryEject(unsigned Range, unsigned To, MCRegister Reg,
                              int Gain) {
  SmallVector<unsigned, MaxEjected + 1> All;
  if (!findEjected(Range, Reg, All))
    return false;
  for (const unsigned Other : All) {
    const auto Loss = leastLoss(Other, To);
    if (!Loss || (Gain -= *Loss) <= 0)
      return false;
  }
  All.push_back(Range);
  SmallVector<MCRegister, MaxEjected + 1> Before;
  Difference D(*this, All);
  for (const unsigned Each : All) {
    Before.push_back(With.VRM.getPhys(Register::index2VirtReg(Each)));
    unassign(Each);
  }
  if (With.Matrix.checkInterference(interval(Range), Reg) ==
      LiveRegMatrix::IK_Free) {
    setNumber(Range, To);
    assign(Range, Reg);
    if (all_of(ArrayRef(All).drop_back(),
               [&](unsigned Other) { return place(Other, To); }) &&
        D.isGood())
      return true;
  }
  restore(All, Before);
  return false;
}

/// Has nothing left in a register that has to be saved.
bool RegisterSearch::tryVacate(unsigned Number) {
  if (!NumUsers[Number] || NumUsers[Number] > int(MaxVacated) ||
      !Saves.has(Number) || Saves.alwaysUsed() >> Number & 1)
    return false;
  SmallVector<unsigned, MaxVacated> Ranges;
  SmallVector<MCRegister, MaxVacated> Before;
  for (const unsigned Range : Movable) {
    const RegisterPlace Place = Bytes.place(Range);
    if (Place.Bank == RegisterPlace::General && Place.Number == Number)
      Ranges.push_back(Range);
  }
  Difference D(*this, Ranges);
  bool IsDone = true;
  for (const unsigned Range : Ranges) {
    Before.push_back(With.VRM.getPhys(Register::index2VirtReg(Range)));
    unassign(Range);
    IsDone = IsDone && place(Range, Number);
  }
  if (IsDone && D.isGood())
    return true;
  restore(Ranges, Before);
  return false;
}

bool RegisterSearch::improve(unsigned Range) {
  const Numbers Costs = costs(Range);
  const auto &Row = row(Range);
  const unsigned From = Bytes.place(Range).Number;
  uint16_t Tried = 0;
  unsigned Ejections = 0;
  while (true) {
    unsigned Best = From;
    for (unsigned N = 0; N < NumNumbers; ++N)
      if (Row[N] && !(Tried >> N & 1) && Costs[N] < Costs[Best] &&
          mayGo(Range, N))
        Best = N;
    if (Best == From)
      return false;
    Tried |= 1 << Best;
    switch (With.Matrix.checkInterference(interval(Range), Row[Best])) {
    case LiveRegMatrix::IK_Free:
      if (tryMove(Range, Best, Row[Best]))
        return true;
      break;
    case LiveRegMatrix::IK_VirtReg:
      if (Ejections++ < MaxEjections &&
          tryEject(Range, Best, Row[Best], Costs[From] - Costs[Best]))
        return true;
      break;
    default:
      break;
    }
  }
}

/// Improves each range, those first that may gain most.
bool RegisterSearch::improveAll() {
  std::vector<std::pair<int, unsigned>> Gains;
  for (const unsigned Range : Movable) {
    const Numbers Costs = costs(Range);
    const auto &Row = row(Range);
    const int Now = Costs[Bytes.place(Range).Number];
    int Least = Now;
    for (unsigned N = 0; N < NumNumbers; ++N)
      if (Row[N])
        Least = std::min(Least, Costs[N]);
    if (Least < Now)
      Gains.emplace_back(Least - Now, Range);
  }
  sort(Gains);
  bool HasChanged = false;
  for (const auto &[Gain, Range] : Gains)
    HasChanged |= improve(Range);
  return HasChanged;
}

/// Draws an assignment, whatever it costs: any that is legal has to be right.
void RegisterSearch::runWild() {
  for (unsigned Draws = 4; Draws; --Draws)
    for (const unsigned Range : Movable) {
      const unsigned To = (*Wild)() % NumNumbers;
      const MCRegister Reg = row(Range)[To];
      if (!Reg || To == Bytes.place(Range).Number)
        continue;
      const auto Found = With.Matrix.checkInterference(interval(Range), Reg);
      if (Found == LiveRegMatrix::IK_Free)
        tryMove(Range, To, Reg);
      else if (Found == LiveRegMatrix::IK_VirtReg)
        tryEject(Range, To, Reg, std::numeric_limits<int>::max() / 2);
    }
}

void RegisterSearch::runExact() {
  permuteSaves();
  bool Again = true;
  for (unsigned Round = 0; Again && Round < MaxRounds; ++Round) {
    Again = improveAll();
    for (unsigned N = 0; N < NumNumbers; ++N)
      Again |= tryVacate(N);
  }
  permuteSaves();
}

AssignmentCounts RegisterSearch::run() {
  std::vector<MCRegister> Before;
  for (const unsigned Range : Movable)
    Before.push_back(With.VRM.getPhys(Register::index2VirtReg(Range)));
  Difference Whole(*this, Movable);
  if (Wild)
    runWild();
  else
    runExact();
  Whole.add(1);
  AssignmentCounts Counts;
  Counts.SavedBytes = -Whole.Bytes;
  for (const auto &[Range, Reg] : zip_equal(Movable, Before))
    Counts.Reassigned +=
        With.VRM.getPhys(Register::index2VirtReg(Range)) != Reg;
  return Counts;
}
} // namespace mlgo
