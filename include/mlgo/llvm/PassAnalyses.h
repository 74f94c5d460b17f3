// All analyses that a pipeline asks for
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace mlgo {
/// The four analysis managers of LLVM's pass manager, destroyed in the order
/// that they need. What is registered before registerAll() wins.
struct PassAnalyses {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager CGSCCs;
  llvm::ModuleAnalysisManager Modules;

  /// Registers what \p Builder knows, and lets each level reach the others.
  void registerAll(llvm::PassBuilder &Builder) {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(CGSCCs);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, CGSCCs, Modules);
  }
};
} // namespace mlgo
