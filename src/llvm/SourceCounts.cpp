//===- SourceCounts.cpp - How often instructions run ----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/llvm/SourceCounts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <utility>

using namespace llvm;

namespace mlgo {

using LineOfFunction = SourceCounts::LineOfFunction;

namespace {

/// Makes subprograms that no section tells of.
class SubprogramMaker {
public:
  explicit SubprogramMaker(Module &M) : Builder(M) {
    File = Builder.createFile("mlgo", "");
    Unit = Builder.createCompileUnit(
        dwarf::DW_LANG_C, File, "mlgo", /*isOptimized=*/true, /*Flags=*/"",
        /*RV=*/0, /*SplitName=*/"", DICompileUnit::NoDebug, /*DWOId=*/0,
        /*SplitDebugInlining=*/false,
        // Loops that are unrolled note by how much.
        /*DebugInfoForProfiling=*/true);
    Type = Builder.createSubroutineType(Builder.getOrCreateTypeArray({}));
  }

  DISubprogram *make(StringRef Name, unsigned Number) {
    DISubprogram *Made = Builder.createFunction(
        Unit, Name, Name, File, Number, Type, Number, DINode::FlagZero,
        DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
    Builder.finalizeSubprogram(Made);
    return Made;
  }

private:
  DIBuilder Builder;
  DIFile *File;
  DICompileUnit *Unit;
  DISubroutineType *Type;
};

/// Whether \p I stays where it is or disappears. Copies that stand for a phi
/// are in other blocks, as are jumps of edges that were split.
bool isAnchor(const Instruction &I) {
  return isa<CallBase>(I) || !(isa<PHINode>(I) || I.isTerminator());
}

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
      if (L && isAnchor(I) && Seen.insert(L).second)
        Lines[placeOf(*L)] += Runs;
    }
  }

  function_ref<std::optional<unsigned>(LineOfFunction)> BlockOf;
  std::map<LineOfFunction, double> Lines;
  std::map<std::pair<unsigned, unsigned>, double> Marks;
};

} // namespace

SourceCounts::SourceCounts(Module &M) {
  StripDebugInfo(M);
  SubprogramMaker Maker(M);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    NumberedFunction &Numbered = Functions.emplace_back();
    Numbered.Name = F.getName().str();
    Numbered.Successors.resize(F.size());
    DISubprogram *Subprogram = Maker.make(F.getName(), Functions.size());
    F.setSubprogram(Subprogram);
    DenseMap<const BasicBlock *, unsigned> NumberOf;
    for (const BasicBlock &B : F)
      NumberOf.try_emplace(&B, NumberOf.size());
    for (BasicBlock &B : F) {
      for (const BasicBlock *Next : successors(&B))
        Numbered.Successors[NumberOf[&B]].push_back(NumberOf[Next]);
      const auto Block = unsigned(Numbered.BlockRates.size());
      Numbered.BlockRates.push_back(-1);
      for (Instruction &I : B)
        if (isAnchor(I)) {
          Numbered.BlockOf.push_back(Block);
          I.setDebugLoc(DILocation::get(M.getContext(),
                                        unsigned(Numbered.BlockOf.size()), 0,
                                        Subprogram));
        }
    }
  }
  noteCalls(M);
}

void SourceCounts::noteCalls(const Module &M) {
  for (const Function &F : M) {
    unsigned Block = 0;
    for (const BasicBlock &B : F) {
      for (const Instruction &I : B)
        if (const auto *Call = dyn_cast<CallBase>(&I))
          if (const Function *Callee = Call->getCalledFunction();
              Callee && Callee->getSubprogram())
            Functions[Callee->getSubprogram()->getLine() - 1]
                .CalledFrom.emplace_back(F.getSubprogram()->getLine() - 1,
                                         Block);
      ++Block;
    }
  }
}

SourceCounts::SourceCounts(Module &M, FunctionAnalysisManager &FAM)
    : SourceCounts(M) {
  set(measure(M, FAM));
}

void SourceCounts::markBlocks(Module &M) const {
  LLVMContext &Ctx = M.getContext();
  for (Function &F : M) {
    DISubprogram *Of = F.getSubprogram();
    if (F.isDeclaration() || !Of)
      continue;
    unsigned Block = 0;
    for (BasicBlock &B : F) {
      auto *Mark = DILocalVariable::get(Ctx, Of, "", Of->getFile(), ++Block,
                                        /*Type=*/nullptr, /*Arg=*/0,
                                        DINode::FlagZero, /*AlignInBits=*/0,
                                        /*Annotations=*/nullptr);
      B.insertDbgRecordBefore(
          DbgVariableRecord::createDbgVariableRecord(
              ConstantInt::getTrue(Ctx), Mark, DIExpression::get(Ctx, {}),
              DILocation::get(Ctx, 0, 0, Of)),
          // Variables of what is inlined go to the caller's first block.
          B.getFirstNonPHIOrDbgOrAlloca());
    }
  }
}

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
  for (size_t I = 0; I < Functions.size(); ++I)
    completeCounts(Functions[I].Successors, Measured[I].Blocks);
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

void SourceCounts::set(const std::vector<FunctionRuns> &Measured) {
  for (size_t I = 0; I < Functions.size(); ++I) {
    if (Measured[I].Runs)
      Runs[Functions[I].Name] = *Measured[I].Runs;
    Functions[I].BlockRates.assign(Measured[I].Blocks.begin(),
                                   Measured[I].Blocks.end());
  }
}

std::optional<unsigned> SourceCounts::blockOf(LineOfFunction Place) const {
  const auto [Function, Line] = Place;
  // Line 0 is of what was merged.
  if (Function - 1 >= Functions.size() ||
      Line - 1 >= Functions[Function - 1].BlockOf.size())
    return std::nullopt;
  return Functions[Function - 1].BlockOf[Line - 1];
}

std::optional<double> SourceCounts::runsOf(const Function &F) const {
  if (const auto Known = Runs.find(F.getName()); Known != Runs.end())
    return Known->second;
  return std::nullopt;
}

std::optional<double> SourceCounts::rateOf(const DISubprogram *Subprogram,
                                           unsigned Line) const {
  // Clones have subprograms of their own, with the same number.
  const unsigned Function = Subprogram ? Subprogram->getLine() : 0;
  const auto Block = blockOf({Function, Line});
  const float Rate = Block ? Functions[Function - 1].BlockRates[*Block] : -1;
  return Rate < 0 ? std::nullopt : std::optional<double>(Rate);
}

std::optional<double> SourceCounts::runsOf(const CallBase &Call) const {
  const Function &Caller = *Call.getFunction();
  std::optional<double> Product = runsOf(Caller);
  const DISubprogram *Outermost = nullptr;
  for (const DILocation *L = Call.getDebugLoc(); L && Product;
       L = L->getInlinedAt()) {
    Outermost = L->getScope()->getSubprogram();
    const auto Rate = rateOf(Outermost, L->getLine());
    Product = Rate ? std::optional(*Product * *Rate / L->getDuplicationFactor())
                   : std::nullopt;
  }
  return Outermost && Outermost == Caller.getSubprogram() ? Product
                                                          : std::nullopt;
}

void SourceCounts::onInlined(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  const auto Known = Callee ? Runs.find(Callee->getName()) : Runs.end();
  if (Known != Runs.end())
    Known->second = std::max(0.0, Known->second - runsOf(Call).value_or(0));
}

} // namespace mlgo
