// How often a changed module runs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/SourceCounts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <algorithm>

using namespace llvm;

namespace mlgo {
using LineOfFunction = SourceCounts::LineOfFunction;

namespace {
/// Rounds in which counts of callers and callees follow from each other.
constexpr unsigned CallRounds = 4;

LineOfFunction placeOf(const DILocation &L) {
  return {L.getScope()->getSubprogram()->getLine(), L.getLine()};
}

/// How often blocks run, all copies together: for each, the most of what its
/// lines and its mark do, since some of their copies may be gone.
class RunsOfBlocks {
public:
  /// \p BlockOf: of a function by its number, what block a line is in.
  explicit RunsOfBlocks(
      function_ref<std::optional<unsigned>(LineOfFunction)> BlockOf)
      : BlockOf(BlockOf) {}

  /// Adds what \p F has of them.
  void add(Function &F, const BlockFrequencyInfo &Frequencies) {
    const double Entry =
        std::max<double>(1, double(Frequencies.getEntryFreq().getFrequency()));
    const auto Known = F.getEntryCount();
    // What no profile knows counts as if it ran once.
    const double Runs = Known ? double(Known->getCount()) : 1;
    for (BasicBlock &B : F)
      add(B,
          Runs * double(Frequencies.getBlockFreq(&B).getFrequency()) / Entry);
  }

  /// By function's number and block.
  std::map<std::pair<unsigned, unsigned>, double> sum() const {
    auto Most = Marks;
    for (const auto &[Place, Runs] : Lines)
      if (const auto Block = BlockOf(Place)) {
        double &Known = Most[{Place.first, *Block}];
        Known = std::max(Known, Runs);
      }
    return Most;
  }

private:
  void add(const BasicBlock &B, double Runs) {
    // One instruction may have become several in a block.
    SmallPtrSet<const DILocation *, 16> Seen;
    for (const Instruction &I : B) {
      for (const DbgVariableRecord &Mark : filterDbgVars(I.getDbgRecordRange()))
        Marks[{Mark.getVariable()->getScope()->getSubprogram()->getLine(),
               Mark.getVariable()->getLine() - 1}] += Runs;
      const DILocation *L = I.getDebugLoc();
      if (L && SourceCounts::isAnchor(I) && Seen.insert(L).second)
        Lines[placeOf(*L)] += Runs;
    }
  }

  function_ref<std::optional<unsigned>(LineOfFunction)> BlockOf;
  std::map<LineOfFunction, double> Lines;
  std::map<std::pair<unsigned, unsigned>, double> Marks;
};
} // namespace

std::vector<SourceCounts::FunctionRuns>
SourceCounts::measure(Module &M, FunctionAnalysisManager &FAM) const {
  auto BlockOf = [&](LineOfFunction Place) { return blockOf(Place); };
  RunsOfBlocks Blocks(BlockOf);
  std::vector<FunctionRuns> Measured;
  for (const NumberedFunction &F : Functions)
    Measured.push_back({{}, std::vector<double>(F.BlockRates.size(), -1)});
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Blocks.add(F, FAM.getResult<BlockFrequencyAnalysis>(F));
    const DISubprogram *Of = F.getSubprogram();
    if (const auto Known = F.getEntryCount();
        Known && Of && Of->getLine() - 1 < Measured.size())
      Measured[Of->getLine() - 1].Runs = double(Known->getCount());
  }
  for (const auto &[Place, Runs] : Blocks.sum())
    Measured.at(Place.first - 1).Blocks.at(Place.second) = Runs;
  for (unsigned Round = 0; Round < CallRounds; ++Round) {
    for (size_t I = 0; I < Functions.size(); ++I)
      completeCounts(Functions[I].Successors, Measured[I].Blocks);
    completeCalls(Measured);
  }
  // As often as it was entered, or called where its entry is gone.
  std::vector<double> Entered;
  for (size_t I = 0; I < Functions.size(); ++I) {
    double Called = 0;
    for (const auto &[Caller, Block] : Functions[I].CalledFrom)
      Called += std::max(0.0, Measured[Caller].Blocks[Block]);
    Entered.push_back(std::max(Called, Measured[I].Blocks.front()));
  }
  for (size_t I = 0; I < Functions.size(); ++I) {
    FunctionRuns &F = Measured[I];
    const double All = std::max(F.Runs.value_or(0), Entered[I]);
    // Of a function that is inlined everywhere nothing else is left.
    if (F.Runs || Entered[I] > 0)
      F.Runs = All;
    for (double &Runs : F.Blocks)
      Runs = Runs < 0 ? -1 : All > 0 ? Runs / All : 0;
  }
  return Measured;
}

/// All runs of a function that is gone are inlined: if it is not known of one
/// call how often it ran, the others tell.
void SourceCounts::completeCalls(std::vector<FunctionRuns> &Measured) const {
  for (size_t I = 0; I < Functions.size(); ++I) {
    if (Measured[I].Runs || Measured[I].Blocks.front() < 0)
      continue;
    double Left = Measured[I].Blocks.front();
    std::vector<double *> Unknown;
    for (const auto &[Caller, Block] : Functions[I].CalledFrom) {
      double &Runs = Measured[Caller].Blocks[Block];
      if (Runs < 0)
        Unknown.push_back(&Runs);
      else
        Left -= Runs;
    }
    if (Unknown.size() == 1)
      *Unknown.front() = std::max(0.0, Left);
  }
}
} // namespace mlgo
