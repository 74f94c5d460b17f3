// Counts what a decision about a pass is made from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateFeatures.h"
#include "CallFreeFeatures.h"
#include "compile/CodePlace.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/FunctionPropertiesAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace mlgo {
using Input = GateInput;

int64_t getTargetKind(const Triple &T) {
  switch (T.getArch()) {
  case Triple::x86_64:
    return 0;
  case Triple::aarch64:
    return 1;
  case Triple::thumb:
    return 2;
  case Triple::arm:
    return 3;
  case Triple::riscv64:
    return 4;
  case Triple::riscv32:
    return 5;
  case Triple::wasm32:
  case Triple::wasm64:
    return 6;
  default:
    return OtherTargetKind;
  }
}

static void countPlace(const Function &F, GateFeatures &Into) {
  Into[Input::size_level] = static_cast<int64_t>(getSizeLevel(F));
  Into[Input::target_kind] =
      getTargetKind(Triple(F.getParent()->getTargetTriple()));
  Into[Input::has_unwind_table] = F.needsUnwindTableEntry();
  Into[Input::is_local] = F.hasLocalLinkage();
  Into[Input::arguments] = static_cast<int64_t>(F.arg_size());
}

static void copyProperties(const FunctionPropertiesInfo &P,
                           GateFeatures &Into) {
  Into[Input::uses] = P.Uses;
  Into[Input::blocks] = P.BasicBlockCount;
  Into[Input::conditional_blocks] = P.BlocksReachedFromConditionalInstruction;
  Into[Input::defined_calls] = P.DirectCallsToDefinedFunctions;
  Into[Input::loads] = P.LoadInstCount;
  Into[Input::stores] = P.StoreInstCount;
  Into[Input::loop_depth] = P.MaxLoopDepth;
  Into[Input::top_loops] = P.TopLevelLoopCount;
  Into[Input::instructions] = P.TotalInstructionCount;
}

static void countCall(const CallBase &Call, GateFeatures &Into) {
  if (isa<IntrinsicInst>(Call)) {
    ++Into[Input::intrinsics];
    return;
  }
  const Function *Callee = Call.getCalledFunction();
  ++Into[Callee ? Input::direct_calls : Input::indirect_calls];
  Into[Input::self_calls] += Callee == Call.getFunction();
  Into[Input::tail_positions] +=
      isa_and_nonnull<ReturnInst>(Call.getNextNode());
}

static void countOperands(const Instruction &I, GateFeatures &Into) {
  for (const Value *Operand : I.operand_values()) {
    if (isa<ConstantInt>(Operand))
      ++Into[Input::constant_integers];
    else if (isa<GlobalValue>(Operand))
      ++Into[Input::globals];
    else if (isa<Constant>(Operand))
      ++Into[Input::constants];
  }
}

static void countInstruction(const Instruction &I, GateFeatures &Into) {
  countOperands(I, Into);
  Into[Input::integer_operations] += I.getType()->isIntOrIntVectorTy();
  Into[Input::floating_operations] += I.getType()->isFPOrFPVectorTy();
  Into[Input::divisions] += I.isIntDivRem();
  Into[Input::multiplications] += I.getOpcode() == Instruction::Mul;
  Into[Input::casts] += I.isCast();
  if (const auto *Call = dyn_cast<CallBase>(&I))
    countCall(*Call, Into);
  else if (isa<PHINode>(I))
    ++Into[Input::phis];
  else if (isa<SelectInst>(I))
    ++Into[Input::selects];
  else if (isa<CmpInst>(I))
    ++Into[Input::compares];
  else if (isa<AllocaInst>(I))
    ++Into[Input::allocas];
  else if (isa<GetElementPtrInst>(I))
    ++Into[Input::addresses];
  else if (isa<ReturnInst>(I))
    ++Into[Input::returns];
}

static void countFlow(const BasicBlock &BB, GateFeatures &Into) {
  const Instruction *Last = BB.getTerminator();
  if (!Last)
    return;
  const unsigned Successors = Last->getNumSuccessors();
  if (const auto *Branch = dyn_cast<BranchInst>(Last))
    ++Into[Branch->isConditional() ? Input::conditional_branches
                                   : Input::unconditional_branches];
  if (isa<SwitchInst>(Last)) {
    ++Into[Input::switches];
    Into[Input::switch_successors] += Successors;
  }
  for (unsigned I = 0; Successors > 1 && I < Successors; ++I)
    Into[Input::critical_edges] +=
        !Last->getSuccessor(I)->getSinglePredecessor();
}

