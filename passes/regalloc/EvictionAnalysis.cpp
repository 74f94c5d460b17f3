//===- EvictionAnalysis.cpp - Gives LLVM our advisor ----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvictionAnalysis.h"

#include "EvictionAdvisor.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/InitializePasses.h"
#include "llvm/PassRegistry.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace mlgo {
namespace {

EvictionSessionFactory CurrentFactory = {};
PassInfo::NormalCtor_t CreateStockAnalysis = nullptr;

/// Makes an advisor for each function. Without a session it is LLVM's own.
class Provider final : public RegAllocEvictionAdvisorProvider {
public:
  explicit Provider(Module &M)
      : RegAllocEvictionAdvisorProvider(AdvisorMode::Release, M.getContext()),
        WaitingModule(&M) {
    if (!CurrentFactory.IsLazy || !CurrentFactory.IsLazy())
      startSession();
  }

  /// Ends the session; no function follows.
  void finish() {
    WaitingModule = nullptr;
    Session.reset();
  }

  std::unique_ptr<RegAllocEvictionAdvisor>
  getAdvisor(const MachineFunction &MF, const RAGreedy &RA,
             MachineBlockFrequencyInfo *MBFI, MachineLoopInfo *Loops) override {
    startSession();
    if (!Session || !MBFI || !Loops)
      return std::make_unique<DefaultEvictionAdvisor>(MF, RA);
    return std::make_unique<EvictionAdvisor>(MF, RA, *MBFI, *Loops, *Session);
  }

  /// Scores \p MF, which has been allocated, for those who want to know.
  void score(const MachineFunction &MF, const MachineBlockFrequencyInfo &MBFI) {
    if (!Session)
      return;
    const EvictionConfig &Config = Session->Config;
    if (!Config.OnScore && !Config.OnExit && Config.Observers.empty())
      return;
    const AllocationScore Score = scoreAllocation(MF, MBFI);
    Session->Counts.Score += Score.total();
    for (const auto &Observer : Config.Observers)
      Observer->onAllocated(MF, Score);
    if (Config.OnScore)
      Config.OnScore(MF, MBFI, Score);
  }

private:
  void startSession() {
    if (Module *M = std::exchange(WaitingModule, nullptr))
      Session = CurrentFactory.Create(*M);
  }

  Module *WaitingModule; ///< Null once it has had its session.
  std::unique_ptr<EvictionSession> Session;
};

class Analysis final : public RegAllocEvictionAdvisorAnalysisLegacy {
public:
  Analysis() : RegAllocEvictionAdvisorAnalysisLegacy(AdvisorMode::Release) {}

private:
  bool doInitialization(Module &M) override {
    Provider.reset(new mlgo::Provider(M));
    return false;
  }
  /// Here, because the analysis itself may outlive the module.
  bool doFinalization(Module &) override {
    if (Provider)
      static_cast<mlgo::Provider &>(*Provider).finish();
    return false;
  }
};

/// Scores functions where LLVM's own scoring pass does, which does nothing in a
/// compiler that was built without TensorFlow Lite.
class ScoringPass final : public MachineFunctionPass {
public:
  static char ID;
  ScoringPass() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "Score of an allocation"; }

private:
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    AU.addRequired<RegAllocEvictionAdvisorAnalysisLegacy>();
    AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    auto &Own = getAnalysis<RegAllocEvictionAdvisorAnalysisLegacy>();
    if (auto *P = dynamic_cast<Provider *>(&Own.getProvider()))
      P->score(MF,
               getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI());
    return false;
  }
};

char ScoringPass::ID = 0;

void addScoringPass(TargetMachine &, PassManagerBase &,
                    TargetPassConfig *Config) {
  if (CurrentFactory.IsWanted())
    Config->insertPass(&VirtRegRewriterID, new ScoringPass());
}

Pass *createAnalysis() {
  if (CurrentFactory.IsWanted())
    return new Analysis();
  return CreateStockAnalysis();
}

} // namespace

void installEvictionAdvisor(EvictionSessionFactory Factory) {
  CurrentFactory = Factory;
  if (CreateStockAnalysis)
    return;
  PassRegistry &Registry = *PassRegistry::getPassRegistry();
  initializeRegAllocEvictionAdvisorAnalysisLegacyPass(Registry);
  // The registry gives out what it owns as const; changing the constructor is
  // what its interface offers.
  auto *Info = const_cast<PassInfo *>(
      Registry.getPassInfo(&RegAllocEvictionAdvisorAnalysisLegacy::ID));
  if (!Info || !Info->getNormalCtor())
    return;
  CreateStockAnalysis = Info->getNormalCtor();
  Info->setNormalCtor(createAnalysis);
  static const RegisterTargetPassConfigCallback Scoring(addScoringPass);
}

} // namespace mlgo
