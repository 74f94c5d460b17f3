// Registers that a callee leaves alone
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CalleeRegisters.h"
#include "LocalCallees.h"
#include "task/KeptRegisters.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/PassRegistry.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlgo {
namespace {
/// The registers that a callee may leave alone; sets of them are bits.
class KeptRegisters {
public:
  using Set = uint32_t;

  explicit KeptRegisters(const TargetRegisterInfo &TRI)
      : TRI(TRI), Parts(TRI.getNumRegs()) {
    for (unsigned Reg = 1; Reg < TRI.getNumRegs(); ++Reg)
      if (isOne(TRI.getName(Reg)))
        Whole.push_back(Reg);
    for (unsigned I = 0; I < Whole.size(); ++I)
      for (MCRegAliasIterator Part(Whole[I], &TRI, true); Part.isValid();
           ++Part)
        Parts[(*Part).id()] |= Set(1) << I;
  }

  Set all() const { return (Set(1) << Whole.size()) - 1; }
  /// Those that \p Reg has a part of.
  Set in(MCRegister Reg) const { return Parts[Reg.id()]; }

  /// Those that a call with \p Mask may change.
  Set changedBy(const uint32_t *Mask) const {
    Set Changed = 0;
    for (unsigned I = 0; I < Whole.size(); ++I)
      if (MachineOperand::clobbersPhysReg(Mask, Whole[I]))
        Changed |= Set(1) << I;
    return Changed;
  }

  /// \p Mask for a call that keeps \p Kept, too.
  const uint32_t *extend(const uint32_t *Mask, Set Kept,
                         MachineFunction &MF) const {
    uint32_t *Extended = MF.allocateRegMask();
    copy(ArrayRef(Mask, MachineOperand::getRegMaskSize(TRI.getNumRegs())),
         Extended);
    for (unsigned I = 0; I < Whole.size(); ++I)
      if (Kept >> I & 1)
        for (const MCPhysReg Part : TRI.subregs_inclusive(Whole[I]))
          Extended[Part / 32] |= 1u << Part % 32;
    return Extended;
  }

private:
  static bool isOne(StringRef Name) {
    unsigned Number = 0;
    if (Name.consume_front("XMM"))
      return !Name.getAsInteger(10, Number) && Number < 16;
    return is_contained({"RAX", "RCX", "RDX", "RSI", "RDI", "R8", "R9"}, Name);
  }

  const TargetRegisterInfo &TRI;
  std::vector<MCRegister> Whole;
  std::vector<Set> Parts; ///< By register.
};

/// What is known of the functions that have been compiled.
class CalleeKnowledge final : public ImmutablePass {
public:
  static inline char ID = 0;
  CalleeKnowledge() : ImmutablePass(ID) {}

  const KeptRegisters &registers(const MachineFunction &MF) {
    if (!Registers)
      Registers.emplace(*MF.getSubtarget().getRegisterInfo());
    return *Registers;
  }

  DenseMap<const Function *, KeptRegisters::Set> Kept;
  /// Those that had code when code generation began, and have limits.
  DenseSet<const Function *> Limited;

private:
  bool doFinalization(Module &) override {
    Kept.clear();
    Limited.clear();
    Registers.reset();
    return false;
  }

  std::optional<KeptRegisters> Registers;
};

class CalleesFirst final : public ModulePass {
public:
  static inline char ID = 0;
  CalleesFirst() : ModulePass(ID) {}

private:
  StringRef getPassName() const override { return "Order of callees"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<CalleeKnowledge>();
  }
  bool runOnModule(Module &M) override {
    CalleeKnowledge &Known = getAnalysis<CalleeKnowledge>();
    for (const Function &F : M)
      if (F.hasFnAttribute(KeptRegistersAttribute) && isLocalCallee(F))
        Known.Limited.insert(&F);
    return orderCalleesFirst(M);
  }
};

/// Bits that KeptRegistersAttribute has; nothing without it.
std::optional<KeptRegisters::Set> getLimit(const Function &F) {
  KeptRegisters::Set Limit = 0;
  if (F.getFnAttribute(KeptRegistersAttribute)
          .getValueAsString()
          .getAsInteger(10, Limit))
    return std::nullopt;
  return Limit;
}

/// A pass over machine code that knows callees.
class CalleePass : public MachineFunctionPass {
protected:
  using MachineFunctionPass::MachineFunctionPass;

