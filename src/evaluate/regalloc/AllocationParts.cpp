//===- AllocationParts.cpp - Modules in parts, ready for trials -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/AllocationParts.h"

#include "evaluate/regalloc/AllocationTrials.h"
#include "support/Archive.h"
#include "support/ProcessPool.h"

#include <set>

namespace mlgo {

template <typename ArchiveT> void serialize(ArchiveT &A, AllocationPart &P) {
  A(P.Bitcode, P.Stock, P.Places, P.ProgramBlocks);
}

namespace {

/// All candidates in one module, of a processor.
constexpr unsigned ModuleSeconds = 3600;

/// Few, so that their module is small. The size of one cannot be told from that
/// of others.
size_t functionsInPart(AllocationGoal Goal) {
  return Goal == AllocationGoal::Size ? 1 : 16;
}

} // namespace

Result<std::string>
inAllocationFork(const std::function<Result<std::string>()> &Task) {
  ForkedProcess Forked = MLGO_TRY(forkProcess(0));
  if (Forked.IsChild) {
    limitProcessorTime(ModuleSeconds);
    Result<std::string> Found = Task();
    endChild(Forked, Found ? "ok " + *Found : Found.error().message());
  }
  const TaskOutcome Outcome = awaitChild(Forked);
  if (!Outcome.Ok)
    return Error("allocation: " + Outcome.Failure);
  if (Outcome.Output.compare(0, 3, "ok ") != 0)
    return Error(Outcome.Output);
  return Outcome.Output.substr(3);
}

Result<const std::vector<AllocationPart> *>
AllocationParts::prepare(const std::string &Path) {
  auto Known = Ready.find(Path);
  if (Known == Ready.end())
    Known = Ready.emplace(Path, split(Path)).first;
  if (!Known->second)
    return Known->second.error();
  return &*Known->second;
}

Result<std::vector<AllocationPart>>
AllocationParts::split(const std::string &Path) const {
  std::vector<AllocationPart> Parts;
  if (!fromBytes(MLGO_TRY(inAllocationFork([&] { return optimise(Path); })),
                 Parts))
    return Error("the parts of a module are damaged");
  for (AllocationPart &Part : Parts) {
    if (!fromBytes(
            MLGO_TRY(inAllocationFork([&] { return measureStock(Part); })),
            Part.Stock))
      return Error("the parts of a module are damaged");
  }
  return Parts;
}

/// The parts of the module at \p Path, with the functions that they are for.
Result<std::string> AllocationParts::optimise(const std::string &Path) const {
  auto M = MLGO_TRY(AllocationModule::load(Path, Setting));
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
  return toBytes(Parts);
}

/// What the functions of a part come to.
Result<std::string>
AllocationParts::measureStock(const AllocationPart &Part) const {
  auto M = MLGO_TRY(AllocationModule::fromBitcode(Part.Bitcode));
  StockMap Stock;
  if (Goal == AllocationGoal::Size) {
    auto Size = MLGO_TRY(M->generate(Task, ""));
    Stock.emplace(Part.Places.begin()->first, static_cast<double>(Size));
    return toBytes(Stock);
  }
  auto Functions = MLGO_TRY(measureAllocations(*M, Task, ""));
  for (const FunctionAllocation &F : Functions)
    if (F.Questions > 0 && F.Score > 0)
      Stock.emplace(F.Name, F.Score);
  return toBytes(Stock);
}

} // namespace mlgo
