// Sequences of instructions that repeat
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RepeatedCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/SuffixTree.h"
#include <map>

using namespace llvm;

namespace mlgo {
using Indices = SmallDenseMap<const Value *, unsigned, 16>;

static Indices indexResults(const NumberedCode &Code, unsigned Start,
                            unsigned Length) {
  Indices Index;
  for (unsigned I = 0; I < Length; ++I)
    Index[Code.Instructions[Start + I]] = I;
  return Index;
}

static bool hasUserOutside(const Instruction &I, const Indices &Inside) {
  return any_of(I.users(), [&](const User *U) { return !Inside.count(U); });
}

/// Which results are operands of what: the same where the code at two places
/// has one shape.
static std::vector<unsigned> findShape(const NumberedCode &Code, unsigned Start,
                                       unsigned Length) {
  const Indices Index = indexResults(Code, Start, Length);
  std::vector<unsigned> Shape;
  for (unsigned I = 0; I < Length; ++I)
    for (const Value *Operand : Code.Instructions[Start + I]->operands()) {
      auto Found = Index.find(Operand);
      Shape.push_back(Found == Index.end() ? ~0u : Found->second);
    }
  return Shape;
}

/// Adds what of \p Starts has one shape, and at least two places.
static void addByShape(const NumberedCode &Code, ArrayRef<unsigned> Starts,
                       unsigned Length, std::vector<RepeatedCode> &Repeats) {
  std::map<std::vector<unsigned>, std::vector<unsigned>> ByShape;
  for (unsigned Start : Starts)
    ByShape[findShape(Code, Start, Length)].push_back(Start);
  for (auto &[Shape, Places] : ByShape)
    if (Places.size() > 1)
      Repeats.push_back({std::move(Places), Length});
}

/// \p Repeated from behind the last but one of \p Results, which are used
/// elsewhere.
static RepeatedCode dropFront(RepeatedCode Repeated,
                              ArrayRef<unsigned> Results) {
  const unsigned Dropped = Results[Results.size() - 2] + 1;
  for (unsigned &Start : Repeated.Starts)
    Start += Dropped;
  Repeated.Length -= Dropped;
  return Repeated;
}

/// \p Repeated up to where at most one result is used elsewhere.
static RepeatedCode dropBack(const NumberedCode &Code, RepeatedCode Repeated,
                             ArrayRef<unsigned> Results) {
  // Longer ones are rare, and each step looks at all of it.
  constexpr unsigned Longest = 64;
  Repeated.Length = std::min({Repeated.Length, Results[1], Longest});
  while (Repeated.Length > 1 && findResults(Code, Repeated).size() > 1)
    --Repeated.Length;
  return Repeated;
}

/// Of \p Starts, which are in order, those that do not overlap.
static std::vector<unsigned> dropOverlaps(ArrayRef<unsigned> Starts,
                                          unsigned Length) {
  std::vector<unsigned> Result;
  for (unsigned Start : Starts)
    if (Result.empty() || Start >= Result.back() + Length)
      Result.push_back(Start);
  return Result;
}

std::vector<RepeatedCode> findRepeatedCode(const NumberedCode &Code) {
  std::vector<RepeatedCode> Repeats;
  if (Code.Numbers.empty())
    return Repeats;
  SuffixTree Tree(Code.Numbers, /*OutlinerLeafDescendants=*/true);
  for (const SuffixTree::RepeatedSubstring &Found : Tree) {
    std::vector<unsigned> Starts(Found.StartIndices.begin(),
                                 Found.StartIndices.end());
    llvm::sort(Starts);
    addByShape(Code, dropOverlaps(Starts, Found.Length), Found.Length, Repeats);
  }
  std::vector<RepeatedCode> Result;
  for (RepeatedCode &Repeated : Repeats) {
    const std::vector<unsigned> Results = findResults(Code, Repeated);
    if (Results.size() <= 1) {
      Result.push_back(std::move(Repeated));
      continue;
    }
    Result.push_back(dropFront(Repeated, Results));
    Result.push_back(dropBack(Code, Repeated, Results));
  }
  erase_if(Result, [](const RepeatedCode &R) { return R.Length < 2; });
  // In the order of the code, whatever the tree's is.
  llvm::sort(Result, [](const RepeatedCode &A, const RepeatedCode &B) {
    return std::tie(A.Starts, A.Length) < std::tie(B.Starts, B.Length);
  });
  return Result;
}

bool isUsedOutside(const NumberedCode &Code, unsigned Start, unsigned Length,
                   unsigned Index) {
  return hasUserOutside(*Code.Instructions[Start + Index],
                        indexResults(Code, Start, Length));
}

std::vector<unsigned> findResults(const NumberedCode &Code,
                                  const RepeatedCode &Repeated) {
  std::vector<bool> IsUsed(Repeated.Length);
  for (unsigned Start : Repeated.Starts) {
    const Indices Index = indexResults(Code, Start, Repeated.Length);
    for (unsigned I = 0; I < Repeated.Length; ++I)
      if (hasUserOutside(*Code.Instructions[Start + I], Index))
        IsUsed[I] = true;
  }
  std::vector<unsigned> Results;
  for (unsigned I = 0; I < Repeated.Length; ++I)
    if (IsUsed[I])
      Results.push_back(I);
  return Results;
}

std::optional<CommonFunction> makeCommonFunction(const NumberedCode &Code,
                                                 const RepeatedCode &Repeated) {
  using Operand = CommonFunction::Operand;
  CommonFunction Result;
  const std::vector<unsigned> Results = findResults(Code, Repeated);
  if (Results.size() > 1)
    return std::nullopt;
  const unsigned First = Repeated.Starts.front();
  if (!Results.empty()) {
    Result.Result = Results.front();
    if (!canPass(*Code.Instructions[First + *Result.Result]->getType()))
      return std::nullopt;
  }
  const Indices Index = indexResults(Code, First, Repeated.Length);
  std::map<std::vector<Value *>, unsigned> Known;
  for (unsigned I = 0; I < Repeated.Length; ++I) {
    const Instruction &Example = *Code.Instructions[First + I];
    std::vector<Operand> Operands;
    for (unsigned O = 0; O < Example.getNumOperands(); ++O) {
      Value *V = Example.getOperand(O);
      if (auto Found = Index.find(V); Found != Index.end()) {
        Operands.push_back({Operand::Kind::Result, Found->second, nullptr});
        continue;
      }
      std::vector<Value *> Values;
      for (unsigned Start : Repeated.Starts)
        Values.push_back(Code.Instructions[Start + I]->getOperand(O));
      if (isa<Constant>(V) && all_equal(Values)) {
        Operands.push_back({Operand::Kind::Constant, 0, V});
        continue;
      }
      if (!canPass(*V->getType()))
        return std::nullopt;
      const auto [At, IsNew] = Known.insert({Values, Result.Arguments.size()});
      if (IsNew)
        Result.Arguments.push_back(Values);
      Operands.push_back({Operand::Kind::Argument, At->second, nullptr});
    }
    Result.Operands.push_back(std::move(Operands));
  }
  return Result;
}
} // namespace mlgo
