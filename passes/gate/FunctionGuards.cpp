// What forbids that passes are left out of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FunctionGuards.h"
#include "ForcedLoops.h"
#include "TailCalls.h"
#include "compile/CodePlace.h"

using namespace llvm;

namespace mlgo {
/// Passes that jumps in place of calls need: tailcallelim finds them,
/// codegenprepare puts returns beside them, the others clear away what stands
/// between, which they may do for each other.
static bool isForStack(size_t Pass) {
  static const GateSet Passes = [] {
    GateSet Set;
    for (const char *Name :
         {"adce", "codegenprepare", "dse", "early-cse", "gvn", "instcombine",
          "memcpyopt", "simplifycfg", "sroa", "tailcallelim"})
      Set.set(*findGatePass(Name));
    return Set;
  }();
  return Passes.test(Pass);
}

bool FunctionGuards::require(size_t Pass, const Function &F,
                             const TargetLibraryInfoImpl &Libraries,
                             bool IsMeasured) {
  if (!IsScanned && !NeedsAll)
    NeedsAll = hasForcedLoops(F) || extendsVariables(*F.getParent());
  IsScanned = true;
  if (NeedsAll)
    return true;
  if (IsMeasured || !isForStack(Pass))
    return false;
  if (!Recurs)
    Recurs = mayRecurByTailCall(F, Libraries);
  return *Recurs;
}
} // namespace mlgo
