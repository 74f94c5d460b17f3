// Counts what may run many times while nothing is called.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CallFreeFeatures.h"
#include "CallFreeCycles.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace mlgo {
using Input = GateInput;

/// Whether \p BB calls what takes more time than an instruction more or less.
static bool callsMuch(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && !isa<IntrinsicInst>(Call) && !Call->isInlineAsm() &&
           guessCallCost(Call->getCalledFunction()) == UsualCallCost;
  });
}

static bool callsMuch(const MachineBasicBlock &MBB) {
  return any_of(MBB, [](const MachineInstr &MI) {
    return MI.isCall() && guessCallCost(getCallee(MI)) == UsualCallCost;
  });
}

/// Values that need a general register throughout \p L.
static int64_t countLasting(const Loop &L) {
  SmallPtrSet<const Value *, 16> Lasting;
  auto Add = [&](const Value &V) {
    if (V.getType()->isIntOrPtrTy())
      Lasting.insert(&V);
  };
  for (const PHINode &Phi : L.getHeader()->phis())
    Add(Phi);
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      for (const Value *Operand : I.operand_values())
        if (isa<Argument>(Operand) ||
            (isa<Instruction>(Operand) && L.isLoopInvariant(Operand)))
          Add(*Operand);
  return static_cast<int64_t>(Lasting.size());
}

namespace {
/// What grows by the same in each round of a loop, found in the order of the
/// loop's blocks.
class SteppedValues {
public:
  explicit SteppedValues(const Loop &L) : L(L) {
    for (const PHINode &Phi : L.getHeader()->phis())
      if (isCounter(Phi))
        Values.insert(&Phi);
    for (const BasicBlock *BB : L.blocks())
      for (const Instruction &I : *BB)
        if (isStepped(I))
          Values.insert(&I);
  }

  /// Whether \p I computes such a value, for which an addressing mode does not
  /// do.
  bool mayBeReplaced(const Instruction &I) const {
    if (!Values.contains(&I) || Steps.contains(&I) || isa<PHINode, CastInst>(I))
      return false;
    return !isFoldedInto(I);
  }

  /// One counter does for all.
  int64_t countSpareCounters() const {
    return std::max<int64_t>(1, Steps.size()) - 1;
  }

private:
  /// Whether \p Phi counts rounds, or walks in even steps.
  bool isCounter(const PHINode &Phi) {
    const BasicBlock *Latch = L.getLoopLatch();
    if (!Latch)
      return false;
    const auto *Step =
        dyn_cast<Instruction>(Phi.getIncomingValueForBlock(Latch));
    if (!Step || !(isa<GetElementPtrInst>(Step) || isAddition(*Step)) ||
        !is_contained(Step->operand_values(), &Phi))
      return false;
    for (const Value *Operand : Step->operand_values())
      if (Operand != &Phi && !L.isLoopInvariant(Operand))
        return false;
    Steps.insert(Step);
    return true;
  }

  static bool isAddition(const Instruction &I) {
    return I.getOpcode() == Instruction::Add ||
           I.getOpcode() == Instruction::Sub;
  }

  bool isStepped(const Instruction &I) const {
    const bool Multiplies =
        I.getOpcode() == Instruction::Mul || I.getOpcode() == Instruction::Shl;
    if (!Multiplies && !isAddition(I) && !isa<CastInst, GetElementPtrInst>(I))
      return false;
    unsigned Stepped = 0;
    for (const Value *Operand : I.operand_values())
      if (Values.contains(Operand))
        ++Stepped;
      else if (!L.isLoopInvariant(Operand))
        return false;
    return Multiplies ? Stepped == 1 && Values.contains(I.getOperand(0))
                      : Stepped > 0;
  }

  /// Whether an addressing mode computes \p I: a base, and an index times 1, 2,
  /// 4 or 8.
  static bool isFoldedInto(const Instruction &I) {
    if (isAddition(I) && isa<Constant>(I.getOperand(1)))
      return true;
    const auto *Address = dyn_cast<GetElementPtrInst>(&I);
    if (!Address || Address->hasAllConstantIndices())
      return Address;
    const TypeSize Size =
        I.getDataLayout().getTypeAllocSize(Address->getResultElementType());
    return Address->getNumIndices() == 1 && !Size.isScalable() &&
           isPowerOf2_64(Size) && Size <= 8 &&
           all_of(I.users(),
                  [](const User *U) { return isa<LoadInst, StoreInst>(U); });
  }

  const Loop &L;
  SmallPtrSet<const Value *, 16> Values, Steps;
};
} // namespace

