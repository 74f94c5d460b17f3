//===- TrialProfile.cpp - How often the code of trials runs ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile changes more than what it says of calls: branches get weights, some
// functions are inlined before it is read, and calls through pointers become
// direct. Where it is hidden, none of this is to be, so that another process
// reads it, and only tells how often instructions run.
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/TrialSession.h"

#include "mlgo/llvm/PassAnalyses.h"
#include "mlgo/llvm/SharedCounts.h"
#include "mlgo/support/Archive.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Instrumentation/PGOInstrumentation.h"

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
  if (!readsProfileApart())
    return Success();
  Program.Counts = SourceCounts(M);
  const Result<ForkedProcess> Forked = forkProcess(0);
  if (!Forked)
    return Forked.error();
  if (Forked->IsChild)
    measureRuns(*Forked);
  const TaskOutcome Outcome = awaitChild(*Forked);
  if (!Outcome.Ok)
    return Error("reading its profile: " + Outcome.Failure);
  std::vector<SourceCounts::FunctionRuns> Measured;
  if (!fromBytes(Outcome.Output, Program.Total, Program.Most, Measured))
    return Error("reading its profile: no pass did");
  Program.Counts.set(Measured);
  return Success();
}

/// In a child: sends what the profile says when it has just been read.
void TrialSession::measureRuns(const ForkedProcess &Child) {
  PassInstrumentationCallbacks Callbacks;
  Callbacks.registerAfterPassCallback(
      [&](StringRef Pass, Any, const PreservedAnalyses &) {
        if (Pass != PGOInstrumentationUse::name())
          return;
        PassAnalyses Analyses;
        PassBuilder PB(&TM);
        Analyses.registerAll(PB);
        const ExecutedBlocks Read = ExecutedBlocks::of(M);
        splitSharedCounts(M, Analyses.Functions);
        endChild(Child, toBytes(Read.Total, Read.Most,
                                Program.Counts.measure(M, Analyses.Functions)));
      });
  Program.Counts.markBlocks(M);
  runPipeline(M, TM, Level, nullptr, &Callbacks, Profile);
  endChild(Child, "");
}

} // namespace mlgo
