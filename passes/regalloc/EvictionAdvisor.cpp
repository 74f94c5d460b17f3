// Asks a policy what to evict
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvictionAdvisor.h"

using namespace llvm;

namespace mlgo {
/// The limit on registers' costs where there is none.
constexpr uint8_t NoLimit = ~uint8_t(0);

/// The registers that wait for an allocation when it begins.
static size_t countRegisters(const MachineRegisterInfo &MRI) {
  size_t Count = 0;
  for (unsigned I = 0, E = MRI.getNumVirtRegs(); I != E; ++I)
    Count += !MRI.reg_nodbg_empty(Register::index2VirtReg(I));
  return Count;
}

EvictionAdvisor::EvictionAdvisor(const MachineFunction &MF, const RAGreedy &RA,
                                 const MachineBlockFrequencyInfo &MBFI,
                                 const MachineLoopInfo &Loops,
                                 EvictionSession &Session)
    : RegAllocEvictionAdvisor(MF, RA), StockAdvisor(MF, RA), Session(Session),
      Runner(Session.runnerOf(MF)), Others(MF.getFunction()) {
  AllocationContext Context{MF,   *Matrix,      *LIS, *VRM,  *MRI,
                            *TRI, RegClassInfo, MBFI, Loops, {}};
  if (EnableLocalReassign)
    Context.CanReassign = [this](const LiveInterval &Interval,
                                 MCRegister From) {
      return canReassign(Interval, From);
    };
  Own = std::make_unique<State>(Context, RA, Runner, countRegisters(*MRI),
                                !Session.Config.Observers.empty());
  const StringRef Name = MF.getName();
  Runner.switchContext(std::string_view(Name.data(), Name.size()));
}

MCRegister EvictionAdvisor::askStock(const Question &Q) const {
  return static_cast<const RegAllocEvictionAdvisor &>(StockAdvisor)
      .tryFindEvictionCandidate(Q.VirtReg, Q.Order, Q.CostPerUseLimit, Q.Fixed);
}

bool EvictionAdvisor::canEvictHintInterference(
    const LiveInterval &VirtReg, MCRegister PhysReg,
    const SmallVirtRegSet &FixedRegisters) const {
  return static_cast<const RegAllocEvictionAdvisor &>(StockAdvisor)
      .canEvictHintInterference(VirtReg, PhysReg, FixedRegisters);
}

int64_t EvictionAdvisor::findColumn(MCRegister Register) const {
  if (!Register)
    return static_cast<int64_t>(Own->Inputs.columns()) - 1;
  const auto Candidates = Own->Problem.candidates().drop_back();
  const auto *Found = find_if(Candidates, [&](const EvictionCandidate &C) {
    return C.Register == Register;
  });
  return Found == Candidates.end() ? -1 : Found - Candidates.begin();
}

bool EvictionAdvisor::collect(const Question &Q) const {
  if (!Own->Greedy.update(*this, Q.VirtReg.reg(), MRI->getNumVirtRegs())) {
    if (Session.Config.OnFailure)
      Session.Config.OnFailure(Error(Own->Greedy.failure()));
    return false;
  }
  auto MayAllocate = [&](MCRegister Register) {
    return canAllocatePhysReg(Q.CostPerUseLimit, Register);
  };
  return Own->Problem.collect(
      {Q.VirtReg, *Q.OrderLimit, MayAllocate, Q.Fixed,
       !Q.VirtReg.isSpillable() && Q.CostPerUseLimit == NoLimit},
      Own->Inputs.columns());
}

void EvictionAdvisor::fillCosts(const Question &Q, const EvictionCandidate &C,
                                EvictionColumn &Column) const {
  if (C.Register)
    Column.RegisterCost = RegCosts[C.Register.id()];
  else if (Q.CostPerUseLimit != NoLimit)
    Column.RegisterCost = Q.CostPerUseLimit;
  Own->Features.describeCosts(
      C.Intervals, Q.VirtReg,
      [&](const LiveInterval &Range, uint8_t Enough) -> std::optional<uint8_t> {
        if (!C.Register)
          return std::nullopt;
        return Own->Problem.findCostElsewhere(Range, C.Register, Enough);
      },
      Column);
}

void EvictionAdvisor::fillInputs(const Question &Q, int64_t StockColumn) const {
  Own->Inputs.clear();
  const auto Candidates = Own->Problem.candidates();
  for (size_t I = 0; I < Candidates.size(); ++I) {
    const EvictionCandidate &C = Candidates[I];
    if (!C.IsLegal)
      continue;
    EvictionColumn Column;
    if (Own->Inputs.needsLLVMs())
      Column = Own->Features.describe(C.Intervals);
    Column.IsHint = C.IsHint;
    Column.IsLocal = C.NumLocal;
    // Who looks at any of ours has the stock decision, too.
    if (StockColumn >= 0 && Own->Inputs.needsOwn())
      fillCosts(Q, C, Column);
    Column.Values[EvictionInput::NumUrgent] = static_cast<float>(C.NumUrgent);
    Own->Inputs.setColumn(
        I + 1 == Candidates.size() ? Own->Inputs.columns() - 1 : I, Column);
  }
  Own->Inputs.normalize(static_cast<float>(Own->Greedy.queueSize()) /
                        Own->InitialQueueSize);
  if (StockColumn >= 0)
    Own->Inputs.setStockColumn(static_cast<size_t>(StockColumn));
}

EvictionAdvisor::Choice
EvictionAdvisor::chooseStock(const Question &Q, EvictionDecision &D) const {
  if (!D.HasStockDecision)
    D.StockDecision = findColumn(askStock(Q));
  D.HasStockDecision = true;
  return {D.StockDecision, true};
}

EvictionAdvisor::Choice EvictionAdvisor::check(int64_t Column,
                                               const Question &Q,
                                               EvictionDecision &D) const {
  if (D.isLegal(Column))
    return {Column, D.HasStockDecision && Column == D.StockDecision};
  ++Session.Counts.Clamped;
  return chooseStock(Q, D);
}

/// Whether registers of \p Class hold vectors or floating-point numbers only.
static bool isForVectors(const TargetRegisterClass &Class,
                         const TargetRegisterInfo &TRI) {
  for (const auto *Type = TRI.legalclasstypes_begin(Class); *Type != MVT::Other;
       ++Type)
    if (MVT(*Type).isScalarInteger())
      return false;
  return true;
}

EvictionAdvisor::Choice EvictionAdvisor::askPolicy(const Question &Q,
                                                   EvictionDecision &D) const {
  if (Session.usesStock(Runner))
    return chooseStock(Q, D);
  // Evicted vectors are split in long blocks, into moves that no estimate of
  // one choice sees: one function grew by a quarter, and programs gained
  // nothing.
  if (MF.getFunction().hasOptSize() &&
      isForVectors(*MRI->getRegClass(Q.VirtReg.reg()), *TRI))
    return chooseStock(Q, D);
  const int64_t Answer = Runner.evaluate<int64_t>();
  Session.Counts.Abstained += Runner.hasAbstained();
  Session.reportFailure(Runner);
  return Runner.hasAbstained() ? chooseStock(Q, D) : check(Answer, Q, D);
}

EvictionAdvisor::Choice EvictionAdvisor::choose(const Question &Q,
                                                EvictionDecision &D) const {
  Choice C = askPolicy(Q, D);
  if (const auto Other = Others.choose(D))
    C = check(*Other, Q, D);
  if (!C.IsStock && Session.guardsHot(MF) && isSlowerThanStock(C.Column, D)) {
    ++Session.Counts.Guarded;
    C = chooseStock(Q, D);
  }
  for (const auto &Observer : Session.Config.Observers) {
    D.Decision = C.Column;
    const int64_t Changed = Observer->onDecision(D);
    if (Changed != C.Column)
      C = Changed == D.StockDecision ? chooseStock(Q, D) : check(Changed, Q, D);
  }
  return C;
}

bool EvictionAdvisor::isSlowerThanStock(int64_t Column,
                                        const EvictionDecision &D) const {
  const EvictionCandidate *Stock = D.candidate(D.StockDecision);
  if (!Stock)
    return false;
  return Own->Features.loopAccesses(D.candidate(Column)->Intervals) >
         Own->Features.loopAccesses(Stock->Intervals);
}

MCRegister EvictionAdvisor::decide(const Question &Q) const {
  const EvictionConfig &Config = Session.Config;
  EvictionCounts &Counts = Session.Counts;
  EvictionDecision D{MF, Q.VirtReg, Own->NumDecisions++,
                     Own->Problem.candidates(), Runner};
  if (Config.NeedsStockDecision || Own->Inputs.needsOwn() ||
      Session.guardsHot(MF) || !Config.Observers.empty()) {
    D.StockDecision = findColumn(askStock(Q));
    D.HasStockDecision = true;
  }
  if (Session.needsInputs(Runner))
    fillInputs(Q, D.HasStockDecision ? D.StockDecision : -1);
  if (D.Index == 0) {
    ++Counts.Functions;
    for (const auto &Observer : Config.Observers)
      Observer->onFunction(MF);
  }
  const Choice C = choose(Q, D);
  const EvictionCandidate *Chosen = D.candidate(C.Column);
  // The stock advisor's register is among the candidates, since they are its
  // allocation order.
  if (!Chosen)
    return askStock(Q);
  ++Counts.Decisions;
  Counts.Evicted += Chosen->Register.isValid();
  Counts.Differ += D.HasStockDecision && C.Column != D.StockDecision;
  Own->Problem.recordChoice(Chosen - D.Candidates.begin());
  return Chosen->Register;
}

MCRegister EvictionAdvisor::tryFindEvictionCandidate(
    const LiveInterval &VirtReg, const AllocationOrder &Order,
    uint8_t CostPerUseLimit, const SmallVirtRegSet &FixedRegisters) const {
  const Question Q{VirtReg, Order, CostPerUseLimit, FixedRegisters,
                   getOrderLimit(VirtReg, Order, CostPerUseLimit)};
  if (!Q.OrderLimit)
    return MCRegister();
  if (!collect(Q)) {
    ++Session.Counts.Stock;
    return askStock(Q);
  }
  // Nothing to decide. Stock would free what is barred to policies only.
  if (Own->Problem.numLegal() == 0)
    return Session.usesStock(Runner) ? askStock(Q) : MCRegister();
  return decide(Q);
}
} // namespace mlgo
