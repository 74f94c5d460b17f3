// What registers cost a function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InstructionBytes.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace mlgo {
/// Instructions whose registers others read in a table or rewrite later.
static bool isLeftAlone(unsigned Opcode) {
  switch (Opcode) {
  case TargetOpcode::STATEPOINT:
  case TargetOpcode::PATCHPOINT:
  case TargetOpcode::STACKMAP:
  case TargetOpcode::PATCHABLE_EVENT_CALL:
  case TargetOpcode::PATCHABLE_TYPED_EVENT_CALL:
    return true;
  default:
    return false;
  }
}

/// About how many bytes of \p MI come before what follows it, on a target
/// that has short forms.
static unsigned estimateBytes(const MachineInstr &MI) {
  if (MI.isMetaInstruction())
    return 0;
  return MI.isCall() ? 8 : MI.isPseudo() && !MI.isCopy() ? 4 : 3;
}

/// Forgets addresses in registers that \p MI writes, or that nobody has another
/// register for beyond it.
void InstructionBytes::endAddresses(const MachineInstr &MI) {
  if (Addresses.empty())
    return;
  if (MI.isCall() || MI.isTerminator())
    Addresses.clear();
  for (const MachineOperand &MO : MI.all_defs())
    if (MO.getReg().isVirtual())
      Addresses.erase(MO.getReg().virtRegIndex());
}

bool InstructionBytes::read(const MachineFunction &MF, const VirtRegMap &VRM) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  TRI = MRI.getTargetRegisterInfo();
  Terms.clear();
  Instructions.clear();
  Frozen.fill(false);
  Places.assign(MRI.getNumVirtRegs(), {});
  for (unsigned I = 0; I < Places.size(); ++I) {
    const Register Reg = Register::index2VirtReg(I);
    if (VRM.hasPhys(Reg))
      Places[I] = Registers.place(VRM.getPhys(Reg));
    else if (!MRI.reg_nodbg_empty(Reg))
      return false; // Targets may allocate in steps.
  }
  Addresses.clear();
  const bool HasReach = Model.hasReach();
  if (HasReach)
    findOffsets(MF);
  for (const MachineBasicBlock &Block : MF)
    for (const MachineInstr &MI : Block) {
      if (isLeftAlone(MI.getOpcode()))
        return false;
      add(MI, VRM);
      if (HasReach) {
        Offset += estimateBytes(MI);
        endAddresses(MI);
      }
      if (!MF.getFunction().hasMinSize())
        findDependencies(MI);
    }
  Joined.clear();
  Model.findJoined(MF, [&](Register Reg) {
    if (Joined.empty())
      Joined.assign(Places.size(), false);
    if (Reg.isVirtual())
      Joined[Reg.virtRegIndex()] = true;
  });
  indexUsers();
  return true;
}

/// Finds an instruction that LLVM may put another before, to write its register
/// as a whole, if that was written shortly before.
void InstructionBytes::findDependencies(const MachineInstr &MI) {
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  for (unsigned I = 0; I < MI.getNumExplicitOperands(); ++I) {
    const MachineOperand &MO = MI.getOperand(I);
    if (!MO.isReg() || !MO.getReg() ||
        !(MO.isDef() ? TII.getPartialRegUpdateClearance(MI, I, TRI)
                     : MO.isUndef() && TII.getUndefRegClearance(MI, I, TRI)))
      continue;
    const Register Reg = MO.getReg();
    const RegisterPlace Place = Reg.isVirtual()
                                    ? Places[Reg.virtRegIndex()]
                                    : Registers.place(Reg.asMCReg());
    if (Place)
      Frozen[Place.Bank] = true;
  }
}

void InstructionBytes::addTerm(const MachineOperand &MO, EncodingRole Role,
                               const VirtRegMap &VRM) {
  const Register Reg = MO.getReg();
  if (!Reg)
    return;
  if (Reg.isVirtual()) {
    const unsigned Range = Reg.virtRegIndex();
    if (Places[Range])
      Terms.push_back({Range, 0, Role});
  } else if (const RegisterPlace Place = Registers.place(Reg.asMCReg())) {
    Terms.push_back({Term::Fixed, Place.Number, Role});
  }
}

