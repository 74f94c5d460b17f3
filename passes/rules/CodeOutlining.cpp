// Functions of code that repeats
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CodeOutlining.h"
#include "OutliningGain.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>

using namespace llvm;

namespace mlgo {
namespace {
using Operand = CommonFunction::Operand;

/// The attributes of \p F that say how code is generated. What says something
/// about what \p F does is not known of its parts, and its place in the program
/// ("wasm-export-name") is its own.
AttributeList getAttributes(const Function &F) {
  AttrBuilder Attributes(F.getContext());
  for (const Attribute A : F.getAttributes().getFnAttrs())
    if ((A.isStringAttribute() && !A.getKindAsString().starts_with("wasm-")) ||
        A.hasAttribute(Attribute::MinSize) ||
        A.hasAttribute(Attribute::OptimizeForSize) ||
        A.hasAttribute(Attribute::NoImplicitFloat) ||
        A.hasAttribute(Attribute::UWTable) ||
        A.hasAttribute(Attribute::NullPointerIsValid))
      Attributes.addAttribute(A);
  Attributes.addAttribute(Attribute::NoInline);
  return AttributeList().addFnAttributes(F.getContext(), Attributes);
}

/// Outlines from the code of one module.
class Outliner {
public:
  explicit Outliner(Module &M)
      : M(M), Code(numberCode(M)), IsTaken(Code.Numbers.size()) {}

  /// Returns whether something was outlined.
  bool run() {
    std::vector<std::pair<int, RepeatedCode>> Candidates;
    for (const RepeatedCode &Found : findRepeatedCode(Code))
      for (RepeatedCode &Alike : divideByAttributes(Found))
        if (auto F = makeCommonFunction(Code, Alike))
          if (int Gain = estimateOutliningGain(Code, Alike, *F); Gain > 0)
            Candidates.push_back({Gain, std::move(Alike)});
    llvm::stable_sort(Candidates, [](const auto &A, const auto &B) {
      return A.first > B.first;
    });
    bool HasChanged = false;
    for (auto &[Gain, Candidate] : Candidates)
      HasChanged |= outline(std::move(Candidate));
    return HasChanged;
  }

private:
  /// Code is generated in one way for all of a function.
  std::vector<RepeatedCode> divideByAttributes(const RepeatedCode &Repeated) {
    std::vector<RepeatedCode> Result;
    std::map<void *, size_t> ByAttributes;
    for (unsigned Start : Repeated.Starts) {
      const Function &F = *Code.Instructions[Start]->getFunction();
      const auto [At, IsNew] =
          ByAttributes.insert({attributesOf(F).getRawPointer(), Result.size()});
      if (IsNew)
        Result.push_back({{}, Repeated.Length});
      Result[At->second].Starts.push_back(Start);
    }
    erase_if(Result, [](const RepeatedCode &R) { return R.Starts.size() < 2; });
    return Result;
  }

  /// getAttributes, once for a function.
  AttributeList attributesOf(const Function &F) {
    const auto [At, IsNew] = Attributes.try_emplace(&F);
    if (IsNew)
      At->second = getAttributes(F);
    return At->second;
  }

  bool isFree(unsigned Start, unsigned Length) const {
    return std::none_of(IsTaken.begin() + Start,
                        IsTaken.begin() + Start + Length,
                        [](bool Taken) { return Taken; });
  }

  /// Outlines what is left of \p Repeated, if that still pays.
  bool outline(RepeatedCode Repeated) {
    erase_if(Repeated.Starts,
             [&](unsigned Start) { return !isFree(Start, Repeated.Length); });
    if (Repeated.Starts.size() < 2)
      return false;
    const auto Common = makeCommonFunction(Code, Repeated);
    if (!Common || estimateOutliningGain(Code, Repeated, *Common) <= 0)
      return false;
    Function &F = build(Repeated, *Common);
    for (unsigned Place = 0; Place < Repeated.Starts.size(); ++Place)
      callInstead(Repeated, *Common, Place, F);
    return true;
  }

