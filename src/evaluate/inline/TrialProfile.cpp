// How often the code of trials runs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/HiddenCounts.h"
#include "compile/SharedCounts.h"
#include "evaluate/inline/TrialSession.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
/// Where the first decision is to be made, and the pipeline has read a profile.
void TrialSession::readCounts(FunctionAnalysisManager &FAM) {
  Program = ExecutedBlocks::of(M);
  if (HidesProfile) {
    hideProfile(M, Written, FAM);
    splitSharedCounts(M, FAM);
  }
  if (!Profile.empty())
    Program.Counts = SourceCounts(M, FAM);
}

Status TrialSession::readHiddenProfile() {
  if (readsProfileApart())
    Program = MLGO_TRY(readHiddenCounts(M, TM, Level, Profile));
  return Success();
}
} // namespace mlgo
