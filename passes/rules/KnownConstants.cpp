// Constants that another register has, or almost has
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KnownConstants.h"
#include "CodeRule.h"
#include "WholeNumbers.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace mlgo {
namespace {
constexpr unsigned NumRegisters = WholeNumbers::NumRegisters;

/// What registers are known to have.
using Values = std::array<std::optional<int64_t>, NumRegisters>;

/// One or two instructions that have no effect but a constant in a register.
struct Move {
  unsigned Target;
  int64_t Value;
  unsigned MaxBytes; ///< What replaces it is worth it up to this size.
  MachineInstr *Second = nullptr;
};

/// What a move may become.
struct Replacement {
  enum { Copy, Add, Or } Kind;
  unsigned Source; ///< A register, unless it is Or.
  int64_t Offset;  ///< For Add.
  unsigned Bytes;
};

class KnownConstants final : public CodeRule<KnownConstants> {
public:
  static constexpr const char *Name = "mlgo-known-constants";
  static constexpr const char *Description = "Known constants";
  static AnalysisID after() { return &MachineBlockPlacementID; }
  static bool serves(const Triple &Target) {
    return Target.getArch() == Triple::x86_64;
  }

private:
  bool runOnMachineFunction(MachineFunction &MF) override;
  bool runOnBlock(MachineBasicBlock &Block);
  bool changeMove(MachineInstr &MI, const Move &M, Values &Known,
                  bool FlagsAreFree) const;
  bool changeStore(MachineInstr &MI, const Values &Known) const;

  Values valuesAtStart(const MachineBasicBlock &Block) const;
  void update(Values &Known, const MachineInstr &MI) const;
  bool isTracked(std::optional<unsigned> Number) const {
    return Number && !MRI->isReserved(Numbers->get(*Number, 64));
  }
  std::optional<Move> getMove(MachineInstr &MI) const;
  void build(MachineInstr &MI, const Move &M, const Replacement &By) const;
  void keepAlive(MachineInstr &User, unsigned Source) const;