/// How many instructions in \p Blocks, those of \p L alone, loop-strength
/// reduction may make an addition, or save.
static int64_t countStepped(const Loop &L, const LoopInfo &Loops,
                            const BlockSet<BasicBlock> &Blocks) {
  const SteppedValues Values(L);
  int64_t Stepped = Values.countSpareCounters();
  for (const BasicBlock *BB : Blocks)
    if (Loops.getLoopFor(BB) == &L)
      Stepped += count_if(
          *BB, [&](const Instruction &I) { return Values.mayBeReplaced(I); });
  return Stepped;
}

void countCallFree(const LoopInfo &Loops, GateFeatures &Into) {
  SmallDenseMap<const BasicBlock *, bool, 32> Known;
  auto Calls = [&](const BasicBlock &BB) {
    const auto [Found, IsNew] = Known.try_emplace(&BB, false);
    if (IsNew)
      Found->second = callsMuch(BB);
    return Found->second;
  };
  BlockSet<BasicBlock> All;
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    BlockSet<BasicBlock> Blocks;
    addCallFreeCycle(*L, Calls, Blocks);
    if (Blocks.empty())
      continue;
    All.insert(Blocks.begin(), Blocks.end());
    int64_t &Lasting = Into[Input::call_free_values];
    Lasting = std::max(Lasting, countLasting(*L));
    Into[Input::call_free_stepped] += countStepped(*L, Loops, Blocks);
  }
  Into[Input::call_free_blocks] = static_cast<int64_t>(All.size());
  for (const BasicBlock *BB : All)
    for (const Instruction &I : *BB)
      Into[Input::call_free_instructions] += !I.isDebugOrPseudoInst();
}

/// Whether \p Operand of code in SSA form is the same in each round of \p L.
static bool isInvariant(const MachineOperand &Operand, const MachineLoop &L,
                        const MachineRegisterInfo &Registers) {
  if (!Operand.isReg() || !Operand.getReg())
    return true;
  const Register R = Operand.getReg();
  if (R.isPhysical())
    return Operand.isDef() ? Operand.isDead()
                           : Registers.isConstantPhysReg(R.asMCReg());
  const MachineInstr *Def = Operand.isDef() ? nullptr : Registers.getVRegDef(R);
  return Operand.isDef() || (Def && !L.contains(Def->getParent()));
}

/// Whether \p MI does the same in each round of \p L.
static bool isHoistable(const MachineInstr &MI, const MachineLoop &L,
                        const MachineRegisterInfo &Registers) {
  if (MI.isPHI() || MI.isCopy() || MI.isPosition() || MI.isTerminator() ||
      MI.isCall() || MI.mayStore() || MI.hasUnmodeledSideEffects() ||
      (MI.mayLoad() && !MI.isDereferenceableInvariantLoad()))
    return false;
  return all_of(MI.operands(), [&](const MachineOperand &Operand) {
    return isInvariant(Operand, L, Registers);
  });
}

namespace {
/// What the rounds of one loop are made of, but for those of loops inside.
struct Round {
  int64_t Instructions = 0, Jumps = 0, Hoistable = 0;

  void add(const MachineBasicBlock &MBB, const MachineLoop &L,
           const MachineRegisterInfo &Registers) {
    for (const MachineInstr &MI : MBB) {
      if (MI.isDebugOrPseudoInstr())
        continue;
      ++Instructions;
      Jumps += MI.isUnconditionalBranch();
      Hoistable += Registers.isSSA() && isHoistable(MI, L, Registers);
    }
  }

  int64_t shareOf(int64_t Part) const {
    return Instructions ? 1000 * Part / Instructions : 0;
  }
};
} // namespace

void countCallFree(const MachineFunction &MF, GateFeatures &Into) {
  MachineDominatorTree Dominators(const_cast<MachineFunction &>(MF));
  const MachineLoopInfo Loops(Dominators);
  for (const MachineLoop *Top : Loops)
    for (const MachineLoop *L : Top->getLoopsInPreorder()) {
      BlockSet<MachineBasicBlock> Blocks;
      addCallFreeCycle(
          *L, [](const MachineBasicBlock &MBB) { return callsMuch(MBB); },
          Blocks);
      Round R;
      for (const MachineBasicBlock *MBB : Blocks)
        if (Loops.getLoopFor(MBB) == L)
          R.add(*MBB, *L, MF.getRegInfo());
      int64_t &Jumps = Into[Input::call_free_jump_share];
      Jumps = std::max(Jumps, R.shareOf(R.Jumps));
      int64_t &Hoistable = Into[Input::call_free_hoistable_share];
      Hoistable = std::max(Hoistable, R.shareOf(R.Hoistable));
    }
}
} // namespace mlgo
