// What compiled code costs to execute
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/CycleCount.h"
#include "compile/LinkUnits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSchedule.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ProfileSummary.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace mlgo {
namespace {
constexpr uint64_t Unit = CycleTerms::Unit;

/// A block counts as hot that runs for at least this part of all that runs.
constexpr uint64_t HotPart = 1 << 17;

/// A byte of hot code counts as this part of all that runs: a kilobyte as a
/// thousandth.
constexpr uint64_t BytePart = 1 << 20;

/// Where the target does not say how long an instruction is.
constexpr unsigned TypicalBytes = 4;
constexpr unsigned MaxBytes = 1 << 16;

/// One function's blocks.
class BlockCounter {
public:
  BlockCounter(MachineFunction &MF, const CycleTermsByFunction &External)
      : External(External), TII(*MF.getSubtarget().getInstrInfo()),
        TRI(*MF.getSubtarget().getRegisterInfo()) {
    Model.init(&MF.getSubtarget());
    Busy.resize(Model.hasInstrSchedModel() ? Model.getNumProcResourceKinds()
                                           : 0);
  }

  /// What one run of \p MBB costs; HotBytes are its bytes.
  CycleTerms count(MachineBasicBlock &MBB) {
    Terms = Called = CycleTerms();
    MicroOps = Longest = 0;
    std::fill(Busy.begin(), Busy.end(), 0);
    Ready.clear();
    for (const MachineInstr &MI : MBB.instrs())
      if (!MI.isMetaInstruction() && !MI.isBundle())
        add(MI);
    Terms.Throughput = throughput();
    Terms.Latency = Longest * Unit - std::min(Longest * Unit, Terms.Throughput);
    Terms.Taken += Unit - notTaken(MBB);
    return Terms += Called;
  }

private:
  void add(const MachineInstr &MI) {
    Terms.Instructions += Unit;
    Terms.Loads += MI.mayLoad() && !MI.isCall() ? Unit : 0;
    Terms.Stores += MI.mayStore() && !MI.isCall() ? Unit : 0;
    Terms.Taken += MI.isCall() && !MI.isTerminator() ? Unit : 0;
    const unsigned Bytes = TII.getInstSizeInBytes(MI);
    // Targets answer 0 or all ones if they do not know.
    Terms.HotBytes += Bytes - 1 < MaxBytes ? Bytes : TypicalBytes;
    if (MI.isCall())
      enter(MI);
    MicroOps += Model.getNumMicroOps(&MI);
    if (Model.hasInstrSchedModel())
      occupy(MI);
    follow(MI);
  }

  /// Adds what the call \p MI takes elsewhere.
  void enter(const MachineInstr &MI) {
    for (const MachineOperand &Operand : MI.operands())
      if (Operand.isGlobal())
        if (auto Known = External.find(Operand.getGlobal()->getName());
            Known != External.end())
          Called += Known->second;
  }

  /// Notes which parts of the processor \p MI keeps busy.
  void occupy(const MachineInstr &MI) {
    const MCSchedClassDesc *Class = Model.resolveSchedClass(&MI);
    if (!Class->isValid())
      return;
    for (const MCWriteProcResEntry &Use :
         make_range(Model.getWriteProcResBegin(Class),
                    Model.getWriteProcResEnd(Class)))
      Busy[Use.ProcResourceIdx] +=
          uint64_t(Use.ReleaseAtCycle - Use.AcquireAtCycle) *
          Model.getResourceFactor(Use.ProcResourceIdx);
  }

  /// Notes when the results of \p MI are there.
  void follow(const MachineInstr &MI) {
    uint64_t Start = 0;
    for (const MachineOperand &Operand : MI.all_uses())
      if (Operand.getReg().isPhysical() && !Operand.isUndef())
        for (const MCRegUnit U : TRI.regunits(Operand.getReg().asMCReg()))
          if (auto Known = Ready.find(unsigned(U)); Known != Ready.end())
            Start = std::max(Start, Known->second);
    const uint64_t End = Start + Model.computeInstrLatency(&MI);
    for (const MachineOperand &Operand : MI.all_defs())
      if (Operand.getReg().isPhysical())
        for (const MCRegUnit U : TRI.regunits(Operand.getReg().asMCReg()))
          Ready[unsigned(U)] = End;
    Longest = std::max(Longest, End);
  }

  /// The cycles of whatever is busiest.
  uint64_t throughput() const {
    if (!Model.hasInstrSchedModel())
      return MicroOps * Unit / std::max(1u, Model.getIssueWidth());
    uint64_t Most = MicroOps * Model.getMicroOpFactor();
    for (const uint64_t B : Busy)
      Most = std::max(Most, B);
    return Most * Unit / Model.getLatencyFactor();
  }

