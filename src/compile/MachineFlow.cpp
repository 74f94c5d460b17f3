// How often blocks of machine code run
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/MachineFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include <algorithm>

using namespace llvm;

namespace mlgo {
/// Rounds in which blocks follow from others.
constexpr unsigned DeriveRounds = 32;

static double probability(const MachineBasicBlock &From,
                          const MachineBasicBlock &To) {
  const BranchProbability P = From.getSuccProbability(
      std::find(From.succ_begin(), From.succ_end(), &To));
  return double(P.getNumerator()) / double(BranchProbability::getDenominator());
}

MachineFlow::MachineFlow(const MachineFunction &MF,
                         const MachineBlockFrequencyInfo &Frequencies,
                         double Entry)
    : MF(MF), Entry(Entry), Runs(MF.getNumBlockIDs()),
      IsKnown(MF.getNumBlockIDs()) {
  const double Once =
      std::max<double>(1, double(Frequencies.getEntryFreq().getFrequency()));
  for (const MachineBasicBlock &MBB : MF)
    Runs[MBB.getNumber()] =
        Entry *
        std::max<double>(
            1, double(Frequencies.getBlockFreq(&MBB).getFrequency())) /
        Once;
  Modelled = Runs;
  IsKnown[MF.front().getNumber()] = MF.front().pred_empty();
  Successors.resize(Runs.size());
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineBasicBlock *Next : MBB.successors())
      Successors[MBB.getNumber()].push_back(Next->getNumber());
}

void MachineFlow::complete() {
  std::vector<double> Counts(Runs.size(), -1);
  for (const MachineBasicBlock &MBB : MF)
    if (IsKnown[MBB.getNumber()])
      Counts[MBB.getNumber()] = Runs[MBB.getNumber()];
  completeCounts(Successors, Counts, MF.front().getNumber());
  for (const MachineBasicBlock &MBB : MF)
    if (const unsigned Number = MBB.getNumber();
        !IsKnown[Number] && Counts[Number] >= 0)
      set(Number, Counts[Number]);
}

const std::vector<double> &MachineFlow::spread() {
  complete();
  const std::vector<bool> IsSure = IsKnown;
  double Sum = 0, SumModelled = 0;
  for (const MachineBasicBlock &MBB : MF)
    if (IsKnown[MBB.getNumber()]) {
      Sum += Runs[MBB.getNumber()];
      SumModelled += Modelled[MBB.getNumber()];
    }
  // What is sure first, then what is bounded from both sides, then the rest.
  bool HasChanged = true;
  for (unsigned Round = 0; Round < DeriveRounds && HasChanged; ++Round) {
    HasChanged = deriveAll(Evidence::Sure) || deriveAll(Evidence::Both) ||
                 deriveAll(Evidence::Any);
    complete();
  }
  while (deriveAll(Evidence::Any))
    continue;
  for (const MachineBasicBlock &MBB : MF)
    if (!IsKnown[MBB.getNumber()] && SumModelled > 0)
      Runs[MBB.getNumber()] = Modelled[MBB.getNumber()] * (Sum / SumModelled);
  limitExits(IsSure);
  return Runs;
}

/// Sets what is not known and for which there is \p Enough. False if there is
/// none.
bool MachineFlow::deriveAll(Evidence Enough) {
  bool HasChanged = false;
  for (const MachineBasicBlock &MBB : MF) {
    const unsigned Number = MBB.getNumber();
    if (IsKnown[Number])
      continue;
    const auto Before = runsByPredecessors(MBB);
    const auto After = runsBySuccessors(MBB);
    if (Before && isSureToFollow(MBB))
      set(Number, *Before);
    else if (Enough != Evidence::Sure && Before && After)
      set(Number, std::min(*Before, *After));
    else if (Enough == Evidence::Any && (Before || After))
      set(Number, Before ? *Before : *After);
    HasChanged |= IsKnown[Number];
  }
  return HasChanged;
}

/// Whether hardly anything but \p MBB comes after its predecessors.
bool MachineFlow::isSureToFollow(const MachineBasicBlock &MBB) const {
  return all_of(MBB.predecessors(), [&](const MachineBasicBlock *From) {
    return probability(*From, MBB) > 0.99;
  });
}

std::optional<double>
MachineFlow::runsByPredecessors(const MachineBasicBlock &MBB) const {
  double Sum = 0;
  for (const MachineBasicBlock *From : MBB.predecessors()) {
    if (!IsKnown[From->getNumber()])
      return std::nullopt;
    Sum += Runs[From->getNumber()] * probability(*From, MBB);
  }
  return MBB.pred_empty() ? std::nullopt : std::optional(Sum);
}

std::optional<double>
MachineFlow::runsBySuccessors(const MachineBasicBlock &MBB) const {
  double Sum = 0, Part = 0;
  for (const MachineBasicBlock *To : MBB.successors())
    if (To->pred_size() == 1 && IsKnown[To->getNumber()]) {
      Sum += Runs[To->getNumber()];
      Part += probability(MBB, *To);
    }
  return Part > 0.5 ? std::optional(Sum / Part) : std::nullopt;
}

/// The function is left no more often than it is entered.
void MachineFlow::limitExits(const std::vector<bool> &IsSure) {
  double Sure = 0, Others = 0;
  for (const MachineBasicBlock &MBB : MF)
    if (MBB.succ_empty())
      (IsSure[MBB.getNumber()] ? Sure : Others) += Runs[MBB.getNumber()];
  const double Left = std::max(0.0, Entry - Sure);
  for (const MachineBasicBlock &MBB : MF)
    if (MBB.succ_empty() && !IsSure[MBB.getNumber()] && Others > Left)
      Runs[MBB.getNumber()] *= Left / Others;
}
} // namespace mlgo
