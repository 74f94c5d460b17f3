// Code that does not show its profile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/IR/PassManager.h"
#include <array>
#include <set>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace mlgo {
/// Which functions say that they are hot, cold, or worth inlining.
struct HotAndCold {
  HotAndCold() = default;
  explicit HotAndCold(const llvm::Module &M);

  std::array<std::set<std::string, std::less<>>, 3> Functions;
};

/// Makes \p M, which a profile was read for before an LTO link merged it, look
/// as if there were none:
/// takes back its summary, also in the analyses behind \p FAM, and what
/// functions say that they did not say \p Before. Counts stay, so that it is
/// known how often blocks run: passes still see how likely branches are.
void hideProfile(llvm::Module &M, const HotAndCold &Before,
                 llvm::FunctionAnalysisManager &FAM);
} // namespace mlgo