void InstructionBytes::add(const MachineInstr &MI, const VirtRegMap &VRM) {
  const OpcodeShape &Shape = Model.get(MI);
  if (Shape.Form == OpcodeShape::Opaque)
    return;
  Instruction Next;
  Next.FirstTerm = unsigned(Terms.size());
  Next.Block = unsigned(MI.getParent()->getNumber());
  Next.Form = Shape.Form;
  Next.PrefixBytes = Shape.PrefixBytes;
  Next.NeedsAll = Shape.NeedsAll;
  if (Shape.Form == OpcodeShape::Copy) {
    addCopy(MI, VRM, Next);
  } else if (Shape.Form == OpcodeShape::Short) {
    Next.Table = Shape.Table;
    addShort(MI, Shape, VRM);
  } else {
    addPlain(MI, Shape, VRM, Next);
  }
  const ArrayRef<Term> Added = ArrayRef(Terms).drop_front(Next.FirstTerm);
  if (none_of(Added, [](const Term &T) { return T.Range != Term::Fixed; })) {
    Terms.resize(Next.FirstTerm);
    return;
  }
  for (const Term &T : Added)
    Next.MayVanish |= T.Role.Own == EncodingRole::SlowAddress;
  Next.NumTerms = uint8_t(Added.size());
  Instructions.push_back(Next);
}

void InstructionBytes::addCopy(const MachineInstr &MI, const VirtRegMap &VRM,
                               Instruction &To) {
  const MachineOperand &Target = MI.getOperand(0);
  const MachineOperand *Source = nullptr;
  for (const MachineOperand &MO : drop_begin(MI.explicit_operands()))
    if (MO.isReg() && !Source)
      Source = &MO;
  if (!Source || Source->isUndef())
    return;
  const Register Reg = Source->getReg();
  MCRegister From = Reg.isVirtual() ? VRM.getPhys(Reg) : Reg.asMCReg();
  if (From && Source->getSubReg())
    From = TRI->getSubReg(From, Source->getSubReg());
  const Register TargetReg = Target.getReg();
  const MCRegister To0 =
      TargetReg.isVirtual() ? VRM.getPhys(TargetReg) : TargetReg.asMCReg();
  const RegisterPlace Here = From ? Registers.place(From) : RegisterPlace();
  const RegisterPlace There = To0 ? Registers.place(To0) : RegisterPlace();
  if (!Here || !There || Here.Bank != There.Bank)
    return;
  const bool IsGeneral = Here.Bank == RegisterPlace::General;
  const bool IsLong =
      Model.hasPrefixes() && (!IsGeneral || Registers.bits(From) == 64);
  const EncodingRole Role = {Model.hasPrefixes() && !(IsGeneral && IsLong)
                                 ? EncodingRole::Extended
                                 : EncodingRole::NoPrefix,
                             EncodingRole::NoBytes};
  addTerm(Target, Role, VRM);
  addTerm(*Source, Role, VRM);
  To.EqualBytes = uint8_t(Model.copyBytes() + IsLong);
  To.MayVanish = true;
}

/// How the base of the address in \p MI costs bytes of its own.
uint8_t InstructionBytes::addressRole(const MachineInstr &MI,
                                      const OpcodeShape &Shape) const {
  const MachineOperand &Scale = MI.getOperand(Shape.Memory + 1);
  const MachineOperand &Index = MI.getOperand(Shape.Memory + 2);
  const MachineOperand &Offset = MI.getOperand(Shape.Memory + 3);
  const bool IsAtZero = Offset.isImm() && Offset.getImm() == 0;
  if (!Index.getReg())
    return IsAtZero ? EncodingRole::BaseAtZero : EncodingRole::Base;
  if (!IsAtZero)
    return EncodingRole::NoBytes;
  return Shape.Form == OpcodeShape::Address && Scale.getImm() != 1
             ? EncodingRole::SlowAddress
             : EncodingRole::IndexedAtZero;
}

