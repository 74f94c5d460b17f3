// A rule about machine code
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/Pass.h"
#include "llvm/PassRegistry.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"

namespace mlgo {
/// A pass of LLVM's code generator. \p Derived has Name, which no other pass
/// has, Description, `bool serves(const llvm::Triple &)` and `after()`, the
/// pass that it follows.
template <typename Derived> class CodeRule : public llvm::MachineFunctionPass {
public:
  static inline char ID = 0;
  CodeRule() : MachineFunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return Derived::Description; }

  /// From now on code generators of this process have the pass, as often as
  /// \p Wanted says so when one is set up.
  static void install(bool (*Wanted)()) {
    IsWanted = Wanted;
    static const llvm::RegisterPass<Derived> Pass(Derived::Name,
                                                  Derived::Description);
    static const llvm::RegisterTargetPassConfigCallback Callback(addPass);
  }

protected:
  static bool isWanted() { return IsWanted(); }

private:
  void getAnalysisUsage(llvm::AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  static void addPass(llvm::TargetMachine &Target,
                      llvm::legacy::PassManagerBase &,
                      llvm::TargetPassConfig *Config) {
    if (Derived::serves(Target.getTargetTriple()) && IsWanted())
      Config->insertPass(Derived::after(), &ID);
  }

  static inline bool (*IsWanted)() = nullptr;
};
} // namespace mlgo