  /// Instruction \p I of \p Repeated with what is known of it at all places.
  Instruction *copy(const RepeatedCode &Repeated, unsigned I) {
    Instruction *Copy = Code.Instructions[Repeated.Starts.front() + I]->clone();
    Copy->dropUnknownNonDebugMetadata();
    Copy->setDebugLoc(DebugLoc());
    if (auto *Call = dyn_cast<CallInst>(Copy))
      for (unsigned Start : Repeated.Starts) {
        auto *Other = cast<CallInst>(Code.Instructions[Start + I]);
        if (!Other->isTailCall())
          Call->setTailCall(false);
        Call->setAttributes(compat::intersectAttributes(M.getContext(),
                                                        Call->getAttributes(),
                                                        Other->getAttributes())
                                .value_or(AttributeList()));
      }
    return Copy;
  }

  Function &build(const RepeatedCode &Repeated, const CommonFunction &Common) {
    const unsigned First = Repeated.Starts.front();
    LLVMContext &Context = M.getContext();
    SmallVector<Type *, 4> Arguments;
    for (const auto &Values : Common.Arguments)
      Arguments.push_back(Values.front()->getType());
    Type *Result = Common.Result
                       ? Code.Instructions[First + *Common.Result]->getType()
                       : Type::getVoidTy(Context);
    Function *F =
        Function::Create(FunctionType::get(Result, Arguments, false),
                         GlobalValue::InternalLinkage, "mlgo.outlined", M);
    F->setAttributes(attributesOf(*Code.Instructions[First]->getFunction()));
    IRBuilder<> Builder(BasicBlock::Create(Context, "", F));
    SmallVector<Instruction *, 16> Copies;
    for (unsigned I = 0; I < Repeated.Length; ++I) {
      Instruction *Copy = copy(Repeated, I);
      for (unsigned O = 0; O < Copy->getNumOperands(); ++O) {
        const Operand &Is = Common.Operands[I][O];
        if (Is.What == Operand::Kind::Result)
          Copy->setOperand(O, Copies[Is.Index]);
        else if (Is.What == Operand::Kind::Argument)
          Copy->setOperand(O, F->getArg(Is.Index));
      }
      Copies.push_back(Builder.Insert(Copy));
    }
    if (Common.Result)
      Builder.CreateRet(Copies[*Common.Result]);
    else
      Builder.CreateRetVoid();
    return *F;
  }

  void callInstead(const RepeatedCode &Repeated, const CommonFunction &Common,
                   unsigned Place, Function &F) {
    const unsigned Start = Repeated.Starts[Place];
    Instruction *First = Code.Instructions[Start];
    Instruction *Last = Code.Instructions[Start + Repeated.Length - 1];
    // As they are now: one may be the result of a call put in before.
    SmallVector<Value *, 4> Arguments(Common.Arguments.size());
    for (unsigned I = 0; I < Repeated.Length; ++I)
      for (unsigned O = 0; O < Common.Operands[I].size(); ++O)
        if (Common.Operands[I][O].What == Operand::Kind::Argument)
          Arguments[Common.Operands[I][O].Index] =
              Code.Instructions[Start + I]->getOperand(O);
    IRBuilder<> Builder(Last);
    CallInst *Call = Builder.CreateCall(&F, Arguments);
    setDebugLocation(*Call, *Last);
    // What ends at some place in between is still in use by the call.
    for (Instruction &I : make_early_inc_range(
             make_range(First->getIterator(), Call->getIterator())))
      if (auto *Mark = dyn_cast<IntrinsicInst>(&I);
          Mark && Mark->getIntrinsicID() == Intrinsic::lifetime_end)
        Mark->moveAfter(Call);
    for (unsigned I = Repeated.Length; I-- > 0;) {
      Instruction *Old = Code.Instructions[Start + I];
      if (Common.Result && I == *Common.Result)
        Old->replaceAllUsesWith(Call);
      Old->eraseFromParent();
      IsTaken[Start + I] = true;
    }
  }

  /// Calls in functions with debug information need a place.
  static void setDebugLocation(Instruction &Call, const Instruction &Like) {
    DISubprogram *Function = Call.getFunction()->getSubprogram();
    if (!Function)
      Call.setDebugLoc(DebugLoc());
    else if (Like.getDebugLoc())
      Call.setDebugLoc(Like.getDebugLoc());
    else
      Call.setDebugLoc(DILocation::get(Call.getContext(), 0, 0, Function));
  }

  Module &M;
  const NumberedCode Code;
  std::vector<bool> IsTaken;
  DenseMap<const Function *, AttributeList> Attributes;
};
} // namespace

bool outlineRepeatedCode(Module &M) { return Outliner(M).run(); }
} // namespace mlgo