/// The bytes that LLVM saves when it makes the `lea` in \p MI an `add`, `inc`
/// or `dec` because it writes what it reads; nothing if it does not do that.
std::optional<uint8_t>
InstructionBytes::savedByAdd(const MachineInstr &MI,
                             const OpcodeShape &Shape) const {
  const MachineOperand &Base = MI.getOperand(Shape.Memory);
  const MachineOperand &Index = MI.getOperand(Shape.Memory + 2);
  const MachineOperand &Offset = MI.getOperand(Shape.Memory + 3);
  if (!Base.isReg() || !Base.getReg() || !Offset.isImm() ||
      MI.getOperand(Shape.Memory + 1).getImm() != 1 ||
      MI.getOperand(Shape.Memory + 4).getReg() ||
      (Index.getReg() && Offset.getImm() != 0) ||
      MI.getParent()->computeRegisterLiveness(TRI, Registers.flags(),
                                              MI.getIterator()) !=
          MachineBasicBlock::LQR_Dead)
    return std::nullopt;
  return Index.getReg() || std::abs(Offset.getImm()) == 1 ? 1 : 0;
}

void InstructionBytes::addPlain(const MachineInstr &MI,
                                const OpcodeShape &Shape, const VirtRegMap &VRM,
                                Instruction &To) {
  To.EqualBytes = Shape.AccumulatorPair;
  bool IsPair = Shape.AccumulatorPair > 0;
  if (Shape.Form == OpcodeShape::Address) {
    const auto Saved = savedByAdd(MI, Shape);
    IsPair = Saved.has_value();
    To.EqualBytes = Saved.value_or(0);
    To.Form = IsPair ? OpcodeShape::Address : OpcodeShape::Plain;
  }
  const unsigned NumOperands =
      std::min(MI.getNumExplicitOperands(), OpcodeShape::MaxOperands);
  for (unsigned I = 0; I < NumOperands; ++I) {
    const MachineOperand &MO = MI.getOperand(I);
    if (!MO.isReg())
      continue;
    EncodingRole Role = {Shape.Prefix[I], EncodingRole::NoBytes};
    if (int(I) == Shape.Memory)
      Role.Own = addressRole(MI, Shape);
    else if (I == 0 && Shape.Constant != OpcodeShape::None &&
             !(Shape.HasByteForm && MI.getOperand(Shape.Constant).isImm() &&
               isInt<8>(MI.getOperand(Shape.Constant).getImm())))
      Role.Own = EncodingRole::Accumulator;
    if (IsPair || !Role.isFree())
      addTerm(MO, Role, VRM);
  }
}

/// Adds the terms of a short form; none if it would need more than registers.
void InstructionBytes::addShort(const MachineInstr &MI,
                                const OpcodeShape &Shape,
                                const VirtRegMap &VRM) {
  const size_t First = Terms.size();
  if (Shape.Reach && !isNear(MI, Shape.Reach))
    return;
  for (unsigned I = 0; I < Shape.Terms.size(); ++I) {
    if (Shape.Terms[I] == OpcodeShape::None)
      break;
    addTerm(MI.getOperand(unsigned(Shape.Terms[I])), {}, VRM);
    if (int(I) == Shape.Shared && Terms.size() > First + I &&
        Terms.back().Range != Term::Fixed &&
        !Addresses.insert(Terms.back().Range).second)
      Terms.back() = {Term::Fixed,
                      uint8_t(ShortForm::Other |
                              unsigned(countr_zero(Registers.lowNumbers()))),
                      {}};
    if (Terms.size() == First + I) { // A register without a number.
      Terms.resize(First);
      return;
    }
  }
}

/// Whether the target of the branch \p MI is as near as \p Reach bytes.
bool InstructionBytes::isNear(const MachineInstr &MI, unsigned Reach) const {
  const MachineOperand &Target = MI.getOperand(MI.getNumExplicitOperands() - 1);
  if (!Target.isMBB())
    return false;
  const unsigned There = Offsets[unsigned(Target.getMBB()->getNumber())];
  return (There > Offset ? There - Offset : Offset - There) <= Reach;
}

