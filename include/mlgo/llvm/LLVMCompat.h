// Every difference between LLVM versions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file that looks at LLVM_VERSION_MAJOR. The majors themselves stand
// in support/LLVMMajors.h.
//
// What is expected of LLVM 23, by its public changes; nobody has compiled it:
// - There are no pipelines for size: -Os and -Oz are that of -O2 over functions
//   with optsize or minsize, which is where our passes look already. See
//   getSizePipeline, the only name of such a pipeline here. `default<Oz>` goes
//   as a text for opt, too, so tests that say it have to say O2 and mark the
//   functions.
// - The register allocator has new-pass-manager analyses beside those that
//   passes/regalloc/AllocationAnalysis.h replaces. As long as the legacy pass
//   manager generates code, all stays; where the new one does, a plugin has to
//   register its own analysis under the name of RegAllocEvictionAdvisorAnalysis
//   (and of priorities) first, whose result is a pointer to the provider that
//   both share. AllocationAnalysis is the one place that has to learn it.
// - Plugins may have a callback before code is generated, in a field at the end
//   of PassPluginLibraryInfo, as in 22. Ours is null: it can only replace the
//   whole back end, not an advisor in it.
// - GreedyState reads nothing of another major than it knows, so until its
//   layout is looked up, stock allocates.

#pragma once

#include "llvm/Analysis/InlineModelFeatureMaps.h"
#include "llvm/Analysis/MLInlineAdvisor.h"
#include "llvm/Analysis/MLModelRunner.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TensorSpec.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/OptimizationLevel.h"
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

/// The decision of the stock heuristic, after weighing whether to wait for the
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

/// The pipeline of -Oz, or of -Os, over functions that say the same by their
/// attributes.
inline llvm::OptimizationLevel getSizePipeline(bool IsSmallest) {
#if LLVM_VERSION_MAJOR >= 23
  (void)IsSmallest;
  return llvm::OptimizationLevel::O2;
#else
  return IsSmallest ? llvm::OptimizationLevel::Oz : llvm::OptimizationLevel::Os;
#endif
}

/// The options that clang's -fprofile-use=\p Profile stands for.
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

/// The attributes that hold by both \p A and \p B, if a call can have that;
/// versions that cannot say it know it of equal ones alone.
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