  /// How often the block after \p MBB is reached without a jump.
  uint64_t notTaken(MachineBasicBlock &MBB) const {
    if (MBB.succ_empty())
      return MBB.isReturnBlock() ? 0 : Unit;
    MachineBasicBlock *Next = MBB.getFallThrough(/*JumpToFallThrough=*/false);
    const auto Edge = Next ? find(MBB.successors(), Next) : MBB.succ_end();
    if (Edge == MBB.succ_end())
      return 0;
    return MBB.getSuccProbability(Edge).scale(Unit);
  }

  const CycleTermsByFunction &External;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  TargetSchedModel Model;
  CycleTerms Terms;
  CycleTerms Called; ///< What its calls take elsewhere.
  uint64_t MicroOps = 0, Longest = 0;
  SmallVector<uint64_t, 32> Busy;     ///< By resource, in units of the model.
  DenseMap<unsigned, uint64_t> Ready; ///< By register unit, in cycles.
};

class CycleCounter final : public MachineFunctionPass {
public:
  static char ID;
  CycleCounter(CycleTermsByUnit &To, const ExecutedBlocks &Program)
      : MachineFunctionPass(ID), To(To), Program(Program) {}

  StringRef getPassName() const override { return "Cycle counter"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    const CycleTerms Sum = countCycles(
        MF, getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI(),
        Program);
    if (Sum.Instructions != 0)
      To[getUnitOfFunction(MF.getFunction())] += Sum;
    return false;
  }

private:
  CycleTermsByUnit &To;
  const ExecutedBlocks &Program;
};

char CycleCounter::ID = 0;
} // namespace

CycleTerms &CycleTerms::operator+=(const CycleTerms &Other) {
  for (uint64_t CycleTerms::*Term :
       {&CycleTerms::Throughput, &CycleTerms::Latency, &CycleTerms::Taken,
        &CycleTerms::Loads, &CycleTerms::Stores, &CycleTerms::Instructions,
        &CycleTerms::HotBytes})
    this->*Term = SaturatingAdd(this->*Term, Other.*Term);
  return *this;
}

uint64_t weigh(const CycleTerms &T, const CycleWeights &W) {
  uint64_t Sum = SaturatingMultiply(T.HotBytes, W.HotBytes);
  for (const auto &[Term, Weight] : {std::pair(T.Throughput, W.Throughput),
                                     {T.Latency, W.Latency},
                                     {T.Taken, W.Taken},
                                     {T.Loads, W.Loads},
                                     {T.Stores, W.Stores},
                                     {T.Instructions, W.Instructions}})
    Sum = SaturatingAdd(Sum, SaturatingMultiply(Term / Unit, Weight));
  return Sum / Unit;
}

CycleTerms countCycles(const MachineFunction &MF,
                       const MachineBlockFrequencyInfo &Frequencies,
                       const ExecutedBlocks &Program) {
  CycleTerms Sum;
  const Function &F = MF.getFunction();
  if (!F.getEntryCount() && !Program.Counts.runsOf(F))
    return Sum;
  const uint64_t All = Program.Total;
  const std::vector<uint64_t> Counts =
      countBlocks(MF, Frequencies, Program.Counts);
  // Asking where a block falls through to is not const, and changes nothing.
  auto &Blocks = const_cast<MachineFunction &>(MF);
  BlockCounter Counter(Blocks, Program.External);
  for (MachineBasicBlock &MBB : Blocks) {
    const uint64_t Runs = std::min(Program.Most, Counts[MBB.getNumber()]);
    if (Runs == 0)
      continue;
    CycleTerms Block = Counter.count(MBB);
    for (uint64_t CycleTerms::*Term :
         {&CycleTerms::Throughput, &CycleTerms::Latency, &CycleTerms::Taken,
          &CycleTerms::Loads, &CycleTerms::Stores, &CycleTerms::Instructions})
      Block.*Term = SaturatingMultiply(Block.*Term, Runs);
    Block.HotBytes = Runs >= All / HotPart && All >= BytePart
                         ? SaturatingMultiply(Block.HotBytes, All / BytePart)
                         : 0;
    Sum += Block;
  }
  return Sum;
}

ExecutedBlocks ExecutedBlocks::of(const Module &M) {
  ExecutedBlocks Found;
  const std::unique_ptr<llvm::ProfileSummary> Summary(
      llvm::ProfileSummary::getFromMD(M.getProfileSummary(/*IsCS=*/false)));
  if (!Summary)
    return Found;
  Found.Total = Summary->getTotalCount();
  Found.Most = Summary->getMaxCount();
  return Found;
}

FunctionPass *createCycleCounter(CycleTermsByUnit &To,
                                 const ExecutedBlocks &Program) {
  return new CycleCounter(To, Program);
}
} // namespace mlgo
