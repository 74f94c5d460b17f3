// What LLVM's native-size model sees
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IR2NativeFeatures.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include <algorithm>

using namespace llvm;

namespace mlgo {
namespace {
constexpr size_t NamedCount = 9;
constexpr size_t OpcodeCount = 68;

struct OpcodePair {
  uint8_t First, Second;
  bool operator<(const OpcodePair &Other) const {
    return First != Other.First ? First < Other.First : Second < Other.Second;
  }
};

/// The pairs that the model was trained with, ascending.
constexpr OpcodePair Pairs[] = {
    {1, 1},   {1, 4},   {1, 5},   {1, 7},   {1, 8},   {1, 9},   {1, 11},
    {1, 12},  {1, 13},  {1, 14},  {1, 18},  {1, 20},  {1, 22},  {1, 24},
    {1, 25},  {1, 26},  {1, 27},  {1, 28},  {1, 29},  {1, 30},  {1, 31},
    {1, 32},  {1, 33},  {1, 34},  {1, 39},  {1, 40},  {1, 42},  {1, 45},
    {2, 1},   {2, 2},   {2, 13},  {2, 28},  {2, 29},  {2, 32},  {2, 33},
    {2, 34},  {2, 38},  {2, 48},  {2, 49},  {2, 53},  {2, 55},  {2, 56},
    {13, 2},  {13, 13}, {13, 26}, {13, 33}, {13, 34}, {13, 56}, {15, 27},
    {28, 2},  {28, 48}, {28, 53}, {29, 2},  {29, 33}, {29, 56}, {31, 31},
    {31, 33}, {31, 34}, {31, 49}, {32, 1},  {32, 2},  {32, 13}, {32, 15},
    {32, 28}, {32, 29}, {32, 32}, {32, 33}, {32, 34}, {32, 39}, {32, 40},
    {32, 48}, {32, 49}, {32, 53}, {32, 56}, {33, 1},  {33, 2},  {33, 32},
    {33, 33}, {33, 34}, {33, 49}, {33, 53}, {33, 56}, {34, 1},  {34, 2},
    {34, 32}, {34, 33}, {34, 34}, {34, 49}, {34, 53}, {34, 56}, {38, 34},
    {39, 57}, {40, 34}, {47, 15}, {47, 49}, {48, 2},  {48, 34}, {48, 56},
    {49, 1},  {49, 2},  {49, 28}, {49, 32}, {49, 33}, {49, 34}, {49, 39},
    {49, 49}, {49, 56}, {53, 1},  {53, 2},  {53, 28}, {53, 34}, {53, 53},
    {53, 57}, {55, 1},  {55, 28}, {55, 34}, {55, 53}, {55, 55}, {55, 56},
    {56, 1},  {56, 2},  {56, 7},  {56, 13}, {56, 32}, {56, 33}, {56, 34},
    {56, 49}, {56, 53}, {56, 56}, {56, 64}, {57, 34}, {57, 56}, {57, 57},
    {64, 1},  {64, 64}, {65, 1},  {65, 65}};
static_assert(NamedCount + OpcodeCount + std::size(Pairs) ==
              IR2NativeFeatureCount);

void countOpcodes(const Function &F, IR2NativeFeatures &Features) {
  unsigned Last = 0;
  for (const BasicBlock &BB : F)
    for (const Instruction &I : BB.instructionsWithoutDebug()) {
      const unsigned Opcode = compat::getOpcodeOfLLVM21(I.getOpcode());
      ++Features[NamedCount + Opcode];
      Features[2] += isa<CallBase>(I);
      const OpcodePair Wanted = {static_cast<uint8_t>(Last),
                                 static_cast<uint8_t>(Opcode)};
      const auto *Found =
          std::lower_bound(std::begin(Pairs), std::end(Pairs), Wanted);
      if (Found != std::end(Pairs) && !(Wanted < *Found))
        ++Features[NamedCount + OpcodeCount +
                   static_cast<size_t>(Found - std::begin(Pairs))];
      Last = Opcode;
    }
}

int32_t getCodeSize(const Function &F, const TargetTransformInfo &TTI) {
  int64_t Size = 0;
  for (const BasicBlock &BB : F)
    for (const Instruction &I : BB) {
      const InstructionCost Cost =
          TTI.getInstructionCost(&I, TargetTransformInfo::TCK_CodeSize);
      Size += compat::getCostValue(Cost);
    }
  return static_cast<int32_t>(std::min<int64_t>(Size, INT32_MAX));
}
} // namespace

IR2NativeFeatures extractIR2NativeFeatures(Function &F,
                                           TargetTransformInfo &TTI) {
  IR2NativeFeatures Features = {};
  countOpcodes(F, Features);
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  Features[0] = getCodeSize(F, TTI);
  Features[1] = static_cast<int32_t>(F.size());
  Features[3] = F.hasLocalLinkage();
  Features[4] = F.hasLinkOnceODRLinkage();
  Features[5] = F.hasLinkOnceLinkage();
  Features[6] = static_cast<int32_t>(std::distance(Loops.begin(), Loops.end()));
  Features[7] = Features[6] > 0;
  for (const BasicBlock &BB : F)
    if (const DomTreeNode *Node = Tree.getNode(&BB))
      Features[8] =
          std::max(Features[8], static_cast<int32_t>(Node->getLevel()));
  return Features;
}
} // namespace mlgo
