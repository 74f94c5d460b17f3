//===- SourceCountsOfBlocks.cpp - How often machine code runs -------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/llvm/SourceCounts.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

using namespace llvm;

namespace mlgo {
namespace {

/// Rounds until counts of copies fit each other.
constexpr unsigned Rounds = 4;

/// An instruction before all passes, inlined through a chain of calls: all its
/// copies together run Runs times.
struct Anchor {
  double Runs;
  double Found = 0;    ///< What its copies run so far.
  unsigned Blocks = 0; ///< That have a copy.
};

/// That a block has copies of an anchor.
struct Copies {
  unsigned Block, Anchor;
  /// Of how many runs of the anchor one run of the block makes up.
  double Times;
};

class BlockFitter {
public:
  BlockFitter(const MachineFunction &MF,
              const MachineBlockFrequencyInfo &Frequencies,
              const SourceCounts &Counts)
      : MF(MF), Counts(Counts), Subprogram(MF.getFunction().getSubprogram()),
        Entry(Counts.runsOf(MF.getFunction()).value_or(0)),
        Runs(MF.getNumBlockIDs()), IsKnown(MF.getNumBlockIDs()) {
    const double Once =
        std::max<double>(1, double(Frequencies.getEntryFreq().getFrequency()));
    for (const MachineBasicBlock &MBB : MF)
      Runs[MBB.getNumber()] =
          Entry *
          std::max<double>(
              1, double(Frequencies.getBlockFreq(&MBB).getFrequency())) /
          Once;
  }

  std::vector<uint64_t> run() {
    findCopies();
    const std::vector<double> Modelled = Runs;
    for (unsigned Round = 0; Round < Rounds; ++Round)
      fit();
    spread(Modelled);
    std::vector<uint64_t> Rounded;
    for (const double R : Runs)
      Rounded.push_back(uint64_t(std::llround(R)));
    return Rounded;
  }

private:
  /// An anchor's chain of calls and number.
  using Place = std::tuple<int, const DISubprogram *, unsigned>;

  /// The anchor at \p L, or -1.
  int anchorAt(const DILocation *L) {
    if (const auto Known = Seen.find(L); Known != Seen.end())
      return Known->second;
    const int Found = findAnchor(L);
    Seen[L] = Found;
    return Found;
  }

  int findAnchor(const DILocation *L) {
    const DISubprogram *In = L->getScope()->getSubprogram();
    const auto Rate = Counts.rateOf(In, L->getLine());
    const DILocation *Call = L->getInlinedAt();
    const int Outer = Call ? anchorAt(Call) : -1;
    if (!Rate || (Call ? Outer < 0 : In != Subprogram))
      return -1;
    const auto [Known, IsNew] = Numbers.try_emplace(
        Place(Outer, In, L->getLine()), unsigned(Anchors.size()));
    if (IsNew)
      Anchors.push_back({*Rate * (Call ? Anchors[Outer].Runs : Entry)});
    return int(Known->second);
  }

  /// Of how many rounds of loops \p L is one.
  static unsigned duplicationOf(const DILocation *L) {
    unsigned Product = 1;
    for (; L; L = L->getInlinedAt())
      Product *= L->getDuplicationFactor();
    return Product;
  }

  void findCopies() {
    // How many instructions are of an anchor, duplicated so many times.
    std::map<std::pair<unsigned, unsigned>, unsigned> All;
    std::map<std::tuple<unsigned, unsigned, unsigned>, unsigned> In;
    for (const MachineBasicBlock &MBB : MF)
      for (const MachineInstr &MI : MBB.instrs()) {
        const DILocation *L = MI.getDebugLoc();
        if (!L || MI.isMetaInstruction() || MI.isBundle() ||
            (MI.isTerminator() && !MI.isCall()))
          continue;
        const int A = anchorAt(L);
        if (A < 0)
          continue;
        const unsigned Duplication = duplicationOf(L);
        ++All[{A, Duplication}];
        ++In[{MBB.getNumber(), A, Duplication}];
      }
    for (const auto &[Where, Here] : In) {
      const auto &[Block, A, Duplication] = Where;
      // Rounds of a loop are one after the other in a block, or in blocks of
      // their own.
      const double Times =
          std::max(1.0, double(Duplication) * Here / All.at({A, Duplication}));
      if (!Uses.empty() && Uses.back().Block == Block &&
          Uses.back().Anchor == A) {
        Uses.back().Times += Times;
        continue;
      }
      Uses.push_back({Block, A, Times});
      ++Anchors[A].Blocks;
      IsKnown[Block] = true;
    }
  }