void InstructionBytes::findOffsets(const MachineFunction &MF) {
  Offset = 0;
  Offsets.assign(MF.getNumBlockIDs(), 0);
  for (const MachineBasicBlock &Block : MF) {
    Offsets[unsigned(Block.getNumber())] = Offset;
    for (const MachineInstr &MI : Block)
      Offset += estimateBytes(MI);
  }
  Offset = 0;
}

void InstructionBytes::indexUsers() {
  FirstUser.assign(Places.size() + 1, 0);
  const auto ForEachUse = [&](auto Do) {
    for (unsigned I = 0; I < Instructions.size(); ++I) {
      const ArrayRef<Term> Of = termsOf(Instructions[I]);
      for (unsigned T = 0; T < Of.size(); ++T)
        if (Of[T].Range != Term::Fixed &&
            none_of(Of.take_front(T), [&](const Term &Before) {
              return Before.Range == Of[T].Range;
            }))
          Do(Of[T].Range, I);
    }
  };
  ForEachUse([&](unsigned Range, unsigned) { ++FirstUser[Range + 1]; });
  for (unsigned I = 1; I < FirstUser.size(); ++I)
    FirstUser[I] += FirstUser[I - 1];
  Users.resize(FirstUser.back());
  std::vector<unsigned> Next(FirstUser.begin(), FirstUser.end() - 1);
  ForEachUse([&](unsigned Range, unsigned I) { Users[Next[Range]++] = I; });
}

int InstructionBytes::bytesOf(const Instruction &I, unsigned Range,
                              unsigned Number) const {
  if (I.Form == OpcodeShape::Short)
    return shortBytesOf(I, Range, Number);
  const ArrayRef<Term> Of = termsOf(I);
  unsigned Numbers[3] = {};
  int Own = 0;
  bool HasAny = false, HasAll = true;
  for (unsigned T = 0; T < Of.size(); ++T) {
    const EncodingRole Role = Of[T].Role;
    const unsigned Here = numberOf(Of[T], Range, Number);
    if (T < 3)
      Numbers[T] = Here;
    Own += getOwnBytes(Role, Here);
    const bool Needs = needsPrefix(Role, Here);
    HasAny |= Needs;
    HasAll &= Needs || Role.Prefix == EncodingRole::NoPrefix;
  }
  const int Prefix = HasAny && (HasAll || !I.NeedsAll) ? I.PrefixBytes : 0;
  const bool IsSame = Of.size() > 1 && Numbers[0] == Numbers[1];
  switch (I.Form) {
  case OpcodeShape::Copy:
    return IsSame ? 0 : Prefix + I.EqualBytes;
  case OpcodeShape::Address:
    if (IsSame || (Of.size() > 2 && Numbers[0] == Numbers[2]))
      return Prefix - I.EqualBytes;
    return Prefix + Own;
  default:
    return Prefix + Own - (IsSame && Numbers[0] == 0 ? I.EqualBytes : 0);
  }
}

int InstructionBytes::shortBytesOf(const Instruction &I, unsigned Range,
                                   unsigned Number) const {
  ShortForm::Numbers Numbers = ShortForm::NoNumbers;
  const ArrayRef<Term> Of = termsOf(I);
  for (unsigned T = 0; T < Of.size(); ++T)
    Numbers[T] = numberOf(Of[T], Range, Number);
  const unsigned Index = ShortForm::index(Numbers, Registers.lowNumbers());
  return Model.isShort(I.Table, Index) ? -ShortForm::Bytes : 0;
}

int InstructionBytes::executions(unsigned Index) const {
  const Instruction &I = Instructions[Index];
  const ArrayRef<Term> Of = termsOf(I);
  if (I.Form == OpcodeShape::Copy)
    return Of.size() < 2 || numberOf(Of[0]) != numberOf(Of[1]);
  return 1 + any_of(Of, [&](const Term &T) {
           return T.Role.Own == EncodingRole::SlowAddress &&
                  getOwnBytes(T.Role, numberOf(T)) != 0;
         });
}

/// Adds up what a range costs by number. Operands that cost alike are counted
/// first.
struct InstructionBytes::ProfileSum {
  Profile Sum = {};
  int Everywhere = 0;
  std::array<int, EncodingRole::NumPrefixKinds> PrefixBytes = {};
  std::array<int, EncodingRole::NumOwnKinds> OwnTimes = {};
  int Low = 0, High = 0;

