// Modules in parts, ready for trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationParts.h"
#include "evaluate/regalloc/AllocationTrials.h"
#include "support/ProcessPool.h"

namespace mlgo {
template <typename ArchiveT> void serialize(ArchiveT &A, AllocationPart &P) {
  A(P.Bitcode, P.Stock, P.Places, P.ProgramBlocks);
}

/// Few, so that their module is small. The size of one cannot be told from that
/// of others.
static size_t functionsInPart(AllocationGoal Goal) {
  return Goal == AllocationGoal::Size ? 1 : 16;
}

/// The parts of the module at \p Path, with the functions that they are for.
static Result<std::vector<AllocationPart>> optimise(const AllocationTask &Task,
                                                    AllocationGoal Goal,
                                                    const TrialPlace &Place) {
  auto M = MLGO_TRY(AllocationModule::load(Place.Path, Place.Setting));
  const std::string Bitcode = M->toBitcode();
  M = MLGO_TRY(AllocationModule::fromBitcode(Bitcode));
  auto Functions = MLGO_TRY(measureAllocations(*M, Task, ""));
  // What hardly runs changes nothing.
  const auto Least = static_cast<double>(M->executedBlocks()) / 1000;
  std::map<std::string, size_t> Places;
  for (size_t I = 0; I < Functions.size(); ++I) {
    const FunctionAllocation &F = Functions[I];
    if (F.Questions > 0 && (F.Score > Least || Goal == AllocationGoal::Size))
      Places.emplace(F.Name, I);
  }
  std::vector<AllocationPart> Parts;
  for (auto Next = Places.begin(); Next != Places.end();) {
    AllocationPart &Part = Parts.emplace_back();
    std::set<std::string> Names;
    for (; Next != Places.end() && Names.size() < functionsInPart(Goal);
         ++Next) {
      Names.insert(Next->first);
      Part.Places.insert(*Next);
    }
    M = MLGO_TRY(AllocationModule::fromBitcode(Bitcode));
    M->keepOnly(Names);
    Part.Bitcode = M->toBitcode();
    Part.ProgramBlocks = M->executedBlocks();
  }
  return Parts;
}

using StockMap = std::map<std::string, double>;

/// What the functions of a part come to.
static Result<StockMap> measureStock(const AllocationTask &Task,
                                     AllocationGoal Goal,
                                     const AllocationPart &Part) {
  auto M = MLGO_TRY(AllocationModule::fromBitcode(Part.Bitcode));
  StockMap Stock;
  if (Goal == AllocationGoal::Size) {
    auto Size = MLGO_TRY(M->generate(Task, ""));
    Stock.emplace(Part.Places.begin()->first, static_cast<double>(Size));
    return Stock;
  }
  auto Functions = MLGO_TRY(measureAllocations(*M, Task, ""));
  for (const FunctionAllocation &F : Functions)
    if (F.Questions > 0 && F.Score > 0)
      Stock.emplace(F.Name, F.Score);
  return Stock;
}

Result<std::vector<AllocationPart>>
splitForAllocation(const AllocationTask &Task, AllocationGoal Goal,
                   const TrialPlace &Place) {
  auto Parts = MLGO_TRY(inAllocationFork<std::vector<AllocationPart>>(
      [&] { return optimise(Task, Goal, Place); }));
  for (AllocationPart &Part : Parts)
    Part.Stock = MLGO_TRY(inAllocationFork<StockMap>(
        [&] { return measureStock(Task, Goal, Part); }));
  return Parts;
}
} // namespace mlgo