  /// Scales each block by what most of its anchors say.
  void fit() {
    for (Anchor &A : Anchors)
      A.Found = 0;
    for (const Copies &C : Uses)
      Anchors[C.Anchor].Found += C.Times * Runs[C.Block];
    std::vector<std::pair<double, double>> Votes; // Factor and weight.
    for (size_t I = 0; I < Uses.size(); ++I) {
      const Anchor &A = Anchors[Uses[I].Anchor];
      // Where else copies are is not sure.
      Votes.emplace_back(A.Found > 0 ? A.Runs / A.Found : 1, 1.0 / A.Blocks);
      if (I + 1 < Uses.size() && Uses[I + 1].Block == Uses[I].Block)
        continue;
      Runs[Uses[I].Block] *= median(Votes);
      Votes.clear();
    }
  }

  static double median(std::vector<std::pair<double, double>> &Votes) {
    std::sort(Votes.begin(), Votes.end());
    double Left = 0;
    for (const auto &Vote : Votes)
      Left += Vote.second / 2;
    for (const auto &[Factor, Weight] : Votes)
      if ((Left -= Weight) <= 0)
        return Factor;
    return Votes.back().first;
  }

  /// Finds what blocks run that have no anchor: \p Modelled, without any.
  void spread(const std::vector<double> &Modelled) {
    double Sum = 0, SumModelled = 0;
    for (const MachineBasicBlock &MBB : MF)
      if (IsKnown[MBB.getNumber()]) {
        Sum += Runs[MBB.getNumber()];
        SumModelled += Modelled[MBB.getNumber()];
      }
    // Most come after what is known; loops of what is not are few.
    for (const MachineBasicBlock &MBB : MF)
      if (!IsKnown[MBB.getNumber()] && !MBB.pred_empty())
        IsKnown[MBB.getNumber()] = derive(MBB);
    for (const MachineBasicBlock &MBB : MF)
      if (!IsKnown[MBB.getNumber()] && !derive(MBB) && SumModelled > 0)
        Runs[MBB.getNumber()] = Modelled[MBB.getNumber()] * (Sum / SumModelled);
  }

  /// How often \p MBB runs, if it is known of all that precede it.
  bool derive(const MachineBasicBlock &MBB) {
    double Sum = 0;
    for (const MachineBasicBlock *From : MBB.predecessors()) {
      if (!IsKnown[From->getNumber()])
        return false;
      const BranchProbability P = From->getSuccProbability(
          std::find(From->succ_begin(), From->succ_end(), &MBB));
      Sum += Runs[From->getNumber()] * double(P.getNumerator()) /
             double(BranchProbability::getDenominator());
    }
    if (MBB.pred_empty())
      return false;
    Runs[MBB.getNumber()] = Sum;
    return true;
  }

  const MachineFunction &MF;
  const SourceCounts &Counts;
  const DISubprogram *Subprogram;
  const double Entry;
  std::vector<double> Runs;  ///< By number of block.
  std::vector<bool> IsKnown; ///< Of blocks.
  std::vector<Anchor> Anchors;
  std::map<Place, unsigned> Numbers;
  DenseMap<const DILocation *, int> Seen;
  std::vector<Copies> Uses; ///< By block, then by anchor.
};

} // namespace

std::vector<uint64_t> countBlocks(const MachineFunction &MF,
                                  const MachineBlockFrequencyInfo &Frequencies,
                                  const SourceCounts &Counts) {
  if (!Counts.runsOf(MF.getFunction())) {
    std::vector<uint64_t> Modelled(MF.getNumBlockIDs());
    for (const MachineBasicBlock &MBB : MF)
      Modelled[MBB.getNumber()] =
          Frequencies.getBlockProfileCount(&MBB).value_or(0);
    return Modelled;
  }
  return BlockFitter(MF, Frequencies, Counts).run();
}

} // namespace mlgo
