// Leaves out passes while IR is optimised.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PipelineGate.h"

#include "GateSession.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"

#include <memory>

using namespace llvm;

namespace mlgo {
namespace {

/// What a pass over a function or over one of its loops runs on, or null.
const Function *getFunction(const Any &IR) {
  if (const auto *F = any_cast<const Function *>(&IR))
    return *F;
  if (const auto *L = any_cast<const Loop *>(&IR))
    return (*L)->getHeader()->getParent();
  return nullptr;
}

/// Passes by where LLVM keeps the names of their classes.
using KnownPasses = DenseMap<const char *, std::optional<size_t>>;

} // namespace

void addPipelineGate(PassInstrumentationCallbacks &Callbacks,
                     GateOfFunction Find) {
  auto Known = std::make_shared<KnownPasses>();
  Callbacks.registerShouldRunOptionalPassCallback([Known, Find, &Callbacks](
                                                      StringRef Class, Any IR) {
    const auto [Found, IsNew] = Known->try_emplace(Class.data(), std::nullopt);
    if (IsNew) {
      const StringRef Name = Callbacks.getPassNameForClassName(Class);
      Found->second = findGatePass({Name.data(), Name.size()});
    }
    const Function *F = Found->second ? getFunction(IR) : nullptr;
    GateSession *S = F ? Find(*F) : nullptr;
    return !S || !S->mayLeaveOut(*Found->second) ||
           S->shouldRun(*Found->second, *F, /*InCode=*/false, nullptr);
  });
  Callbacks.registerAfterPassCallback(
      [Find](StringRef, Any IR, const PreservedAnalyses &Kept) {
        const Function *F = Kept.areAllPreserved() ? nullptr : getFunction(IR);
        if (GateSession *S = F ? Find(*F) : nullptr)
          S->noteChange(*F);
      });
}

} // namespace mlgo
