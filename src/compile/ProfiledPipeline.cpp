// Code that is made by a profile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ProfiledPipeline.h"
#include "compile/ModulePipeline.h"
#include "compile/SharedCounts.h"
#include "mlgo/llvm/PassAnalyses.h"
#include "support/Archive.h"
#include "support/ProcessPool.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Transforms/Instrumentation/PGOInstrumentation.h"

using namespace llvm;

namespace mlgo {
void onProfileRead(PassInstrumentationCallbacks &Callbacks, TargetMachine &TM,
                   std::function<void(FunctionAnalysisManager &)> Told) {
  Callbacks.registerAfterPassCallback(
      [&TM, Told = std::move(Told)](StringRef Pass, Any,
                                    const PreservedAnalyses &) {
        if (Pass != PGOInstrumentationUse::name())
          return;
        PassAnalyses Analyses;
        PassBuilder PB(&TM);
        Analyses.registerAll(PB);
        Told(Analyses.Functions);
      });
}

/// How often what is in \p M runs, by the profile that was read for it just
/// now. Of functions that many files have, each counts what its own calls run:
/// a child measures that, so that who compiles \p M sees what the profile says.
static Result<SourceCounts> countSource(Module &M,
                                        FunctionAnalysisManager &FAM) {
  SourceCounts Counts(M);
  const ForkedProcess Forked = MLGO_TRY(forkProcess(0));
  if (Forked.IsChild) {
    splitSharedCounts(M, FAM);
    endChild(Forked, toBytes(Counts.measure(M, FAM)));
  }
  const TaskOutcome Outcome = awaitChild(Forked);
  if (!Outcome.Ok)
    return mlgo::Error("reading its profile: " + Outcome.Failure);
  std::vector<SourceCounts::FunctionRuns> Measured;
  if (!fromBytes(Outcome.Output, Measured))
    return mlgo::Error("reading its profile: the answer is damaged");
  Counts.set(Measured);
  return Counts;
}

Result<ExecutedBlocks> runProfiledPipeline(Module &M, TargetMachine &TM,
                                           CodeLevel Level,
                                           const std::string &Profile) {
  ExecutedBlocks Program;
  Result<SourceCounts> Counts = mlgo::Error("reading its profile: no pass did");
  PassInstrumentationCallbacks Callbacks;
  onProfileRead(Callbacks, TM, [&](FunctionAnalysisManager &FAM) {
    Program = ExecutedBlocks::of(M);
    Counts = countSource(M, FAM);
  });
  runPipeline(M, TM, Level, nullptr, &Callbacks, Profile);
  Program.Counts = MLGO_TRY(std::move(Counts));
  return Program;
}
} // namespace mlgo
