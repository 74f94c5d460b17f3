// A pass of one's own that is learned: which loops may LLVM unroll?
//
//   clang-22 -O2 -fpass-plugin=./libUnrollAdvisor.so -c x.c
//
// The variables UNROLL_MODE, UNROLL_MODEL, UNROLL_TRAINING_LOG and
// UNROLL_CHANNEL say who decides; see mlgo/runner/LearnedAdvisor.h.
#include "UnrollPolicy.h" // Made of a model file by mlgo_add_aot_model.

#include "mlgo/runner/LearnedAdvisor.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

struct UnrollAdvisor : PassInfoMixin<UnrollAdvisor> {
  struct State {
    mlgo::LearnedAdvisor Advisor;
    ~State() {
      if (mlgo::Status Done = Advisor.finish(); !Done)
        errs() << "unroll-advisor: " << Done.error().message() << '\n';
    }
  };
  std::shared_ptr<State> S; // Null if LLVM is to decide.

  UnrollAdvisor() {
    const auto Scalar = [](const char *Name) {
      return mlgo::TensorSpec::createSpec<int64_t>(Name, {1});
    };
    auto Options = mlgo::LearnedAdvisorOptions::fromEnvironment("UNROLL");
    auto Advisor = Options ? mlgo::LearnedAdvisor::create<UnrollPolicy>(
                                 {Scalar("instructions"), Scalar("blocks"),
                                  Scalar("depth"), Scalar("trip_count")},
                                 Scalar("unroll"), *Options)
                           : Options.error();
    if (Advisor)
      S.reset(new State{std::move(*Advisor)});
    else
      errs() << "unroll-advisor: " << Advisor.error().message() << '\n';
  }

  PreservedAnalyses run(Loop &L, LoopAnalysisManager &,
                        LoopStandardAnalysisResults &AR, LPMUpdater &) {
    if (!S || hasUnrollTransformation(&L) & TM_Disable)
      return PreservedAnalyses::all();
    int64_t Instructions = 0;
    for (BasicBlock *Block : L.blocks())
      Instructions += Block->size();
    mlgo::LearnedAdvisor &Advisor = S->Advisor;
    Advisor.switchContext(std::string(L.getHeader()->getParent()->getName()));
    *Advisor.input<int64_t>(0) = Instructions;
    *Advisor.input<int64_t>(1) = L.getNumBlocks();
    *Advisor.input<int64_t>(2) = L.getLoopDepth();
    const int64_t TripCount = AR.SE.getSmallConstantTripCount(&L);
    *Advisor.input<int64_t>(3) = TripCount ? TripCount : INT32_MAX; // Unknown.
    if (!Advisor.decide<int64_t>(/*Default=*/1))
      L.setLoopAlreadyUnrolled();
    return PreservedAnalyses::all();
  }
};

extern "C" PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "unroll-advisor", "1", [](PassBuilder &PB) {
            PB.registerLateLoopOptimizationsEPCallback(
                [](LoopPassManager &PM, OptimizationLevel) {
                  PM.addPass(UnrollAdvisor());
                });
          }};
}