  void add(EncodingRole Role, int Prefix) {
    PrefixBytes[Role.Prefix] += Prefix;
    ++OwnTimes[Role.Own];
  }

  Profile finish(unsigned NumNumbers, NumberSet LowNumbers) {
    for (unsigned N = 0; N < NumNumbers; ++N)
      Sum[N] += Everywhere + (LowNumbers >> N & 1 ? Low : High);
    for (uint8_t Kind = 0; Kind < PrefixBytes.size(); ++Kind)
      for (unsigned N = 0; PrefixBytes[Kind] && N < NumNumbers; ++N)
        Sum[N] += needsPrefix({Kind, 0}, N) ? PrefixBytes[Kind] : 0;
    for (uint8_t Kind = 1; Kind < OwnTimes.size(); ++Kind)
      for (unsigned N = 0; OwnTimes[Kind] && N < NumNumbers; ++N)
        Sum[N] += OwnTimes[Kind] * getOwnBytes({0, Kind}, N);
    return Sum;
  }
};

/// Adds what \p Range costs in a short form: it is low or not, unless it has
/// the number of another operand.
void InstructionBytes::addShortProfile(const Instruction &I, unsigned Range,
                                       ProfileSum &Sum) const {
  const NumberSet LowNumbers = Registers.lowNumbers();
  const unsigned SomeLow = unsigned(countr_zero(LowNumbers)),
                 SomeHigh =
                     unsigned(countr_one(LowNumbers >> SomeLow)) + SomeLow;
  const int Low = shortBytesOf(I, Range, ShortForm::Other | SomeLow);
  const int High = shortBytesOf(I, Range, ShortForm::Other | (SomeHigh & 31));
  Sum.Low += Low;
  Sum.High += High;
  const ArrayRef<Term> Of = termsOf(I);
  for (unsigned T = 0; T < Of.size(); ++T) {
    if (Of[T].Range == Range)
      continue;
    const unsigned N = numberOf(Of[T]);
    const bool IsFirst = none_of(Of.take_front(T), [&](const Term &Before) {
      return Before.Range != Range && numberOf(Before) == N;
    });
    if (IsFirst)
      Sum.Sum[N] +=
          shortBytesOf(I, Range, N) - (LowNumbers >> N & 1 ? Low : High);
  }
}

InstructionBytes::Profile InstructionBytes::profile(unsigned Range) const {
  ProfileSum Sum;
  const unsigned NumNumbers = Registers.numNumbers();
  for (const unsigned Index : users(Range)) {
    const Instruction &I = Instructions[Index];
    if (I.Form == OpcodeShape::Short) {
      addShortProfile(I, Range, Sum);
      continue;
    }
    // What others cost is the same for all numbers, but for the prefix.
    const Term *Own = nullptr, *Other = nullptr;
    bool IsSimple =
        !I.NeedsAll && I.Form != OpcodeShape::Address && !I.EqualBytes;
    bool HasPrefix = false;
    for (const Term &T : termsOf(I)) {
      if (T.Range != Range) {
        HasPrefix |= needsPrefix(T.Role, numberOf(T));
        Other = &T;
      } else {
        IsSimple &= !Own;
        Own = &T;
      }
    }
    if (IsSimple) {
      Sum.add(Own->Role, HasPrefix ? 0 : I.PrefixBytes);
    } else if (I.Form == OpcodeShape::Copy && I.NumTerms == 2 && Other) {
      const unsigned Number = numberOf(*Other);
      const int Fixed = I.EqualBytes + (HasPrefix ? I.PrefixBytes : 0);
      const int More = HasPrefix ? 0 : I.PrefixBytes;
      Sum.Everywhere += Fixed;
      Sum.add(Own->Role, More);
      Sum.Sum[Number] -= Fixed + (needsPrefix(Own->Role, Number) ? More : 0);
    } else {
      for (unsigned N = 0; N < NumNumbers; ++N)
        Sum.Sum[N] += bytesOf(I, Range, N);
    }
  }
  return Sum.finish(NumNumbers, Registers.lowNumbers());
}
} // namespace mlgo
