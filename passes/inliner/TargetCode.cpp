// What code of a target looks like
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TargetCode.h"
#include "llvm/IR/Function.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace mlgo {
/// Densities are clang 22's at -Oz for eight files of Lua and seven of
/// LevelDB; WebAssembly's is of linked code, where numbers take fewer bytes
/// than in objects.
TargetCode TargetCode::of(const Triple &Target) {
  const UnwindTableKind Unwind = Target.isOSWindows()
                                     ? UnwindTableKind::Windows
                                     : UnwindTableKind::EHFrame;
  switch (Target.getArch()) {
  case Triple::x86:
    return {5, 230, Unwind};
  case Triple::arm:
    return {4, 270, UnwindTableKind::ARMExceptions};
  case Triple::thumb:
    return {4, 180, UnwindTableKind::ARMExceptions};
  case Triple::riscv32:
  case Triple::riscv64:
    // The linker makes one instruction of the two of a call.
    return {4, 226, Unwind};
  case Triple::wasm32:
  case Triple::wasm64:
    return {3, 200, UnwindTableKind::None};
  case Triple::x86_64:
    return {5, 242, Unwind};
  default:
    return {4, 268, Unwind}; // Instructions of 32 bits, as AArch64's.
  }
}

bool TargetCode::hasUnwindTable(const Function &F) const {
  return Unwind != UnwindTableKind::None && F.needsUnwindTableEntry();
}
} // namespace mlgo
