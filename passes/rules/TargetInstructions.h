// A target's instructions by name
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include <optional>

namespace mlgo {
/// The target's real instruction called \p Name, since a target's own numbers
/// are not among LLVM's headers. Pseudo instructions come first and real ones
/// last, both in the order of their names.
inline std::optional<unsigned> findInstruction(const llvm::TargetInstrInfo &TII,
                                               llvm::StringRef Name) {
  const unsigned End = TII.getNumOpcodes();
  unsigned First = End;
  while (First > 0 && !TII.get(First - 1).isPseudo())
    --First;
  const auto Real = llvm::seq(First, End);
  const auto Found = llvm::partition_point(
      Real, [&](unsigned Opcode) { return TII.getName(Opcode) < Name; });
  if (Found == Real.end() || TII.getName(*Found) != Name)
    return std::nullopt;
  return *Found;
}
} // namespace mlgo