/// What \p Phi becomes in each round, if that is itself and a constant.
static const ConstantInt *getStep(const PHINode &Phi, const BasicBlock &Latch) {
  using namespace PatternMatch;
  const int Index = Phi.getBasicBlockIndex(&Latch);
  ConstantInt *Step = nullptr;
  if (Index >= 0 && Phi.getType()->isIntegerTy() &&
      match(Phi.getIncomingValue(Index),
            m_c_Add(m_Specific(&Phi), m_ConstantInt(Step))))
    return Step;
  return nullptr;
}

/// Rounds of \p L if it counts \p Phi from a constant to another, else 0.
static int64_t countRounds(const Loop &L, const PHINode &Phi,
                           const ConstantInt &Step, const BasicBlock &Latch) {
  using namespace PatternMatch;
  const ConstantInt *Start = nullptr, *End = nullptr;
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I)
    if (!L.contains(Phi.getIncomingBlock(I)))
      Start = dyn_cast<ConstantInt>(Phi.getIncomingValue(I));
  const Value *Next = Phi.getIncomingValueForBlock(&Latch);
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (const BasicBlock *BB : Exiting) {
    const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    if (Branch && Branch->isConditional())
      if (const auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition()))
        if (Compare->getOperand(0) == Next || Compare->getOperand(0) == &Phi)
          End = dyn_cast<ConstantInt>(Compare->getOperand(1));
  }
  // Others would not be plain to see, or not fit into the sum below.
  auto IsSmall = [](const ConstantInt *C) {
    return C && C->getValue().isSignedIntN(32);
  };
  if (!IsSmall(Start) || !IsSmall(End) || !IsSmall(&Step) || Step.isZero())
    return 0;
  const int64_t Way = End->getSExtValue() - Start->getSExtValue();
  return std::clamp<int64_t>(Way / Step.getSExtValue(), 0, 1000);
}

static void countInductions(const Loop &L, GateFeatures &Into) {
  const BasicBlock *Latch = L.getLoopLatch();
  int64_t Rounds = 0;
  for (const PHINode &Phi : L.getHeader()->phis()) {
    ++Into[Input::header_phis];
    Into[Input::pointer_inductions] += Phi.getType()->isPointerTy();
    const ConstantInt *Step = Latch ? getStep(Phi, *Latch) : nullptr;
    if (!Step)
      continue;
    ++Into[Input::inductions];
    Into[Input::narrow_inductions] += Phi.getType()->getIntegerBitWidth() < 64;
    Into[Input::widened_inductions] += any_of(
        Phi.users(), [](const User *U) { return isa<SExtInst, ZExtInst>(U); });
    Rounds = std::max(Rounds, countRounds(L, Phi, *Step, *Latch));
  }
  if (!Rounds)
    return;
  int64_t &Smallest = Into[Input::smallest_trip_count];
  Smallest =
      Into[Input::known_trip_counts]++ ? std::min(Smallest, Rounds) : Rounds;
}

static void countInLoop(const Loop &L, const Instruction &I,
                        GateFeatures &Into) {
  ++Into[Input::loop_instructions];
  Into[Input::loop_loads] += isa<LoadInst>(I);
  Into[Input::loop_stores] += isa<StoreInst>(I);
  Into[Input::loop_calls] += isa<CallBase>(I) && !isa<IntrinsicInst>(I);
  if (isa<PHINode>(I) || I.isTerminator() || !L.hasLoopInvariantOperands(&I))
    return;
  Into[Input::hoistable] += isSafeToSpeculativelyExecute(&I);
  Into[Input::hoistable_loads] += isa<LoadInst>(I);
}

static void countLoop(const Loop &L, GateFeatures &Into) {
  ++Into[Input::loops];
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  Into[Input::loop_exits] += static_cast<int64_t>(Exiting.size());
  countInductions(L, Into);
  if (!L.isInnermost())
    return;
  ++Into[Input::innermost_loops];
  SmallPtrSet<const Value *, 16> Outside;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      for (const Value *Operand : I.operand_values())
        if (isa<Argument>(Operand) ||
            (isa<Instruction>(Operand) && L.isLoopInvariant(Operand)))
          Outside.insert(Operand);
  Into[Input::invariant_operands] += static_cast<int64_t>(Outside.size());
}

