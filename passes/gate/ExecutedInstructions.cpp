// How many instructions a function is guessed to execute.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ExecutedInstructions.h"
#include "CallFreeCycles.h"
#include "compile/LinkUnits.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Function.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace mlgo {
namespace {
class ExecutedCounter final : public MachineFunctionPass {
public:
  static inline char ID = 0;
  static inline ExecutedInstructions *To = nullptr;
  ExecutedCounter() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "Executed instructions"; }

private:
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    const MachineBlockFrequencyInfo &Frequencies =
        getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI();
    double Sum = 0;
    for (const MachineBasicBlock &MBB : MF)
      Sum += Frequencies.getBlockFreqRelativeToEntryBlock(&MBB) * count(MBB);
    (*To)[getUnitOfFunction(MF.getFunction())] +=
        static_cast<uint64_t>(16 * Sum);
    return false;
  }

  static double count(const MachineBasicBlock &MBB) {
    unsigned Count = 0;
    for (const MachineInstr &MI : MBB.instrs()) {
      if (MI.isMetaInstruction() || MI.isBundle())
        continue;
      ++Count;
      if (MI.isCall())
        Count += guessCallCost(getCallee(MI));
    }
    return Count;
  }
};

/// Adds the counter where only unwind tables and alignment are to come.
void addCounter(TargetMachine &, legacy::PassManagerBase &,
                TargetPassConfig *Config) {
  Config->insertPass(&FuncletLayoutID, new ExecutedCounter);
}
} // namespace

ExecutedInstructions countExecuted(function_ref<void()> Compile) {
  ExecutedInstructions Executed;
  ExecutedCounter::To = &Executed;
  const RegisterTargetPassConfigCallback Callback(addCounter);
  Compile();
  ExecutedCounter::To = nullptr;
  return Executed;
}
} // namespace mlgo
