// LLVM's own settings that make code smaller
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SizeSettings.h"
#include "support/ThreadCount.h"
#include "llvm/CodeGen/StackProtector.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Function.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"
#include <atomic>

using namespace llvm;

namespace mlgo {
namespace {
struct Setting {
  const char *Option;
  const char *Value;
};

constexpr Setting Settings[] = {{"x86-br-merging-base-cost", "0"},
                                {"tail-merge-size", "1"},
                                {"split-spill-mode", "size"},
                                // In no kernel more are looked at.
                                {"grow-region-complexity-budget", "400"}};

std::atomic<bool> IsLink = false;
bool (*IsAsked)() = nullptr;

/// Sets the options before a function's instructions are selected.
class SizeSettings final : public FunctionPass {
public:
  static inline char ID = 0;
  SizeSettings() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "Settings for size"; }

private:
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
  }

  bool doInitialization(Module &) override {
    const auto &Known = cl::getRegisteredOptions();
    for (const Setting &S : Settings)
      if (const auto Found = Known.find(S.Option);
          Found != Known.end() && Found->second->getNumOccurrences() == 0)
        Open.push_back({Found->second, S.Value});
    return false;
  }

  bool runOnFunction(Function &F) override {
    // Asked here, where all threads have begun.
    apply(F.hasMinSize() && !IsLink && countThreads() == 1);
    return false;
  }

  bool doFinalization(Module &) override {
    apply(false);
    Open.clear();
    return false;
  }

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

  /// Those that the user did not give, and what they become.
  SmallVector<std::pair<cl::Option *, const char *>, 4> Open;
  bool IsForSize = false;
};

void addPass(TargetMachine &Target, legacy::PassManagerBase &,
             TargetPassConfig *Config) {
  if (Target.getTargetTriple().getArch() == Triple::x86_64 && IsAsked())
    Config->insertPass(&StackProtector::ID, new SizeSettings);
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
