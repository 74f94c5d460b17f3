// Gives LLVM our advisor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorityAnalysis.h"
#include "AllocationAnalysis.h"
#include "PriorityAdvisor.h"
#include "llvm/InitializePasses.h"

using namespace llvm;

namespace mlgo {
namespace {
/// Makes an advisor for each function. Without a session it is LLVM's own.
class PriorityProvider final : public RegAllocPriorityAdvisorProvider {
public:
  PriorityProvider(Module &M, const PrioritySessionFactory &From)
      : RegAllocPriorityAdvisorProvider(AdvisorMode::Release), Holder(M, From) {
  }

  std::unique_ptr<RegAllocPriorityAdvisor>
  getAdvisor(const MachineFunction &MF, const RAGreedy &RA,
             SlotIndexes &Indexes) override {
    if (PrioritySession *Session = Holder.start(MF))
      return std::make_unique<PriorityAdvisor>(MF, RA, Indexes, *Session);
    return std::make_unique<DefaultPriorityAdvisor>(MF, RA, &Indexes);
  }

  SessionHolder<PrioritySession> Holder;
};

struct PriorityTraits {
  using Session = PrioritySession;
  using Analysis = RegAllocPriorityAdvisorAnalysisLegacy;
  using Provider = PriorityProvider;
  static constexpr const char *ScoringName = "mlgo-priority-score";
  static void initialize(PassRegistry &Registry) {
    initializeRegAllocPriorityAdvisorAnalysisLegacyPass(Registry);
  }
};
} // namespace

void installPriorityAdvisor(PrioritySessionFactory Factory) {
  AllocationAnalysis<PriorityTraits>::install(Factory);
}
} // namespace mlgo
