// What forbids that passes are left out of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FunctionGuards.h"
#include "ForcedLoops.h"
#include "TailCalls.h"

using namespace llvm;

namespace mlgo {
/// tailcallelim finds calls that can be jumps, and codegenprepare puts returns
/// beside them.
static bool isForStack(size_t Pass) {
  static const GateSet Passes = GateSet()
                                    .set(*findGatePass("tailcallelim"))
                                    .set(*findGatePass("codegenprepare"));
  return Passes.test(Pass);
}

bool FunctionGuards::require(size_t Pass, const Function &F,
                             const TargetLibraryInfoImpl &Libraries) {
  if (!IsScanned && !HasForcedLoops)
    HasForcedLoops = hasForcedLoops(F);
  IsScanned = true;
  if (HasForcedLoops)
    return true;
  if (!isForStack(Pass))
    return false;
  if (!Recurs)
    Recurs = mayRecurByTailCall(F, Libraries);
  return *Recurs;
}
} // namespace mlgo
