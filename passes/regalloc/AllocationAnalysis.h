// Gives LLVM an advisor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AllocationSession.h"
#include "AllocationTargets.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/Pass.h"
#include "llvm/PassRegistry.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"

namespace mlgo {
/// The session of a provider, which begins with the module or later.
template <typename SessionT> class SessionHolder {
public:
  SessionHolder(llvm::Module &M, const AllocationSessionFactory<SessionT> &From)
      : WaitingModule(&M), From(From) {
    if (!From.IsLazy || !From.IsLazy())
      begin();
  }

  /// The session, or null if stock decides in \p MF.
  SessionT *start(const llvm::MachineFunction &MF) {
    begin();
    if (!Session)
      return nullptr;
    Status Served = checkProvedTarget(MF.getTarget().getTargetTriple());
    const ModelScope Scope = Session->runnerOf(MF).scope();
    if (Served)
      Served = checkScope(Scope, MF);
    if (Served)
      return servesShape(Scope, MF) ? Session.get() : nullptr;
    if (Session->Config.OnUnserved)
      Session->Config.OnUnserved(Served.error());
    return nullptr;
  }
  SessionT *current() { return Session.get(); }

  /// Ends the session; no function follows.
  void finish() {
    WaitingModule = nullptr;
    Session.reset();
  }

private:
  void begin() {
    if (llvm::Module *M = std::exchange(WaitingModule, nullptr))
      Session = From.Create(*M);
  }

  llvm::Module *WaitingModule; ///< Null once it has had its session.
  const AllocationSessionFactory<SessionT> From;
  std::unique_ptr<SessionT> Session;
};

/// Puts an advisor of ours in the place of one of the register allocator's.
/// \p Traits has
/// - `Session`, an AllocationSession;
/// - `Analysis`, LLVM's analysis, and `Provider`, which derives from LLVM's
///   provider, is made from a module and a factory and has a
///   `SessionHolder<Session> Holder`;
/// - `ScoringName`, a name for a pass that no other pass has;
/// - `static void initialize(llvm::PassRegistry &)`, LLVM's for the analysis.
template <typename Traits> class AllocationAnalysis {
public:
  using Session = typename Traits::Session;
  using Factory = AllocationSessionFactory<Session>;

  /// From now on LLVM's code generators use \p From in this process. May be
  /// called again with another one, when no code is being generated.
  static void install(Factory From) {
    current() = From;
    if (CreateStock)
      return;
    llvm::PassRegistry &Registry = *llvm::PassRegistry::getPassRegistry();
    Traits::initialize(Registry);
    // The registry gives out what it owns as const; changing the constructor
    // is what its interface offers.
    auto *Info = const_cast<llvm::PassInfo *>(
        Registry.getPassInfo(&Traits::Analysis::ID));
    if (!Info || !Info->getNormalCtor())
      return;
    CreateStock = Info->getNormalCtor();
    Info->setNormalCtor(create);
    static const llvm::RegisterPass<ScoringPass> Pass(Traits::ScoringName,
                                                      "Score of an allocation");
    static const llvm::RegisterTargetPassConfigCallback Scoring(addScoring);
  }

private:
  using Provider = typename Traits::Provider;

  class OwnAnalysis final : public Traits::Analysis {
  public:
    OwnAnalysis() : Traits::Analysis(Traits::Analysis::AdvisorMode::Release) {}

  private:
    bool doInitialization(llvm::Module &M) override {
      this->Provider.reset(new typename Traits::Provider(M, current()));
      return false;
    }
    /// Here, because the analysis itself may outlive the module.
    bool doFinalization(llvm::Module &) override {
      if (this->Provider)
        static_cast<typename Traits::Provider &>(*this->Provider)
            .Holder.finish();
      return false;
    }
  };

  /// Scores functions where LLVM's own scoring pass does, which does nothing in
  /// a compiler that was built without TensorFlow Lite.
  class ScoringPass final : public llvm::MachineFunctionPass {
  public:
    static inline char ID = 0;
    ScoringPass() : MachineFunctionPass(ID) {}

    llvm::StringRef getPassName() const override {
      return "Score of an allocation";
    }

  private:
    void getAnalysisUsage(llvm::AnalysisUsage &AU) const override {
      AU.setPreservesAll();
      AU.addRequired<typename Traits::Analysis>();
      AU.addRequired<llvm::MachineBlockFrequencyInfoWrapperPass>();
      MachineFunctionPass::getAnalysisUsage(AU);
    }

    bool runOnMachineFunction(llvm::MachineFunction &MF) override {
      // Some targets allocate a class of registers after the other.
      if (!MF.getProperties().hasNoVRegs())
        return false;
      auto &Own = this->template getAnalysis<typename Traits::Analysis>();
      auto &MBFI =
          getAnalysis<llvm::MachineBlockFrequencyInfoWrapperPass>().getMBFI();
      if (auto *P = dynamic_cast<Provider *>(&Own.getProvider()))
        if (Session *S = P->Holder.current())
          S->score(MF, MBFI);
      return false;
    }
  };

  static Factory &current() {
    static Factory Current = {};
    return Current;
  }

  static llvm::Pass *create() {
    return current().IsWanted() ? new OwnAnalysis() : CreateStock();
  }

  static void addScoring(llvm::TargetMachine &, llvm::legacy::PassManagerBase &,
                         llvm::TargetPassConfig *Config) {
    // The pass is named, not made here: it is added after each rewriter, and
    // targets have as many as they allocate in steps.
    if (current().IsWanted())
      Config->insertPass(&llvm::VirtRegRewriterID, &ScoringPass::ID);
  }

  static inline llvm::PassInfo::NormalCtor_t CreateStock = nullptr;
};
} // namespace mlgo
