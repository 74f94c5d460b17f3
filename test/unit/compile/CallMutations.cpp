// Changes of a call
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InstructionMutations.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace mlgo {
namespace {

void listBundles(CallInst &Call, std::vector<Mutation> &List) {
  using Bundle = OperandBundleDef;
  using Values = std::vector<Value *>;
  auto Add = [&](std::vector<Bundle> Bundles) {
    List.push_back({"bundle", [&Call, Bundles] {
                      Instruction *Other = CallInst::Create(&Call, Bundles);
                      Other->insertBefore(Call.getIterator());
                      Call.replaceAllUsesWith(Other);
                      Call.eraseFromParent();
                    }});
  };
  Value *One = ConstantInt::get(Type::getInt32Ty(Call.getContext()), 1);
  Add({});
  Add({Bundle("some", Values{One, One})});
  Add({Bundle("other", Values{One, One})});
  Add({Bundle("some", Values{One}), Bundle("some", Values{One})});
  Add({Bundle("some", Values{One, One}), Bundle("some", Values())});
}

void listAssembly(CallBase &Call, InlineAsm &A, std::vector<Mutation> &List) {
  auto Add = [&](StringRef Text, StringRef Constraints, bool HasSideEffects,
                 bool IsAlignStack, InlineAsm::AsmDialect Dialect,
                 bool CanThrow) {
    InlineAsm *Other =
        InlineAsm::get(A.getFunctionType(), Text, Constraints, HasSideEffects,
                       IsAlignStack, Dialect, CanThrow);
    List.push_back(
        {"assembly", [&Call, Other] { Call.setCalledOperand(Other); }});
  };
  const std::string Text(A.getAsmString()), In(A.getConstraintString());
  const bool Effects = A.hasSideEffects();
  Add(Text + "nop", In, Effects, false, InlineAsm::AD_ATT, false);
  Add(Text, In + ",~{rax}", Effects, false, InlineAsm::AD_ATT, false);
  Add(Text, In, !Effects, false, InlineAsm::AD_ATT, false);
  Add(Text, In, Effects, true, InlineAsm::AD_ATT, false);
  Add(Text, In, Effects, false, InlineAsm::AD_Intel, false);
  Add(Text, In, Effects, false, InlineAsm::AD_ATT, true);
}

void listAttributes(CallBase &Call, std::vector<Mutation> &List) {
  auto Add = [&](auto Apply) { List.push_back({"call attribute", Apply}); };
  LLVMContext &Context = Call.getContext();
  Add([&Call] { Call.addFnAttr(Attribute::Cold); });
  Add([&Call] { Call.addFnAttr(Attribute::get(Call.getContext(), "a", "b")); });
  Add([&Call] { Call.addRetAttr(Attribute::NonNull); });
  if (Call.arg_size() == 0)
    return;
  Add([&Call] { Call.addParamAttr(0, Attribute::InReg); });
  for (Type *T : {Type::getInt64Ty(Context), Type::getInt32Ty(Context)})
    Add([&Call, T] {
      Call.removeParamAttr(0, Attribute::ByVal);
      Call.addParamAttr(0, Attribute::getWithByValType(T->getContext(), T));
    });
}

} // namespace

void listCallMutations(CallBase &Call, std::vector<Mutation> &List) {
  List.push_back({"call convention",
                  [&Call] { Call.setCallingConv(CallingConv::PreserveAll); }});
  listAttributes(Call, List);
  if (auto *Plain = dyn_cast<CallInst>(&Call)) {
    List.push_back(
        {"tail", [Plain] { Plain->setTailCallKind(CallInst::TCK_MustTail); }});
    listBundles(*Plain, List);
  }
  if (auto *Assembly = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    listAssembly(Call, *Assembly, List);
}

} // namespace mlgo