  const TargetInstrInfo *TII = nullptr;
  const TargetRegisterInfo *TRI = nullptr;
  const MachineRegisterInfo *MRI = nullptr;
  std::optional<WholeNumbers> Numbers;
  DenseMap<const MachineBasicBlock *, Values> AtEnd;
};

/// The shortest way to have what \p M moves, if that is short enough.
std::optional<Replacement> choose(const Values &Known, const Move &M,
                                  bool FlagsAreFree) {
  const bool IsWide = !isUInt<32>(M.Value);
  const bool HasPrefix = IsWide || WholeNumbers::hasPrefix(M.Target);
  std::optional<Replacement> Best;
  const auto Offer = [&](const Replacement &R) {
    if (R.Bytes <= M.MaxBytes && (!Best || R.Bytes < Best->Bytes))
      Best = R;
  };
  for (unsigned I = 0; I < NumRegisters; ++I) {
    if (!Known[I])
      continue;
    const uint64_t Distance = uint64_t(M.Value) - uint64_t(*Known[I]);
    const int64_t Offset = IsWide ? int64_t(Distance) : int32_t(Distance);
    const unsigned Prefix = HasPrefix || WholeNumbers::hasPrefix(I);
    if (Offset == 0)
      Offer({Replacement::Copy, I, 0, 2 + Prefix});
    else if (isInt<8>(Offset))
      Offer({Replacement::Add, I, Offset,
             3 + Prefix + WholeNumbers::hasScale(I)});
  }
  if (FlagsAreFree && (M.Value == -1 || M.Value == UINT32_MAX))
    Offer({Replacement::Or, 0, 0, 3u + HasPrefix});
  return Best;
}

/// What is known at the end of the only predecessor, if control comes from
/// there by a jump.
Values KnownConstants::valuesAtStart(const MachineBasicBlock &Block) const {
  if (Block.pred_size() != 1 || Block.isEHPad() || Block.hasAddressTaken() ||
      Block.isInlineAsmBrIndirectTarget())
    return {};
  return AtEnd.lookup(*Block.pred_begin());
}

void KnownConstants::update(Values &Known, const MachineInstr &MI) const {
  for (unsigned I = 0; I < NumRegisters; ++I)
    if (Known[I] && MI.modifiesRegister(Numbers->get(I, 64), TRI))
      Known[I].reset();
  if (MI.getOpcode() != Numbers->Zero ||
      MI.getOperand(1).getReg() != MI.getOperand(2).getReg())
    return;
  const auto Target = Numbers->getNumber(MI.getOperand(0).getReg());
  if (isTracked(Target))
    Known[*Target] = 0;
}

std::optional<Move> KnownConstants::getMove(MachineInstr &MI) const {
  const unsigned Opcode = MI.getOpcode();
  if (MI.getFlag(MachineInstr::FrameSetup) ||
      MI.getFlag(MachineInstr::FrameDestroy))
    return std::nullopt;
  if (Opcode == Numbers->PushByte || Opcode == Numbers->Push) {
    MachineInstr *Next = MI.getNextNode();
    if (!Next || Next->getOpcode() != Numbers->Pop ||
        !MI.getOperand(0).isImm() || !isInt<8>(MI.getOperand(0).getImm()))
      return std::nullopt;
    const auto Target = Numbers->getNumber(Next->getOperand(0).getReg());
    if (!isTracked(Target))
      return std::nullopt;
    return Move{*Target, MI.getOperand(0).getImm(),
                3u + WholeNumbers::hasPrefix(*Target), Next};
  }
  if ((Opcode != Numbers->Move32 && Opcode != Numbers->Move64 &&
       Opcode != Numbers->MoveLong) ||
      !MI.getOperand(1).isImm())
    return std::nullopt;
  const auto Target = Numbers->getNumber(MI.getOperand(0).getReg());
  if (!isTracked(Target))
    return std::nullopt;
  const int64_t Value = MI.getOperand(1).getImm();
  if (Opcode == Numbers->Move32)
    return Move{*Target, int64_t(uint32_t(Value)),
                4u + WholeNumbers::hasPrefix(*Target)};
  return Move{*Target, Value, Opcode == Numbers->Move64 ? 6u : 9u};
}

/// Has \p Source, which was written before, keep its value until \p User.
void KnownConstants::keepAlive(MachineInstr &User, unsigned Source) const {
  const MCRegister Reg = Numbers->get(Source, 64);
  MachineBasicBlock *Block = User.getParent();
  MachineBasicBlock::reverse_iterator It(User);
  for (++It;; It = Block->rbegin()) {
    for (; It != Block->rend(); ++It) {
      if (It->modifiesRegister(Reg, TRI)) {
        It->clearRegisterDeads(Reg);
        It->addRegisterDefined(Reg, TRI);
        return;
      }
      It->clearRegisterKills(Reg, TRI);
    }
    if (!Block->isLiveIn(Reg))
      Block->addLiveIn(Reg);
    Block = *Block->pred_begin();
  }
}

void KnownConstants::build(MachineInstr &MI, const Move &M,
                           const Replacement &By) const {
  const WholeNumbers &N = *Numbers;
  const unsigned Bits = isUInt<32>(M.Value) ? 32 : 64;
  const MCRegister To = N.get(M.Target, Bits);
  const auto Begin = [&](unsigned Narrow, unsigned Wide) {
    return BuildMI(*MI.getParent(), MI, MI.getDebugLoc(),
                   TII->get(Bits == 32 ? Narrow : Wide), To);
  };
  MachineInstr *New = nullptr;
  switch (By.Kind) {
  case Replacement::Or:
    New = Begin(N.Or32, N.Or64).addReg(To, RegState::Undef).addImm(-1);
    New->addRegisterDead(N.Flags, TRI);
    break;
  case Replacement::Copy:
    New = Begin(N.Copy32, N.Copy64).addReg(N.get(By.Source, Bits));
    break;
  case Replacement::Add:
    New = Begin(N.Address32, N.Address64)
              .addReg(N.get(By.Source, 64))
              .addImm(1)
              .addReg(0)
              .addImm(By.Offset)
              .addReg(0);
    break;
  }
  New->addRegisterDefined(N.get(M.Target, 64), TRI);
  if (By.Kind != Replacement::Or)
    keepAlive(*New, By.Source);
  MI.getMF()->substituteDebugValuesForInst(M.Second ? *M.Second : MI, *New);
}

bool KnownConstants::changeMove(MachineInstr &MI, const Move &M, Values &Known,
                                bool FlagsAreFree) const {
  const auto By = choose(Known, M, FlagsAreFree);
  Known[M.Target] = M.Value;
  if (By)
    build(MI, M, *By);
  return By.has_value();
}

bool KnownConstants::changeStore(MachineInstr &MI, const Values &Known) const {
  const auto Store = Numbers->getStore(MI);
  if (!Store)
    return false;
  for (unsigned I = 0; I < NumRegisters; ++I) {
    // Bytes of most registers need a prefix.
    if (!Known[I] || (Store->Bits == 8 && I >= 4) ||
        SignExtend64(*Known[I], Store->Bits) !=
            SignExtend64(Store->Value, Store->Bits))
      continue;
    MachineOperand &Value = MI.getOperand(5);
    Value.ChangeToRegister(Numbers->get(I, Store->Bits), /*isDef=*/false);
    MI.setDesc(TII->get(Store->Opcode));
    for (unsigned Op = MI.getNumOperands() - 1; Op > 5; --Op)
      MI.removeOperand(Op); // The flags, which nobody reads.
    keepAlive(MI, I);
    return true;
  }
  return false;
}

bool KnownConstants::runOnBlock(MachineBasicBlock &Block) {
  // Whether flags are free is known from below, values are from above.
  SmallPtrSet<const MachineInstr *, 16> FlagsAreFree;
  LiveRegUnits Live(*TRI);
  Live.addLiveOuts(Block);
  for (const MachineInstr &MI : reverse(Block)) {
    if (Live.available(Numbers->Flags))
      FlagsAreFree.insert(&MI);
    if (!MI.isDebugInstr())
      Live.stepBackward(MI);
  }
  bool Changed = false;
  Values Known = valuesAtStart(Block);
  for (auto It = Block.begin(); It != Block.end();) {
    MachineInstr &MI = *It++;
    if (MI.isDebugInstr())
      continue;
    const auto M = getMove(MI);
    if (M && M->Second)
      ++It;
    if (!M) {
      Changed |= changeStore(MI, Known);
      update(Known, MI);
    } else if (changeMove(MI, *M, Known, FlagsAreFree.contains(&MI))) {
      Changed = true;
      if (M->Second)
        M->Second->eraseFromParent();
      MI.eraseFromParent();
    }
  }
  AtEnd[&Block] = Known;
  return Changed;
}

bool KnownConstants::runOnMachineFunction(MachineFunction &MF) {
  if (!MF.getFunction().hasOptSize())
    return false;
  TII = MF.getSubtarget().getInstrInfo();
  TRI = MF.getSubtarget().getRegisterInfo();
  MRI = &MF.getRegInfo();
  if (!Numbers)
    Numbers = WholeNumbers::find(*TII, *TRI);
  if (!Numbers)
    return false;
  AtEnd.clear();
  bool Changed = false;
  for (MachineBasicBlock *Block : ReversePostOrderTraversal(&MF))
    Changed |= runOnBlock(*Block);
  return Changed;
}
} // namespace

void installKnownConstants(bool (*IsWanted)()) {
  KnownConstants::install(IsWanted);
}
} // namespace mlgo
