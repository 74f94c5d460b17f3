// LLVM's own settings that make code smaller
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SizeSettings.h"
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
};

/// What each saves is in models/experiments/settings.md.
constexpr Setting Settings[] = {
    {"apply-ext-tsp-for-size", "true", All},
    {"tail-merge-size", "1", All},
    {"sink-insts-to-avoid-spills", "true", X86AndThumb},
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
        Open.push_back({Found->second, S.Value});
  }

  void apply(const Function &F) {
    apply(F.hasMinSize() && !IsLink && F.size() <= MostBlocks);
  }

  void close() {
    apply(false);
    Open.clear();
    const OpenSettings *Self = this;
    Owner.compare_exchange_strong(Self, nullptr);
  }

private:
  void apply(bool ForSize) {
    if (ForSize == IsForSize)
      return;
    IsForSize = ForSize;
    for (const auto &[Option, Value] : Open) {
      Option->reset();
      if (ForSize)
        Option->addOccurrence(0, Option->ArgStr, Value);
    }
  }

  static inline std::atomic<const OpenSettings *> Owner = nullptr;
  SmallVector<std::pair<cl::Option *, const char *>, 6> Open;
  bool IsForSize = false;
};

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

/// Before instructions are selected.
class SelectionSettings final : public SettingsPass<FunctionPass> {
  using SettingsPass::SettingsPass;
  bool runOnFunction(Function &F) override {
    Settings.apply(F);
    return false;
  }
};

/// Where passes over the module stand between IR and machine code: before the
/// first pass over a machine function.
class CodeSettings final : public SettingsPass<MachineFunctionPass> {
  using SettingsPass::SettingsPass;
  bool runOnMachineFunction(MachineFunction &MF) override {
    Settings.apply(MF.getFunction());
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
