// Scores a module's decisions when it is done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NativeReward.h"
#include "InlineOptions.h"
#include "NativeSize.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace mlgo {
namespace {
/// A log that waits for its module to be optimised.
struct WaitingLog {
  Module *M;
  DecisionLog Log;
};

thread_local bool EndsInReward = false;
thread_local std::optional<WaitingLog> Waiting;

void finish(WaitingLog Done) {
  LLVMContext &Context = Done.M->getContext();
  auto Size = measureModule(*Done.M);
  if (!Size)
    return getInlineKit().fail(
        Context, Size.error().in(Done.M->getName().str() + ": cannot measure"));
  const auto Reward = static_cast<int64_t>(*Size);
  Done.Log.logReward(&Reward);
  getInlineKit().closeLog(Context, std::move(Done.Log));
}

struct RewardPass : PassInfoMixin<RewardPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (Waiting && Waiting->M == &M) {
      WaitingLog Done = std::move(*Waiting);
      Waiting.reset();
      finish(std::move(Done));
    }
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};
} // namespace

void registerNativeReward(PassBuilder &PB) {
  EndsInReward = false;
  auto AddPass = [](ModulePassManager &MPM, auto...) {
    if (getInlineOptions().Reward != InlineOptions::RewardKind::Native)
      return;
    EndsInReward = true;
    MPM.addPass(RewardPass());
  };
  PB.registerOptimizerLastEPCallback(AddPass);
  PB.registerFullLinkTimeOptimizationLastEPCallback(AddPass);
}

bool isRewardAtEnd() { return EndsInReward; }

void rewardAtEnd(Module &M, DecisionLog Log) {
  Waiting.emplace(WaitingLog{&M, std::move(Log)});
}
} // namespace mlgo
