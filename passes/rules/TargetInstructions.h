// A target's instructions by name
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include <optional>

namespace mlgo {
/// A target's real instructions by name, since a target's own numbers are not
/// among LLVM's headers. Pseudo instructions come first and real ones last,
/// both in the order of their names.
class TargetInstructions {
public:
  explicit TargetInstructions(const llvm::TargetInstrInfo &TII)
      : TII(TII), First(TII.getNumOpcodes()) {
    while (First > 0 && !TII.get(First - 1).isPseudo())
      --First;
  }

  std::optional<unsigned> find(llvm::StringRef Name) const {
    const auto Real = llvm::seq(First, TII.getNumOpcodes());
    const auto Found = llvm::partition_point(
        Real, [&](unsigned Opcode) { return TII.getName(Opcode) < Name; });
    if (Found == Real.end() || TII.getName(*Found) != Name)
      return std::nullopt;
    return *Found;
  }

private:
  const llvm::TargetInstrInfo &TII;
  unsigned First; ///< Of the real ones.
};
} // namespace mlgo
