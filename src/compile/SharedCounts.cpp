// Counts of code that several files have
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/SharedCounts.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <algorithm>
#include <vector>

using namespace llvm;

namespace mlgo {
namespace {
/// Functions that call each other, or a single one.
using Group = std::vector<Function *>;

/// How often a group is called directly.
struct Calls {
  uint64_t FromOthers = 0, FromItself = 0;
  bool IsAddressTaken = false;
};

Calls countCalls(const Group &Members, FunctionAnalysisManager &FAM) {
  Calls Found;
  for (Function *F : Members)
    for (const Use &U : F->uses()) {
      auto *Call = dyn_cast<CallBase>(U.getUser());
      if (!Call || !Call->isCallee(&U)) {
        Found.IsAddressTaken = true;
        continue;
      }
      Function &Caller = *Call->getFunction();
      (is_contained(Members, &Caller) ? Found.FromItself : Found.FromOthers) +=
          FAM.getResult<BlockFrequencyAnalysis>(Caller)
              .getBlockProfileCount(Call->getParent())
              .value_or(0);
    }
  return Found;
}

/// Which part of a group's runs, \p Known in all, are for the module.
double ownPart(uint64_t Known, const Calls &Found) {
  if (Found.FromOthers == 0)
    return Found.IsAddressTaken ? 1 : 0;
  // Each call from outside has as many from the group itself behind it.
  return Found.FromItself >= Known
             ? 1
             : std::min(1.0, double(Found.FromOthers) /
                                 double(Known - Found.FromItself));
}

void splitCounts(const Group &Members, FunctionAnalysisManager &FAM) {
  uint64_t Known = 0;
  for (const Function *F : Members) {
    const auto Runs = F->getEntryCount();
    if (!Runs || !F->isWeakForLinker())
      return;
    Known += Runs->getCount();
  }
  if (Known == 0)
    return;
  const double Part = ownPart(Known, countCalls(Members, FAM));
  for (Function *F : Members)
    F->setEntryCount(uint64_t(double(F->getEntryCount()->getCount()) * Part));
}
} // namespace

void splitSharedCounts(Module &M, FunctionAnalysisManager &FAM) {
  CallGraph Graph(M);
  std::vector<Group> CalleesFirst;
  for (auto I = scc_begin(&Graph); !I.isAtEnd(); ++I) {
    Group Members;
    for (const CallGraphNode *Node : *I)
      if (Function *F = Node->getFunction(); F && !F->isDeclaration())
        Members.push_back(F);
    if (!Members.empty())
      CalleesFirst.push_back(std::move(Members));
  }
  // Callers first: what they run less often they call less often.
  for (const Group &Members : reverse(CalleesFirst))
    splitCounts(Members, FAM);
}
} // namespace mlgo
