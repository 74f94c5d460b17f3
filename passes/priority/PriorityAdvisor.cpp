// Decides what is assigned next
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorityAdvisor.h"
#include "mlgo/model/InputTransforms.h"

using namespace llvm;

namespace mlgo {
PriorityAdvisor::PriorityAdvisor(const MachineFunction &MF, const RAGreedy &RA,
                                 SlotIndexes &Indexes, PrioritySession &Session)
    : RegAllocPriorityAdvisor(MF, RA, &Indexes), MF(MF),
      StockAdvisor(MF, RA, &Indexes), Session(Session),
      Runner(Session.runnerOf(MF)), Own(std::make_unique<State>(RA)),
      Features(MF, *LIS, *VRM, RegClassInfo, Own->Greedy) {
  const StringRef Name = MF.getName();
  Runner.switchContext(std::string_view(Name.data(), Name.size()));
}

unsigned PriorityAdvisor::askStock(const LiveInterval &Range) const {
  return static_cast<const RegAllocPriorityAdvisor &>(StockAdvisor)
      .getPriority(Range);
}

int64_t PriorityAdvisor::clamp(int64_t Priority) const {
  const int64_t Held = std::clamp<int64_t>(Priority, 0, UINT32_MAX);
  Session.Counts.Clamped += Held != Priority;
  return Held;
}

int64_t PriorityAdvisor::askPolicy(int64_t Stock) const {
  if (Session.usesStock(Runner))
    return Stock;
  const int64_t Answer = Session.Config.AnswerType == TensorType::Int64
                             ? Runner.evaluate<int64_t>()
                             : roundOffset(Runner.evaluate<float>());
  Session.reportFailure(Runner);
  if (!Runner.hasAbstained())
    return Answer;
  ++Session.Counts.Abstained;
  return Stock;
}

unsigned PriorityAdvisor::getPriority(const LiveInterval &Range) const {
  const PriorityConfig &Config = Session.Config;
  AllocationCounts &Counts = Session.Counts;
  const unsigned Stock = askStock(Range);
  if (!Own->Greedy.update(*this, Range.reg(), MRI->getNumVirtRegs())) {
    if (Config.OnFailure)
      Config.OnFailure(Error(Own->Greedy.failure()));
    ++Counts.Stock;
    return Stock;
  }
  PriorityDecision D{MF, Range, Own->NumDecisions++, Runner, Stock, Stock};
  if (Session.needsInputs(Runner))
    Features.fill(Runner, Range, Stock);
  if (D.Index == 0) {
    ++Counts.Functions;
    for (const auto &Observer : Config.Observers)
      Observer->onFunction(MF);
  }
  D.Decision = clamp(askPolicy(Stock));
  for (const auto &Observer : Config.Observers)
    D.Decision = clamp(Observer->onDecision(D));
  ++Counts.Decisions;
  Counts.Differ += D.Decision != D.StockDecision;
  return static_cast<unsigned>(D.Decision);
}
} // namespace mlgo
