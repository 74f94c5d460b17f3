// Counts that follow from others
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/FlowCounts.h"
#include <algorithm>
#include <limits>
#include <set>

namespace mlgo {
namespace {
/// Sweeps over all blocks until nothing more follows; seldom more than a few.
constexpr unsigned MaxSweeps = 64;

/// What cannot be more than this part of what is known does not matter.
constexpr double Negligible = 1.0 / 64;

class FlowSolver {
public:
  FlowSolver(const BlockGraph &Successors, std::vector<double> &Counts,
             unsigned First)
      : Counts(Counts), First(First), In(Successors.size()),
        Out(Successors.size()), Loops(Successors.size()) {
    for (unsigned From = 0; From < Successors.size(); ++From)
      for (const unsigned To :
           std::set<unsigned>(Successors[From].begin(), Successors[From].end()))
        addEdge(From, To);
  }

  void run() {
    if (Counts.empty())
      return;
    for (unsigned Sweep = 0; Sweep < MaxSweeps; ++Sweep) {
      HasChanged = false;
      for (unsigned Block = 0; Block < Counts.size(); ++Block)
        visit(Block);
      visitExits();
      if (!HasChanged)
        return;
    }
  }

private:
  /// Edges of one block in one direction, without one to itself.
  using Side = std::vector<unsigned>;
  struct Sum {
    double Known = 0;
    unsigned Unknown = 0;     ///< How many edges.
    unsigned LastUnknown = 0; ///< One of them.
    double AtMost = 0;        ///< Of those that are not known, together.
  };
  struct Edge {
    unsigned From, To;
    double Count = -1; ///< Below 0: not known.
  };

  void addEdge(unsigned From, unsigned To) {
    if (From == To) {
      Loops[From] = true;
      return;
    }
    Out[From].push_back(unsigned(Edges.size()));
    In[To].push_back(unsigned(Edges.size()));
    Edges.push_back({From, To});
  }

  double atMost(unsigned Block) const {
    return Counts[Block] < 0 ? std::numeric_limits<double>::infinity()
                             : Counts[Block];
  }

  Sum sum(const Side &Of) const {
    Sum Found;
    for (const unsigned Number : Of) {
      const Edge &E = Edges[Number];
      if (E.Count >= 0) {
        Found.Known += E.Count;
        continue;
      }
      ++Found.Unknown;
      Found.LastUnknown = Number;
      Found.AtMost += std::min(atMost(E.From), atMost(E.To));
    }
    return Found;
  }

  void set(double &Value, double To) {
    Value = std::max(0.0, To);
    HasChanged = true;
  }

  void visit(unsigned Block) {
    const bool IsEntered = Block != First && !In[Block].empty();
    const bool IsLeft = !Out[Block].empty();
    double &Count = Counts[Block];
    for (const bool IsIn : {true, false}) {
      const Sum This = sum(IsIn ? In[Block] : Out[Block]);
      if (!(IsIn ? IsEntered : IsLeft))
        continue;
      if (Count < 0 && !Loops[Block] && This.AtMost <= This.Known * Negligible)
        set(Count, This.Known + This.AtMost / 2);
      if (This.Unknown == 1 && Count >= 0 && !Loops[Block])
        set(Edges[This.LastUnknown].Count, Count - This.Known);
      // Rounds of a loop of one block are the same on both sides.
      const Sum Other = sum(IsIn ? Out[Block] : In[Block]);
      if (IsEntered && IsLeft && This.Unknown == 0 && Other.Unknown == 1)
        set(Edges[Other.LastUnknown].Count, This.Known - Other.Known);
    }
  }

  /// The function is left as often as it is entered.
  void visitExits() {
    double Known = 0;
    std::vector<unsigned> Unknown;
    for (unsigned Block = 0; Block < Counts.size(); ++Block)
      if (Out[Block].empty() && !Loops[Block]) {
        if (Counts[Block] < 0)
          Unknown.push_back(Block);
        else
          Known += Counts[Block];
      }
    if (Unknown.size() == 1 && In[First].empty() && Counts[First] >= 0)
      set(Counts[Unknown.front()], Counts[First] - Known);
  }

  std::vector<double> &Counts;
  const unsigned First;
  std::vector<Edge> Edges;
  std::vector<Side> In, Out; ///< By block.
  std::vector<bool> Loops;   ///< Whether a block comes after itself.
  bool HasChanged = false;
};
} // namespace

void completeCounts(const BlockGraph &Successors, std::vector<double> &Counts,
                    unsigned First) {
  FlowSolver(Successors, Counts, First).run();
}
} // namespace mlgo
