// How often machine code runs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/MachineFlow.h"
#include "compile/SourceCounts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include <algorithm>
#include <cmath>
#include <tuple>

using namespace llvm;

namespace mlgo {
namespace {
/// Rounds until counts of copies fit each other.
constexpr unsigned Rounds = 4;

/// An instruction before all passes, inlined through a chain of calls: all its
/// copies together run Runs times.
struct Anchor {
  double Runs;
  double Found = 0;        ///< What its copies run so far, where that is known.
  double FoundUnknown = 0; ///< The same where it is not.
  unsigned Blocks = 0;     ///< That have a copy.
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
        Flow(MF, Frequencies, Entry) {}

  std::vector<uint64_t> run() {
    findCopies();
    settleOwn();
    for (unsigned Round = 0; Round < Rounds; ++Round) {
      Flow.complete();
      if (!settleLast())
        break;
    }
    fitShared();
    std::vector<uint64_t> Rounded;
    for (const double R : Flow.spread())
      Rounded.push_back(uint64_t(std::llround(R)));
    return Rounded;
  }

private:
  /// Values and their weights.
  using Votes = std::vector<std::pair<double, double>>;
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
    }
  }

  /// Calls \p Visit with each block that is not known and what it has.
  template <typename FunctionT> void forUnknown(FunctionT Visit) {
    for (size_t Begin = 0, End = 0; Begin < Uses.size(); Begin = End) {
      while (End < Uses.size() && Uses[End].Block == Uses[Begin].Block)
        ++End;
      if (!Flow.isKnown(Uses[Begin].Block))
        Visit(Uses[Begin].Block, ArrayRef(Uses).slice(Begin, End - Begin));
    }
  }

  /// Sets blocks by anchors that no other block has.
  void settleOwn() {
    forUnknown([&](unsigned Block, ArrayRef<Copies> Here) {
      Votes Own;
      for (const Copies &C : Here)
        if (Anchors[C.Anchor].Blocks == 1)
          Own.emplace_back(Anchors[C.Anchor].Runs / C.Times, 1.0);
      if (Own.empty())
        return;
      Flow.set(Block, median(Own));
    });
  }

  /// Sets blocks by anchors of which all other blocks are known. False if there
  /// are none.
  bool settleLast() {
    std::vector<unsigned> Unknown(Anchors.size());
    for (Anchor &A : Anchors)
      A.Found = 0;
    for (const Copies &C : Uses) {
      Unknown[C.Anchor] += !Flow.isKnown(C.Block);
      if (Flow.isKnown(C.Block))
        Anchors[C.Anchor].Found += C.Times * Flow.runs(C.Block);
    }
    bool HasChanged = false;
    forUnknown([&](unsigned Block, ArrayRef<Copies> Here) {
      Votes Last;
      for (const Copies &C : Here)
        if (const Anchor &A = Anchors[C.Anchor]; Unknown[C.Anchor] == 1)
          Last.emplace_back(std::max(0.0, A.Runs - A.Found) / C.Times, 1.0);
      if (Last.empty())
        return;
      Flow.set(Block, median(Last));
      HasChanged = true;
    });
    return HasChanged;
  }

  /// Scales blocks that share their anchors by what most of these say.
  void fitShared() {
    for (unsigned Round = 0; Round < Rounds; ++Round) {
      for (Anchor &A : Anchors)
        A.Found = A.FoundUnknown = 0;
      for (const Copies &C : Uses)
        (Flow.isKnown(C.Block) ? Anchors[C.Anchor].Found
                               : Anchors[C.Anchor].FoundUnknown) +=
            C.Times * Flow.runs(C.Block);
      forUnknown([&](unsigned Block, ArrayRef<Copies> Here) {
        Votes Factors;
        for (const Copies &C : Here) {
          const Anchor &A = Anchors[C.Anchor];
          // Where else copies are is not sure.
          Factors.emplace_back(A.FoundUnknown > 0
                                   ? std::max(0.0, A.Runs - A.Found) /
                                         A.FoundUnknown
                                   : 1,
                               1.0 / A.Blocks);
        }
        Flow.guess(Block, Flow.runs(Block) * median(Factors));
      });
    }
    for (const Copies &C : Uses)
      Flow.set(C.Block, Flow.runs(C.Block));
  }

  static double median(Votes &All) {
    std::sort(All.begin(), All.end());
    double Left = 0;
    for (const auto &Vote : All)
      Left += Vote.second / 2;
    for (const auto &[Factor, Weight] : All)
      if ((Left -= Weight) <= 0)
        return Factor;
    return All.back().first;
  }

  const MachineFunction &MF;
  const SourceCounts &Counts;
  const DISubprogram *Subprogram;
  const double Entry;
  MachineFlow Flow;
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
