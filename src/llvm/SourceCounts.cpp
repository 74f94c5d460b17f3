//===- SourceCounts.cpp - How often instructions run ----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/llvm/SourceCounts.h"

#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

namespace mlgo {
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

} // namespace

SourceCounts::SourceCounts(Module &M, FunctionAnalysisManager &FAM) {
  StripDebugInfo(M);
  SubprogramMaker Maker(M);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (const auto Count = F.getEntryCount())
      Runs.emplace(F.getName().str(), double(Count->getCount()));
    const auto &Frequencies = FAM.getResult<BlockFrequencyAnalysis>(F);
    const double Entry =
        std::max<double>(1, double(Frequencies.getEntryFreq().getFrequency()));
    DISubprogram *Subprogram = Maker.make(F.getName(), Rates.size() + 1);
    F.setSubprogram(Subprogram);
    std::vector<float> &Of = Rates[Subprogram];
    for (BasicBlock &B : F) {
      const double Rate =
          double(Frequencies.getBlockFreq(&B).getFrequency()) / Entry;
      for (Instruction &I : B)
        if (isAnchor(I)) {
          Of.push_back(float(Rate));
          I.setDebugLoc(DILocation::get(M.getContext(), unsigned(Of.size()), 0,
                                        Subprogram));
        }
    }
  }
}

std::optional<double> SourceCounts::runsOf(const Function &F) const {
  if (const auto Known = Runs.find(F.getName()); Known != Runs.end())
    return Known->second;
  return std::nullopt;
}

std::optional<double> SourceCounts::rateOf(const DISubprogram *Subprogram,
                                           unsigned Line) const {
  const auto Known = Rates.find(Subprogram);
  // Line 0 is of what was merged.
  if (Known == Rates.end() || Line == 0 || Line > Known->second.size())
    return std::nullopt;
  return Known->second[Line - 1];
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
