// Which registers are taken while a live range lives
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RegisterOccupancy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace mlgo {
RegisterOccupancy::RegisterOccupancy(const MachineFunction &MF,
                                     LiveIntervals &LIS, const VirtRegMap &VRM,
                                     const AssignableRegisters &Registers,
                                     ArrayRef<RegisterPlace> Places)
    : MF(MF), LIS(LIS), VRM(VRM), Registers(Registers),
      Zero(LIS.getSlotIndexes()->getZeroIndex()),
      NumNumbers(Registers.numNumbers()),
      AllNumbers(maskTrailingOnes<NumberSet>(NumNumbers)),
      FirstSegment(Places.size() + 1), Bank(Places.size()),
      Movable(Places.size()), Possible(Places.size()) {
  for (const RegisterPlace Place : Places)
    if (Place)
      NumBanks = std::max<uint8_t>(NumBanks, Place.Bank + 1);
  countPoints();
  Fixed.assign(NumPoints, 0);
  Taken.assign(NumPoints, 0);
  addFixed();
  for (unsigned Range = 0; Range < Places.size(); ++Range) {
    FirstSegment[Range] = unsigned(Segments.size());
    if (Places[Range])
      addRange(Range);
  }
  FirstSegment.back() = unsigned(Segments.size());

  Owners.resize(size_t(shift(NumBanks)) * NumPoints);
  // Two ranges may have parts of one register at the same time: the second
  // stays where it is.
  SmallVector<unsigned, 4> Stuck;
  for (unsigned Range = 0; Range < Places.size(); ++Range) {
    const RegisterPlace Place = Places[Range];
    if (segments(Range).empty())
      continue;
    Bank[Range] = Place.Bank;
    if ((scan(Taken, Range) | scan(Fixed, Range)) & bit(Place)) {
      Stuck.push_back(Range);
      continue;
    }
    Movable[Range] = true;
    add(Range, Place.Number);
  }
  for (const unsigned Range : Stuck)
    for (const Segment S : segments(Range))
      for (unsigned P = S.Begin; P < S.End; ++P)
        Fixed[P] |= bit(Places[Range]);
  for (unsigned Range = 0; Range < Places.size(); ++Range)
    if (Movable[Range])
      Possible[Range] =
          ~(scan(Fixed, Range) >> shift(Bank[Range])) & AllNumbers;
}

unsigned RegisterOccupancy::point(SlotIndex Index) const {
  const unsigned Slot = unsigned(Zero.distance(Index));
  const uint64_t Before = (uint64_t(1) << Slot % 64) - 1;
  return PointsBefore[Slot / 64] +
         unsigned(popcount(SlotBits[Slot / 64] & Before));
}

/// Calls \p Do with the largest register of each place, and its bit.
template <typename Fn> void RegisterOccupancy::forEachRoot(Fn Do) const {
  for (uint8_t B = 0; B < NumBanks; ++B)
    for (uint8_t N = 0; N < NumNumbers; ++N)
      if (const MCRegister Root = Registers.root({B, N}); Root)
        Do(Root, bit({B, N}));
}

/// Calls \p Do with each live range that is not assigned by a place, and the
/// registers that it takes.
template <typename Fn> void RegisterOccupancy::forEachFixed(Fn Do) const {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  forEachRoot([&](MCRegister Root, Set Bit) {
    if (!MRI.isReserved(Root))
      for (const MCRegUnit Unit : TRI.regunits(Root))
        Do(static_cast<const LiveRange &>(LIS.getRegUnit(Unit)), Bit);
  });
  for (unsigned I = 0, E = MRI.getNumVirtRegs(); I < E; ++I) {
    const Register Reg = Register::index2VirtReg(I);
    if (!VRM.hasPhys(Reg) || Registers.place(VRM.getPhys(Reg)) ||
        !LIS.hasInterval(Reg))
      continue;
    Set Bits = 0;
    forEachRoot([&](MCRegister Root, Set Bit) {
      if (TRI.regsOverlap(Root, VRM.getPhys(Reg)))
        Bits |= Bit;
    });
    if (Bits)
      Do(static_cast<const LiveRange &>(LIS.getInterval(Reg)), Bits);
  }
}

/// Numbers the points of time at which anything begins, ends, or is clobbered.
void RegisterOccupancy::countPoints() {
  const SlotIndex Last = LIS.getSlotIndexes()->getLastIndex();
  SlotBits.assign(size_t(Zero.distance(Last)) / 64 + 1, 0);
  const auto MarkSlot = [&](SlotIndex Index) {
    const unsigned Slot = unsigned(Zero.distance(Index));
    SlotBits[Slot / 64] |= uint64_t(1) << Slot % 64;
  };
  const auto Mark = [&](const LiveRange &Range, Set = 0) {
    for (const LiveRange::Segment &S : Range) {
      MarkSlot(S.start);
      MarkSlot(S.end);
    }
  };
  forEachFixed(Mark);
  for (const SlotIndex Slot : LIS.getRegMaskSlots())
    MarkSlot(Slot);
  for (unsigned Range = 0; Range < Movable.size(); ++Range)
    if (const Register Reg = Register::index2VirtReg(Range);
        VRM.hasPhys(Reg) && LIS.hasInterval(Reg))
      Mark(LIS.getInterval(Reg));
  PointsBefore.reserve(SlotBits.size());
  for (const uint64_t Bits : SlotBits) {
    PointsBefore.push_back(NumPoints);
    NumPoints += unsigned(popcount(Bits));
  }
  ++NumPoints; // The last end.
}

void RegisterOccupancy::addFixed() {
  forEachFixed([&](const LiveRange &Range, Set Bits) {
    for (const LiveRange::Segment &S : Range)
      for (unsigned P = point(S.start), E = point(S.end); P < E; ++P)
        Fixed[P] |= Bits;
  });
  const uint32_t *Last = nullptr;
  Set Clobbered = 0;
  for (const auto &[Slot, Mask] :
       zip_equal(LIS.getRegMaskSlots(), LIS.getRegMaskBits())) {
    if (std::exchange(Last, Mask) != Mask) {
      Clobbered = 0;
      forEachRoot([&, Mask = Mask](MCRegister Root, Set Bit) {
        if (MachineOperand::clobbersPhysReg(Mask, Root))
          Clobbered |= Bit;
      });
    }
    Fixed[point(Slot)] |= Clobbered;
  }
}

void RegisterOccupancy::addRange(unsigned Range) {
  const Register Reg = Register::index2VirtReg(Range);
  if (!LIS.hasInterval(Reg))
    return;
  for (const LiveRange::Segment &S : LIS.getInterval(Reg))
    Segments.push_back({point(S.start), point(S.end)});
}

RegisterOccupancy::Set RegisterOccupancy::scan(const std::vector<Set> &Sets,
                                               unsigned Range) const {
  Set Found = 0;
  for (const Segment S : segments(Range))
    for (unsigned P = S.Begin; P < S.End; ++P)
      Found |= Sets[P];
  return Found;
}

void RegisterOccupancy::findOwners(unsigned Range, unsigned Number,
                                   unsigned Max,
                                   SmallVectorImpl<unsigned> &Found) const {
  const Set Bit = bit({Bank[Range], uint8_t(Number)});
  const size_t First = ownerIndex(Bank[Range], Number);
  for (const Segment S : segments(Range))
    for (unsigned P = S.Begin; P < S.End; ++P) {
      if (!(Taken[P] & Bit) ||
          (!Found.empty() && Found.back() == Owners[First + P]) ||
          is_contained(Found, Owners[First + P]))
        continue;
      Found.push_back(Owners[First + P]);
      if (Found.size() > Max)
        return;
    }
}

void RegisterOccupancy::add(unsigned Range, unsigned Number) {
  const Set Bit = bit({Bank[Range], uint8_t(Number)});
  const size_t First = ownerIndex(Bank[Range], Number);
  for (const Segment S : segments(Range))
    for (unsigned P = S.Begin; P < S.End; ++P) {
      Taken[P] |= Bit;
      Owners[First + P] = uint16_t(Range);
    }
}

void RegisterOccupancy::remove(unsigned Range, unsigned Number) {
  const Set Bit = bit({Bank[Range], uint8_t(Number)});
  for (const Segment S : segments(Range))
    for (unsigned P = S.Begin; P < S.End; ++P)
      Taken[P] &= ~Bit;
}
} // namespace mlgo
