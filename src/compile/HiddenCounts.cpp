// How often code runs that sees no profile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/HiddenCounts.h"
#include "compile/ModulePipeline.h"
#include "compile/ProfiledPipeline.h"
#include "compile/SharedCounts.h"
#include "support/Archive.h"
#include "support/ProcessPool.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace mlgo {
/// In a child: sends what the profile says when it has just been read.
static void measureRuns(Module &M, TargetMachine &TM, CodeLevel Level,
                        const std::string &Profile, const SourceCounts &Counts,
                        const ForkedProcess &Child) {
  PassInstrumentationCallbacks Callbacks;
  onProfileRead(Callbacks, TM, [&](FunctionAnalysisManager &FAM) {
    const ExecutedBlocks Read = ExecutedBlocks::of(M);
    splitSharedCounts(M, FAM);
    endChild(Child, toBytes(Read.Total, Read.Most, Counts.measure(M, FAM)));
  });
  Counts.markBlocks(M);
  runPipeline(M, TM, Level, nullptr, &Callbacks, Profile);
  endChild(Child, "");
}

Result<ExecutedBlocks> readHiddenCounts(Module &M, TargetMachine &TM,
                                        CodeLevel Level,
                                        const std::string &Profile) {
  ExecutedBlocks Program;
  Program.Counts = SourceCounts(M);
  const ForkedProcess Forked = MLGO_TRY(forkProcess(0));
  if (Forked.IsChild)
    measureRuns(M, TM, Level, Profile, Program.Counts, Forked);
  const TaskOutcome Outcome = awaitChild(Forked);
  if (!Outcome.Ok)
    return mlgo::Error("reading its profile: " + Outcome.Failure);
  std::vector<SourceCounts::FunctionRuns> Measured;
  if (!fromBytes(Outcome.Output, Program.Total, Program.Most, Measured))
    return mlgo::Error("reading its profile: no pass did");
  Program.Counts.set(Measured);
  return Program;
}
} // namespace mlgo
