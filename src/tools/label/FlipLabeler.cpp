//===- FlipLabeler.cpp - What one changed decision does to the size -------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlipLabeler.h"

#include "PolicyRunner.h"

#include "mlgo/llvm/ModulePipeline.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/support/Random.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

#include <algorithm>
#include <cmath>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace mlgo {
namespace {

/// What the decisions of one compilation are to yield. LLVM's factory for
/// advisors takes no closure, so this is where it finds its instructions; a
/// labelling process has one thread.
struct Compilation {
  LabelOptions Options;
  bool Labeling = false;
  double Probability = 1; ///< Of labelling a decision.
  LabeledModule Result;
  mlgo::Error Failure = mlgo::Error("");
  ModuleAnalysisManager *MAM = nullptr;
  int TrialPipe = -1; ///< In a trial: where its size goes.
};
Compilation *Current = nullptr;

/// How likely a decision is to be worth changing, relative to the likeliest:
/// stock is seldom wrong far from its threshold. Only chooses what to label.
double usefulness(const mlgo::MLModelRunner &Inputs, bool StockDecision) {
  const int64_t Cost = *Inputs.getTensor<int64_t>(FeatureIndex::cost_estimate);
  if (StockDecision)
    return Cost > -25 ? 1 : 0.25;
  return Cost < 120 ? 1 : 0.1;
}

class Labeler final : public InlineObserver {
public:
  bool onDecision(const InlineDecision &Site) override {
    const bool Decision = Site.Decision;
    mlgo::MLModelRunner &Inputs = Site.Inputs;
    Compilation &C = *Current;
    if (C.TrialPipe >= 0)
      return Decision;
    const bool Chosen =
        !C.Labeling ||
        Random(C.Options.Seed, Ordinal).uniform() <
            C.Probability * usefulness(Inputs, Site.StockDecision);
    ++Ordinal;
    if (!Chosen)
      return Decision;
    LabeledDecision D;
    for (size_t I = 0; I < Inputs.inputs().size(); ++I)
      D.Inputs.push_back(*Inputs.getTensor<int64_t>(I));
    D.Decision = Decision;
    if (!C.Labeling) {
      C.Result.Decisions.push_back(std::move(D));
      return Decision;
    }
    switch (runTrial(D.DeltaSize)) {
    case Trial::InTrial:
      return !Decision;
    case Trial::Failed:
      ++C.Result.FailedTrials;
      break;
    case Trial::Measured:
      C.Result.Decisions.push_back(std::move(D));
    }
    return Decision;
  }

private:
  enum class Trial { InTrial, Failed, Measured };

  /// Forks. The child goes on compiling and reports its size; the parent waits
  /// for it.
  Trial runTrial(double &Size) {
    int Pipe[2];
    if (::pipe(Pipe) != 0)
      return Trial::Failed;
    const pid_t Process = ::fork();
    if (Process == 0) {
      ::close(Pipe[0]);
      ::alarm(Current->Options.TrialSeconds);
      Current->TrialPipe = Pipe[1];
      return Trial::InTrial;
    }
    ::close(Pipe[1]);
    const bool Read =
        Process > 0 && ::read(Pipe[0], &Size, sizeof(Size)) == sizeof(Size);
    ::close(Pipe[0]);
    int State = 0;
    if (Process > 0)
      ::waitpid(Process, &State, 0);
    return Read ? Trial::Measured : Trial::Failed;
  }

  uint64_t Ordinal = 0;
};

llvm::InlineAdvisor *createAdvisor(Module &M, FunctionAnalysisManager &FAM,
                                   InlineParams Params, InlineContext Context) {
  Compilation &C = *Current;
  InlineAdvisorConfig Config;
  Config.Params = Params;
  Config.Context = Context;
  Config.Observers.push_back(std::make_unique<Labeler>());
  std::unique_ptr<mlgo::MLModelRunner> Runner;
  if (C.Options.ModelPath.empty()) {
    Config.UseStockDecision = true;
    Runner = std::make_unique<NoInferenceModelRunner>(getInlinePolicyInputs());
  } else {
    auto Policy =
        createPolicyRunner(getInlinePolicyInputs(), C.Options.ModelPath);
    if (!Policy) {
      C.Failure = Policy.error();
      return new DefaultInlineAdvisor(M, FAM, Params, Context);
    }
    Runner = std::move(*Policy);
  }
  return new mlgo::InlineAdvisor(M, *C.MAM, FAM, std::move(Runner),
                                 std::move(Config));
}

/// Compiles to the end and measures. Also the end of every trial, in which case
/// it does not return.
Status compile(Module &M, TargetMachine &TM, const GroupCounts &Weights) {
  Compilation &C = *Current;
  runSizePipeline(M, TM, [&](PassBuilder &PB) {
    PB.registerAnalysisRegistrationCallback([&](ModuleAnalysisManager &MAM) {
      C.MAM = &MAM;
      MAM.registerPass(
          [] { return PluginInlineAdvisorAnalysis(createAdvisor); });
    });
  });
  SmallVector<char, 0> Object;
  Status Generated = generateObject(M, TM, Object);
  auto Size = Generated ? measureObject({Object.data(), Object.size()})
                        : Result<ObjectSize>(Generated.error());
  if (C.TrialPipe >= 0) {
    if (!Size)
      ::_exit(1);
    const double Share = linkedShare(*Size, Weights);
    ::_exit(::write(C.TrialPipe, &Share, sizeof(Share)) == sizeof(Share) ? 0
                                                                         : 1);
  }
  if (!Size)
    return Size.error();
  if (!C.Failure.message().empty())
    return C.Failure;
  C.Result.Size = std::move(*Size);
  return Success();
}

Result<LabeledModule> run(const std::string &Path, Compilation &C,
                          uint64_t NumDecisions, const GroupCounts &Weights) {
  LLVMContext Ctx;
  auto M = loadModule(Ctx, Path);
  if (!M)
    return M.error();
  auto TM = createTargetMachine(**M);
  if (!TM)
    return TM.error();
  if (C.Labeling) {
    uint64_t Sites = C.Options.MaxSites;
    if (C.Options.MaxWork)
      Sites = std::min<uint64_t>(
          Sites, C.Options.MaxWork / std::max(1u, (*M)->getInstructionCount()));
    C.Probability = NumDecisions ? double(Sites) / double(NumDecisions) : 0;
  }
  Current = &C;
  Status Compiled = compile(**M, **TM, Weights);
  Current = nullptr;
  if (!Compiled)
    return Compiled.error();
  const double Base = linkedShare(C.Result.Size, Weights);
  const size_t Default = getInlinePolicyInputs().size() - 1;
  if (C.Labeling)
    for (LabeledDecision &D : C.Result.Decisions) {
      D.DeltaSize -= Base;
      // The trial undid a decision that already differs from stock.
      if (D.Decision != (D.Inputs[Default] != 0))
        D.DeltaSize = -D.DeltaSize;
    }
  return std::move(C.Result);
}

} // namespace

Result<LabeledModule> traceModule(const std::string &Path,
                                  const LabelOptions &Options) {
  Compilation C;
  C.Options = Options;
  return run(Path, C, 0, {});
}

Result<LabeledModule> labelModule(const std::string &Path,
                                  const LabelOptions &Options,
                                  uint64_t NumDecisions,
                                  const GroupCounts &Weights) {
  Compilation C;
  C.Options = Options;
  C.Labeling = true;
  return run(Path, C, NumDecisions, Weights);
}

} // namespace mlgo