  CalleeKnowledge &knowledge() const { return getAnalysis<CalleeKnowledge>(); }

private:
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<CalleeKnowledge>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
};

/// Tells callers, before anything about registers is decided.
class CalleeUse final : public CalleePass {
public:
  static inline char ID = 0;
  CalleeUse() : CalleePass(ID) {}

private:
  StringRef getPassName() const override {
    return "Registers that callees leave alone";
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

/// Looks at what has been compiled, when nothing will change it.
class CalleeScan final : public CalleePass {
public:
  static inline char ID = 0;
  CalleeScan() : CalleePass(ID) {}

private:
  StringRef getPassName() const override {
    return "Registers that a function leaves alone";
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

/// What callers may keep in registers beside a call of \p Callee, null if that
/// is not known.
KeptRegisters::Set findKept(const CalleeKnowledge &Known,
                            const Function *Callee) {
  // A trial takes code away that it knows from another one.
  if (Callee && Callee->isDeclaration() && Known.Limited.contains(Callee))
    return getLimit(*Callee).value_or(0);
  return Known.Kept.lookup(Callee);
}

MachineOperand *findMask(MachineInstr &MI) {
  auto *Found = find_if(
      MI.operands(), [](const MachineOperand &MO) { return MO.isRegMask(); });
  return Found == MI.operands().end() ? nullptr : Found;
}

bool CalleeUse::runOnMachineFunction(MachineFunction &MF) {
  CalleeKnowledge &Known = knowledge();
  if (skipFunction(MF.getFunction()) || MF.exposesReturnsTwice())
    return false;
  const KeptRegisters &Registers = Known.registers(MF);
  DenseMap<std::pair<const uint32_t *, KeptRegisters::Set>, const uint32_t *>
      Masks;
  for (MachineBasicBlock &Block : MF) {
    if (any_of(Block.successors(),
               [](const MachineBasicBlock *Next) { return Next->isEHPad(); }))
      continue;
    for (MachineInstr &MI : Block) {
      if (!MI.isCall() || !MI.getOperand(0).isGlobal())
        continue;
      const KeptRegisters::Set Kept =
          findKept(Known, dyn_cast<Function>(MI.getOperand(0).getGlobal()));
      MachineOperand *Mask = findMask(MI);
      if (!Kept || !Mask)
        continue;
      const uint32_t *&New = Masks[{Mask->getRegMask(), Kept}];
      if (!New)
        New = Registers.extend(Mask->getRegMask(), Kept, MF);
      Mask->setRegMask(New);
    }
  }
  return false;
}

/// Whether operands say all that \p MI does to registers.
bool isKnown(const MachineInstr &MI, const TargetInstrInfo &TII) {
  if (MI.isMetaInstruction())
    return true;
  if (MI.isInlineAsm())
    return StringRef(MI.getOperand(0).getSymbolName()).empty();
  // Those that all targets have become code when they are printed.
  if (MI.getOpcode() <= TargetOpcode::GENERIC_OP_END)
    return false;
  if (MI.isCall())
    return any_of(MI.operands(),
                  [](const MachineOperand &MO) { return MO.isRegMask(); });
  if (!MI.hasUnmodeledSideEffects() || MI.isReturn())
    return true;
  // As fxrstor, which loads registers; but division only traps.
  const StringRef Name = TII.getName(MI.getOpcode());
  return Name.starts_with("DIV") || Name.starts_with("IDIV");
}

/// The registers that \p MF leaves alone; none if that is not known.
KeptRegisters::Set findKept(const MachineFunction &MF,
                            const KeptRegisters &Registers) {
  if (!isLocalCallee(MF.getFunction()))
    return 0;
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  KeptRegisters::Set Changed = 0;
  for (const MachineBasicBlock &Block : MF)
    for (const MachineInstr &MI : Block.instrs()) {
      for (const MachineOperand &MO : MI.operands())
        if (MO.isRegMask())
          Changed |= Registers.changedBy(MO.getRegMask());
        else if (MO.isReg() && MO.isDef())
          Changed |= Registers.in(MO.getReg());
      if (Changed == Registers.all() || !isKnown(MI, TII))
        return 0;
    }
  return Registers.all() & ~Changed;
}

bool CalleeScan::runOnMachineFunction(MachineFunction &MF) {
  CalleeKnowledge &Known = knowledge();
  Function &F = MF.getFunction();
  const auto Limit = getLimit(F);
  const KeptRegisters::Set Kept =
      findKept(MF, Known.registers(MF)) & Limit.value_or(~0u);
  if (Kept)
    Known.Kept[&F] = Kept;
  if (Limit)
    F.addFnAttr(KeptRegistersAttribute, std::to_string(Kept));
  return false;
}

bool (*IsWanted)() = nullptr;

void addPasses(TargetMachine &Target, legacy::PassManagerBase &PM,
               TargetPassConfig *Config) {
  const Triple &T = Target.getTargetTriple();
  if (T.getArch() != Triple::x86_64 || T.isX32() || !T.isOSBinFormatELF() ||
      Config->getOptLevel() == CodeGenOptLevel::None || !IsWanted())
    return;
  PM.add(new CalleesFirst);
  Config->insertPass(&FinalizeISelID, &CalleeUse::ID);
  Config->insertPass(&UnpackMachineBundlesID, &CalleeScan::ID);
}
} // namespace

void installCalleeRegisters(bool (*Wanted)()) {
  IsWanted = Wanted;
  static const RegisterPass<CalleeKnowledge> Knowledge("mlgo-callee-knowledge",
                                                       "Knowledge of callees");
  static const RegisterPass<CalleeUse> Use(
      "mlgo-callee-use", "Registers that callees leave alone");
  static const RegisterPass<CalleeScan> Scan(
      "mlgo-callee-scan", "Registers that a function leaves alone");
  static const RegisterTargetPassConfigCallback Callback(addPasses);
}
} // namespace mlgo
