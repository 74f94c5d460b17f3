//===- LLVMCompat.h - Every difference between LLVM versions ----*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only file that looks at LLVM_VERSION_MAJOR.
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_LLVM_LLVMCOMPAT_H
#define MLGO_LLVM_LLVMCOMPAT_H

#include "llvm/Analysis/InlineModelFeatureMaps.h"
#include "llvm/Analysis/MLInlineAdvisor.h"
#include "llvm/Analysis/MLModelRunner.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TensorSpec.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/PGOOptions.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace mlgo {
namespace compat {

/// The features that LLVM's inline advisor extracts, in its order.
inline const std::vector<llvm::TensorSpec> &getInlineFeatures() {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::MLInlineAdvisor::getInitialFeatureMap();
#else
  return llvm::FeatureMap;
#endif
}

/// Makes LLVM's runner for the features its advisor extracts.
using RunnerFactory = std::function<std::unique_ptr<llvm::MLModelRunner>(
    const std::vector<llvm::TensorSpec> &)>;

/// LLVM's advisor with one constructor for all versions.
class MLInlineAdvisorBase : public llvm::MLInlineAdvisor {
public:
  MLInlineAdvisorBase(llvm::Module &M, llvm::ModuleAnalysisManager &MAM,
                      const RunnerFactory &GetRunner,
                      std::function<bool(llvm::CallBase &)> GetDefaultAdvice)
#if LLVM_VERSION_MAJOR >= 20
      : MLInlineAdvisor(M, MAM, GetRunner, std::move(GetDefaultAdvice))
#else
      : MLInlineAdvisor(M, MAM, GetRunner(getInlineFeatures()),
                        std::move(GetDefaultAdvice))
#endif
  {
  }
};

/// What the stock heuristic decides, after weighing whether to wait for the
/// caller's own callers. \p CalleeTTI is ignored by versions that fetch it.
inline std::optional<llvm::InlineCost>
shouldInline(llvm::CallBase &CB, llvm::TargetTransformInfo &CalleeTTI,
             llvm::function_ref<llvm::InlineCost(llvm::CallBase &)> GetCost,
             llvm::OptimizationRemarkEmitter &ORE, bool EnableDeferral) {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::shouldInline(CB, CalleeTTI, GetCost, ORE, EnableDeferral);
#else
  return llvm::shouldInline(CB, GetCost, ORE, EnableDeferral);
#endif
}

/// The target of \p TT, or null with the reason in \p Message.
inline const llvm::Target *lookupTarget(const llvm::Triple &TT,
                                        std::string &Message) {
#if LLVM_VERSION_MAJOR >= 22
  return llvm::TargetRegistry::lookupTarget(TT, Message);
#else
  return llvm::TargetRegistry::lookupTarget(TT.str(), Message);
#endif
}

/// A machine for \p TT.
inline std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const llvm::Target &T, const llvm::Triple &TT,
                    llvm::StringRef CPU, const llvm::TargetOptions &Options,
                    llvm::Reloc::Model Model, llvm::CodeGenOptLevel Level) {
#if LLVM_VERSION_MAJOR >= 22
  const llvm::Triple &Machine = TT;
#else
  const std::string &Machine = TT.str();
#endif
  return std::unique_ptr<llvm::TargetMachine>(T.createTargetMachine(
      Machine, CPU, "", Options, Model, std::nullopt, Level));
}

/// What clang's -fprofile-use=\p Profile asks for.
inline llvm::PGOOptions useProfile(const std::string &Profile) {
#if LLVM_VERSION_MAJOR >= 22
  return llvm::PGOOptions(Profile, "", "", "", llvm::PGOOptions::IRUse);
#else
  return llvm::PGOOptions(Profile, "", "", "", llvm::vfs::getRealFileSystem(),
                          llvm::PGOOptions::IRUse);
#endif
}

/// A machine that generates code by itself, as all of LLVM's do.
#if LLVM_VERSION_MAJOR >= 22
using CodeGenTargetMachine = llvm::CodeGenTargetMachineImpl;
#else
using CodeGenTargetMachine = llvm::LLVMTargetMachine;
#endif

/// \p Cost as a number; 0 if it has none.
inline int64_t getCostValue(const llvm::InstructionCost &Cost) {
  if (!Cost.isValid())
    return 0;
#if LLVM_VERSION_MAJOR >= 20
  return Cost.getValue();
#else
  return *Cost.getValue();
#endif
}

/// \p Opcode by the numbers up to LLVM 21, 67 at most. LLVM 22 put PtrToAddr
/// behind PtrToInt, which it counts as here.
inline unsigned getOpcodeOfLLVM21(unsigned Opcode) {
#if LLVM_VERSION_MAJOR >= 22
  return Opcode >= llvm::Instruction::PtrToAddr ? Opcode - 1 : Opcode;
#else
  return Opcode;
#endif
}

/// What holds by both \p A and \p B, if a call can have that; versions that
/// cannot say it know it of equal ones alone.
inline std::optional<llvm::AttributeList>
intersectAttributes(llvm::LLVMContext &Context, llvm::AttributeList A,
                    llvm::AttributeList B) {
#if LLVM_VERSION_MAJOR >= 20
  return A.intersectWith(Context, B);
#else
  (void)Context;
  return A == B ? std::optional(A) : std::nullopt;
#endif
}

} // namespace compat
} // namespace mlgo

#endif // MLGO_LLVM_LLVMCOMPAT_H
