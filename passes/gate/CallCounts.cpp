// Whether code calls functions where other code jumps to them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CallCounts.h"
#include "TailCalls.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Function.h"
#include <algorithm>

using namespace llvm;

namespace mlgo {
/// The name of what \p Call calls; nothing if it does not come back.
static std::optional<std::string>
getCallee(const MachineInstr &Call, const TargetLibraryInfoImpl &Libraries) {
  for (const MachineOperand &Operand : Call.operands()) {
    // What has only a name is a compiler's own.
    if (Operand.isSymbol())
      return std::nullopt;
    const auto *Callee =
        Operand.isGlobal() ? dyn_cast<Function>(Operand.getGlobal()) : nullptr;
    if (Callee)
      return isLibraryFunction(*Callee, Libraries)
                 ? std::nullopt
                 : std::make_optional(Callee->getName().str());
  }
  return "";
}

CallCounts countCalls(const MachineFunction &MF,
                      const TargetLibraryInfoImpl &Libraries) {
  CallCounts Counts;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (const auto Callee =
              MI.isCall() ? getCallee(MI, Libraries) : std::nullopt) {
        CallCount &Count = Counts[*Callee];
        ++(MI.isReturn() ? Count.Jumps : Count.Calls);
      }
  return Counts;
}

bool keepsJumps(const std::string &Caller, const CallCounts &Was,
                const CallCounts &Is) {
  const bool HasJumped = std::any_of(Was.begin(), Was.end(), [](const auto &C) {
    return C.second.Jumps != 0;
  });
  return std::none_of(Is.begin(), Is.end(), [&](const auto &Called) {
    const auto &[Callee, Now] = Called;
    const auto Found = Was.find(Callee);
    const CallCount Before = Found == Was.end() ? CallCount() : Found->second;
    // A pointer may lead to whom it is known to lead in the other code.
    return Now.Calls > Before.Calls &&
           (Before.Jumps || Callee == Caller || (Callee.empty() && HasJumped));
  });
}
} // namespace mlgo
