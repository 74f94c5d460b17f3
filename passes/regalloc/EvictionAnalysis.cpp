// Gives LLVM our advisor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvictionAnalysis.h"
#include "AllocationAnalysis.h"
#include "EvictionAdvisor.h"
#include "RegisterReplay.h"
#include "llvm/InitializePasses.h"

using namespace llvm;

namespace mlgo {
namespace {
/// Makes an advisor for each function. Without a session it is LLVM's own.
struct Provider final : RegAllocEvictionAdvisorProvider {
  Provider(Module &M, const EvictionSessionFactory &From)
      : RegAllocEvictionAdvisorProvider(AdvisorMode::Release, M.getContext()),
        Holder(M, From) {}

  std::unique_ptr<RegAllocEvictionAdvisor>
  getAdvisor(const MachineFunction &MF, const RAGreedy &RA,
             MachineBlockFrequencyInfo *MBFI, MachineLoopInfo *Loops) override {
    EvictionSession *Session = Holder.start(MF);
    if (!Session || !MBFI || !Loops || Session->leavesToStock(MF) ||
        !mayDecideRegisters(MF))
      return std::make_unique<DefaultEvictionAdvisor>(MF, RA);
    return std::make_unique<EvictionAdvisor>(MF, RA, *MBFI, *Loops, *Session);
  }

  SessionHolder<EvictionSession> Holder;
};

struct EvictionTraits {
  using Session = EvictionSession;
  using Analysis = RegAllocEvictionAdvisorAnalysisLegacy;
  using Provider = mlgo::Provider;
  static constexpr const char *ScoringName = "mlgo-evict-score";
  static void initialize(PassRegistry &Registry) {
    initializeRegAllocEvictionAdvisorAnalysisLegacyPass(Registry);
  }
};
} // namespace

void installEvictionAdvisor(EvictionSessionFactory Factory) {
  AllocationAnalysis<EvictionTraits>::install(Factory);
}

EvictionSession *findEvictionSession(const Pass &P) {
  auto *Analysis =
      P.getAnalysisIfAvailable<RegAllocEvictionAdvisorAnalysisLegacy>();
  if (!Analysis)
    return nullptr;
  auto *Own = dynamic_cast<Provider *>(&Analysis->getProvider());
  return Own ? Own->Holder.current() : nullptr;
}
} // namespace mlgo
