// What forbids that passes are left out of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "GatePasses.h"

namespace llvm {
class Function;
class TargetLibraryInfoImpl;
} // namespace llvm

namespace mlgo {
/// Which passes must run on one function, whatever is smaller without them: all
/// where its author asks for transformed loops or variables that debuggers see
/// for longer, and those that make jumps of calls where a program would need
/// more stack. Looks at the function when it is asked for the first time, and
/// again after changes.
class FunctionGuards {
public:
  /// Whether \p Pass must run on \p F, which is always the same function. If
  /// \p IsMeasured, a trial has shown that all jumps are there without it.
  bool require(size_t Pass, const llvm::Function &F,
               const llvm::TargetLibraryInfoImpl &Libraries, bool IsMeasured);

  /// The function is no longer what it was.
  void noteChange() {
    IsScanned = false;
    Recurs.reset();
  }

private:
  /// Passes that transform loops drop what asked for it: once seen, it holds.
  bool NeedsAll = false;
  bool IsScanned = false;
  std::optional<bool> Recurs;
};
} // namespace mlgo
