// How often instructions run
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/SourceCounts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <algorithm>
#include <iterator>
#include <set>

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
} // namespace

bool SourceCounts::isAnchor(const Instruction &I) {
  return isa<CallBase>(I) || !(isa<PHINode>(I) || I.isTerminator());
}

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

void SourceCounts::onInlined(const Module &M) {
  // Where a callee's body is: the call's place, and those that it is in itself.
  SetVector<std::pair<const DISubprogram *, const DILocation *>> Copies;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      for (const DILocation *L = I.getDebugLoc(); L && L->getInlinedAt();
           L = L->getInlinedAt())
        Copies.insert({L->getScope()->getSubprogram(), L->getInlinedAt()});
  struct InlinedCopy {
    StringRef Callee, Caller;
    double Rate; ///< For each time that the caller runs.
  };
  std::vector<InlinedCopy> Rated;
  for (const auto &[Callee, Place] : Copies) {
    double Rate = 1;
    const DISubprogram *Outermost = nullptr;
    for (const DILocation *L = Place; L; L = L->getInlinedAt()) {
      Outermost = L->getScope()->getSubprogram();
      Rate *= rateOf(Outermost, L->getLine()).value_or(0);
    }
    Rated.push_back({Callee->getName(), Outermost->getName(), Rate});
  }
  // What is inlined into what is inlined runs less by itself, too. Few levels
  // deep, this is exact.
  constexpr unsigned Levels = 8;
  const auto All = Runs;
  for (unsigned Level = 0; Level < Levels; ++Level) {
    auto Left = All;
    for (const InlinedCopy &Copy : Rated) {
      const auto Caller = Runs.find(Copy.Caller);
      const auto Known = Left.find(Copy.Callee);
      if (Caller != Runs.end() && Known != Left.end())
        Known->second =
            std::max(0.0, Known->second - Copy.Rate * Caller->second);
    }
    Runs = std::move(Left);
  }
}

void SourceCounts::restrictTo(const Module &M) {
  DebugInfoFinder Finder;
  Finder.processModule(M);
  std::set<size_t> Used;
  for (const DISubprogram *S : Finder.subprograms())
    Used.insert(S->getLine() - 1);
  for (size_t I = 0; I < Functions.size(); ++I)
    if (!Used.count(I))
      Functions[I] = NumberedFunction();
  for (auto I = Runs.begin(); I != Runs.end();) {
    const Function *F = M.getFunction(I->first);
    I = F && !F->isDeclaration() ? std::next(I) : Runs.erase(I);
  }
}
} // namespace mlgo
