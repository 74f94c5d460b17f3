// LLVM's own settings that make code smaller
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SizeSettings.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/StackProtector.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"
#include <atomic>

using namespace llvm;

namespace mlgo {
namespace {
enum Targets { All, X86AndThumb, X86 };

struct Setting {
  const char *Option;
  const char *Value;
  Targets Where;
  /// Whether hot loops pay for it where not x86-64.
  bool SlowsLoops = false;
};

/// What each saves is in models/experiments/settings.md.
constexpr Setting Settings[] = {
    {"apply-ext-tsp-for-size", "true", All, true},
    {"tail-merge-size", "1", All},
    {"sink-insts-to-avoid-spills", "true", X86AndThumb, true},
    {"x86-br-merging-base-cost", "0", X86},
    {"split-spill-mode", "size", X86},
    {"grow-region-complexity-budget", "400", X86}};

/// Placing blocks for few jumps takes time by the square of their number: a
/// function of a thousand compiles 60 % longer.
constexpr size_t MostBlocks = 1000;

bool serves(Targets Where, Triple::ArchType Arch) {
  switch (Arch) {
  case Triple::x86_64:
    return true;
  case Triple::thumb:
    return Where != X86;
  case Triple::aarch64:
  case Triple::riscv64:
    return Where == All;
  default:
    return false;
  }
}

std::atomic<bool> IsLink = false;
bool (*IsAsked)() = nullptr;

/// Rust compiles the modules of a crate at the same time.
bool isOfRust(const Module &M) {
  const NamedMDNode *Producers = M.getNamedMetadata("llvm.ident");
  return Producers && any_of(Producers->operands(), [](const MDNode *Producer) {
           const auto *Name = Producer->getNumOperands()
                                  ? dyn_cast<MDString>(Producer->getOperand(0))
                                  : nullptr;
           return Name && Name->getString().starts_with("rustc");
         });
}

/// The options of one code generator.
class OpenSettings {
public:
  /// Leaves those alone that the user gave, and all if another code generator
  /// of this process has them.
  void open(const Module &M, Triple::ArchType Arch) {
    const OpenSettings *Nobody = nullptr;
    if (isOfRust(M) || !Owner.compare_exchange_strong(Nobody, this))
      return;
    const auto &Known = cl::getRegisteredOptions();
    for (const Setting &S : Settings)
      if (const auto Found = Known.find(S.Option);
          Found != Known.end() && serves(S.Where, Arch) &&
          Found->second->getNumOccurrences() == 0)
        Open.push_back({Found->second, &S});
  }

  /// Some settings would slow a hot loop; \p HasHotLoop is asked where there
  /// are settings to apply.
  void apply(const Function &F, function_ref<bool()> HasHotLoop) {
    const bool IsForSize =
        !Open.empty() && F.hasMinSize() && !IsLink && F.size() <= MostBlocks;
    const bool SparesLoops = IsForSize && HasHotLoop();
    for (OpenSetting &S : Open)
      set(S, IsForSize && !(SparesLoops && S.Is->SlowsLoops));
  }

  void close() {
    for (OpenSetting &S : Open)
      set(S, false);
    Open.clear();
    const OpenSettings *Self = this;
    Owner.compare_exchange_strong(Self, nullptr);
  }

private:
  struct OpenSetting {
    cl::Option *Option;
    const Setting *Is;
    bool IsSet = false;
  };

  static void set(OpenSetting &S, bool IsWanted) {
    if (IsWanted == S.IsSet)
      return;
    S.IsSet = IsWanted;
    S.Option->reset();
    if (IsWanted)
      S.Option->addOccurrence(0, S.Option->ArgStr, S.Is->Value);
  }

  static inline std::atomic<const OpenSettings *> Owner = nullptr;
  SmallVector<OpenSetting, std::size(Settings)> Open;
};

/// Whether \p MF has a loop that can go round without a call: blocks without
/// calls are taken away while there is one that no other such block leads to.
bool hasHotLoop(const MachineFunction &MF) {
  const auto Calls = [](const MachineInstr &MI) { return MI.isCall(); };
  BitVector IsFree(MF.getNumBlockIDs());
  for (const MachineBasicBlock &MBB : MF)
    IsFree[MBB.getNumber()] = none_of(MBB, Calls);
  SmallVector<unsigned> Before(MF.getNumBlockIDs(), 0);
  SmallVector<const MachineBasicBlock *> First;
  size_t Left = IsFree.count();
  for (const MachineBasicBlock &MBB : MF)
    Before[MBB.getNumber()] =
        count_if(MBB.predecessors(), [&](const MachineBasicBlock *Predecessor) {
          return IsFree[Predecessor->getNumber()];
        });
  for (const MachineBasicBlock &MBB : MF)
    if (IsFree[MBB.getNumber()] && !Before[MBB.getNumber()])
      First.push_back(&MBB);
  while (!First.empty()) {
    const MachineBasicBlock *MBB = First.pop_back_val();
    --Left;
    for (const MachineBasicBlock *Successor : MBB->successors())
      if (IsFree[Successor->getNumber()] && !--Before[Successor->getNumber()])
        First.push_back(Successor);
  }
  return Left > 0;
}

/// Sets the options for each function; \p PassT is of IR or of machine code.
template <typename PassT> class SettingsPass : public PassT {
public:
  static inline char ID = 0;
  explicit SettingsPass(Triple::ArchType Arch) : PassT(ID), Arch(Arch) {}

  StringRef getPassName() const override { return "Settings for size"; }

protected:
  OpenSettings Settings;

private:
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    PassT::getAnalysisUsage(AU);
  }

  bool doInitialization(Module &M) override {
    Settings.open(M, Arch);
    return false;
  }

  bool doFinalization(Module &) override {
    Settings.close();
    return false;
  }

  const Triple::ArchType Arch;
};

/// Before instructions are selected, on x86-64.
class SelectionSettings final : public SettingsPass<FunctionPass> {
  using SettingsPass::SettingsPass;
  bool runOnFunction(Function &F) override {
    Settings.apply(F, [] { return false; }); // Its loops do not pay.
    return false;
  }
};

/// Where passes over the module stand between IR and machine code: before the
/// first pass over a machine function.
class CodeSettings final : public SettingsPass<MachineFunctionPass> {
  using SettingsPass::SettingsPass;
  bool runOnMachineFunction(MachineFunction &MF) override {
    Settings.apply(MF.getFunction(), [&] { return hasHotLoop(MF); });
    return false;
  }
};

void addPass(TargetMachine &Target, legacy::PassManagerBase &,
             TargetPassConfig *Config) {
  const Triple::ArchType Arch = Target.getTargetTriple().getArch();
  if (!serves(All, Arch) || !IsAsked())
    return;
  if (Arch == Triple::x86_64)
    Config->insertPass(&StackProtector::ID, new SelectionSettings(Arch));
  else
    Config->insertPass(&FinalizeISelID, new CodeSettings(Arch));
}
} // namespace

void installSizeSettings(bool (*IsWanted)()) {
  IsAsked = IsWanted;
  static const RegisterTargetPassConfigCallback Callback(addPass);
}

void registerSizeSettings(PassBuilder &PB) {
  PB.registerPipelineEarlySimplificationEPCallback(
      [](ModulePassManager &, OptimizationLevel, ThinOrFullLTOPhase Phase) {
        if (Phase == ThinOrFullLTOPhase::ThinLTOPostLink)
          IsLink = true;
      });
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager &, OptimizationLevel) { IsLink = true; });
}
} // namespace mlgo
