// Decides how a function is lowered, by attributes that LLVM reads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LoweringGate.h"
#include "GateSession.h"
#include "task/OtherEvictions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace mlgo {
constexpr size_t FramePointer = *findGatePass("frame-pointer-elimination");
constexpr size_t JumpTables = *findGatePass("jump-tables");
constexpr size_t FirstEvictions = *findGatePass("evictions-1");
constexpr size_t LastEvictions = *findGatePass("evictions-8");

/// Inline assembly may change the register, or need all others.
static bool hasAssembly(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->isInlineAsm();
  });
}

/// Whether \p F has no frame pointer in stock, and may have one: some calling
/// conventions pass arguments in its register. Most of the gain is rows of an
/// unwind table, and policies have seen no functions without one.
static bool mayHaveFramePointer(const Function &F) {
  const CallingConv::ID Convention = F.getCallingConv();
  const StringRef Asked = F.getFnAttribute("frame-pointer").getValueAsString();
  return Triple(F.getParent()->getTargetTriple()).getArch() == Triple::x86_64 &&
         (Asked.empty() || Asked == "none") && F.needsUnwindTableEntry() &&
         !F.hasFnAttribute(Attribute::Naked) &&
         (Convention == CallingConv::C || Convention == CallingConv::Fast ||
          Convention == CallingConv::Cold) &&
         !hasAssembly(F);
}

static bool mayHaveJumpTables(const Function &F) {
  return !F.getFnAttribute("no-jump-tables").getValueAsBool() &&
         any_of(F, [](const BasicBlock &BB) {
           return isa_and_nonnull<SwitchInst>(BB.getTerminator());
         });
}

/// Whether policies for size decide the evictions of \p F.
static bool mayEvictOtherwise(const Function &F) { return F.hasOptSize(); }

void decideLowering(Function &F, GateSession &Session) {
  auto LeavesOut = [&](size_t Decision, bool (*IsOpen)(const Function &)) {
    return Session.mayLeaveOut(Decision) && IsOpen(F) &&
           !Session.shouldRun(Decision, F, /*InCode=*/true, nullptr);
  };
  if (LeavesOut(FramePointer, mayHaveFramePointer))
    F.addFnAttr("frame-pointer", "non-leaf");
  if (LeavesOut(JumpTables, mayHaveJumpTables))
    F.addFnAttr("no-jump-tables", "true");
  std::string Evictions;
  for (size_t I = FirstEvictions; I <= LastEvictions; ++I)
    if (LeavesOut(I, mayEvictOtherwise))
      Evictions.append(Evictions.empty() ? "" : ",")
          .append(std::to_string(I - FirstEvictions));
  if (!Evictions.empty())
    F.addFnAttr(OtherEvictionsAttribute, Evictions);
}
} // namespace mlgo