/// Whether the blocks of both are alike, as far as they were counted. Guessing
/// frequencies costs more than all other inputs together.
static bool isSameFlow(const GateFeatures &A, const GateFeatures &B) {
  constexpr size_t Flow[] = {
      Input::blocks,         Input::conditional_branches,
      Input::critical_edges, Input::unconditional_branches,
      Input::returns,        Input::switch_successors,
      Input::loops,          Input::loop_depth,
      Input::top_loops,      Input::loop_blocks,
      Input::loop_exits};
  return all_of(Flow, [&](size_t I) { return A[I] == B[I]; });
}

static void countFrequencies(const Function &F, const LoopInfo &LI,
                             DominatorTree &Dominators, GateFeatures &Into) {
  const BranchProbabilityInfo Probabilities(F, LI, nullptr, &Dominators);
  const BlockFrequencyInfo Frequencies(F, Probabilities, LI);
  const uint64_t Entry =
      std::max<uint64_t>(1, Frequencies.getEntryFreq().getFrequency());
  uint64_t Hottest = Entry;
  for (const BasicBlock &BB : F)
    Hottest = std::max(Hottest, Frequencies.getBlockFreq(&BB).getFrequency());
  Into[Input::hottest_frequency] = Log2_64(Hottest / Entry);
}

void countIR(const Function &F, GateFeatures &Into) {
  const GateFeatures Before = std::exchange(Into, {});
  countPlace(F, Into);
  DominatorTree Dominators(const_cast<Function &>(F));
  const LoopInfo Loops(Dominators);
  copyProperties(FunctionPropertiesInfo::getFunctionPropertiesInfo(
                     F, Dominators, Loops, nullptr),
                 Into);
  for (const BasicBlock &BB : F) {
    countFlow(BB, Into);
    const Loop *L = Loops.getLoopFor(&BB);
    Into[Input::loop_blocks] += L != nullptr;
    for (const Instruction &I : BB) {
      if (I.isDebugOrPseudoInst())
        continue;
      countInstruction(I, Into);
      if (L)
        countInLoop(*L, I, Into);
    }
  }
  for (const Loop *L : Loops.getLoopsInPreorder())
    countLoop(*L, Into);
  countCallFree(Loops, Into);
  if (isSameFlow(Before, Into))
    Into[Input::hottest_frequency] = Before[Input::hottest_frequency];
  else if (!Loops.empty())
    countFrequencies(F, Loops, Dominators, Into);
}

void countMachineCode(const MachineFunction &MF, GateFeatures &Into) {
  for (size_t I = Input::virtual_registers; I < Input::NumInputs; ++I)
    Into[I] = 0;
  const MachineRegisterInfo &Registers = MF.getRegInfo();
  Into[Input::virtual_registers] = Registers.getNumVirtRegs();
  Into[Input::machine_blocks] = static_cast<int64_t>(MF.size());
  Into[Input::machine_frame_objects] = MF.getFrameInfo().getNumObjects();
  BitVector Seen(Registers.getNumVirtRegs()), Several = Seen;
  for (const MachineBasicBlock &MBB : MF) {
    BitVector Here(Registers.getNumVirtRegs());
    for (const MachineInstr &MI : MBB) {
      if (MI.isDebugOrPseudoInstr())
        continue;
      ++Into[Input::machine_instructions];
      Into[Input::machine_calls] += MI.isCall();
      Into[Input::machine_copies] += MI.isCopy();
      Into[Input::machine_constants] += MI.isMoveImmediate();
      Into[Input::machine_loads] += MI.mayLoad();
      Into[Input::machine_stores] += MI.mayStore();
      Into[Input::machine_branches] += MI.isBranch();
      for (const MachineOperand &Operand : MI.operands())
        if (Operand.isReg() && Operand.getReg().isVirtual())
          Here.set(Operand.getReg().virtRegIndex());
    }
    Into[Input::widest_block] =
        std::max<int64_t>(Into[Input::widest_block], Here.count());
    BitVector Again = Here;
    Again &= Seen;
    Several |= Again;
    Seen |= Here;
  }
  Into[Input::registers_over_blocks] = Several.count();
  if (Into[Input::loops])
    countCallFree(MF, Into);
}
} // namespace mlgo
