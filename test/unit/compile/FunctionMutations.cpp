// Changes of a function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FunctionMutations.h"
#include "InstructionMutations.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"

using namespace llvm;

namespace mlgo {
namespace {

/// What \p F refers to, through constants and their initialisers, too.
SetVector<GlobalValue *> collectGlobals(Function &F) {
  SetVector<GlobalValue *> Found;
  SetVector<Value *> Seen;
  for (Instruction &I : instructions(F))
    Seen.insert(I.op_begin(), I.op_end());
  for (size_t I = 0; I < Seen.size(); ++I) {
    auto *C = dyn_cast<Constant>(Seen[I]);
    if (!C)
      continue;
    if (auto *G = dyn_cast<GlobalValue>(C); G && G != &F)
      Found.insert(G);
    auto *Variable = dyn_cast<GlobalVariable>(C);
    if (isa<Function>(C) || (Variable && !Variable->isConstant()))
      continue;
    Seen.insert(C->op_begin(), C->op_end());
  }
  return Found;
}

/// \p C with another number somewhere; null if there is none.
Constant *changeConstant(Constant *C) {
  if (auto *Integer = dyn_cast<ConstantInt>(C))
    return ConstantInt::get(C->getType(), Integer->getValue() + 1);
  if (auto *Real = dyn_cast<ConstantFP>(C))
    return ConstantFP::get(C->getType(),
                           Real->getValueAPF().convertToDouble() + 1);
  if (C->getType()->isPointerTy())
    return isa<ConstantPointerNull>(C)
               ? nullptr
               : ConstantPointerNull::get(cast<PointerType>(C->getType()));
  Constant *First = C->getAggregateElement(0u);
  Constant *Changed = First ? changeConstant(First) : nullptr;
  if (!Changed)
    return nullptr;
  SmallVector<Constant *, 8> Elements = {Changed};
  for (unsigned I = 1; Constant *Element = C->getAggregateElement(I); ++I)
    Elements.push_back(Element);
  if (auto *Array = dyn_cast<ArrayType>(C->getType()))
    return ConstantArray::get(Array, Elements);
  return ConstantStruct::get(cast<StructType>(C->getType()), Elements);
}

/// Changes of what \p G is from outside.
void listOutside(GlobalValue &G, const std::string &Of,
                 std::vector<Mutation> &List) {
  auto Add = [&](const char *Kind, auto Apply) {
    List.push_back({Of + Kind, Apply});
  };
  Add("name", [&G] { G.setName("renamed"); });
  Add("linkage", [&G] {
    G.setLinkage(G.hasWeakODRLinkage() ? GlobalValue::LinkOnceODRLinkage
                                       : GlobalValue::WeakODRLinkage);
  });
  if (!G.hasLocalLinkage()) {
    Add("visibility",
        [&G] { G.setVisibility(GlobalValue::ProtectedVisibility); });
    Add("locality", [&G] { G.setDSOLocal(!G.isDSOLocal()); });
  }
  Add("significance", [&G] {
    G.setUnnamedAddr(G.hasAtLeastLocalUnnamedAddr()
                         ? GlobalValue::UnnamedAddr::None
                         : GlobalValue::UnnamedAddr::Local);
  });
  Add("partition", [&G] { G.setPartition("part"); });
  auto *Object = dyn_cast<GlobalObject>(&G);
  if (!Object)
    return;
  Add("section", [Object] { Object->setSection(".other"); });
  Add("comdat", [Object] {
    Object->setComdat(Object->getParent()->getOrInsertComdat("other"));
  });
  if (Object->hasComdat())
    Add("comdat kind",
        [Object] { Object->getComdat()->setSelectionKind(Comdat::Largest); });
  if (auto *F = dyn_cast<Function>(&G)) {
    Add("alignment", [F] { F->setAlignment(Align(64)); });
    Add("convention", [F] { F->setCallingConv(CallingConv::PreserveMost); });
    Add("attribute", [F] { F->addFnAttr(Attribute::Cold); });
    Add("attribute", [F] { F->addFnAttr("probe-stack", "inline-asm"); });
    if (F->arg_size() != 0)
      Add("attribute", [F] { F->addParamAttr(0, Attribute::InReg); });
    if (!F->getReturnType()->isVoidTy())
      Add("attribute", [F] { F->addRetAttr(Attribute::NoUndef); });
  }
}

void listGlobal(GlobalValue &G, std::vector<Mutation> &List) {
  const std::string Of = isa<Function>(G) ? "callee's " : "variable's ";
  listOutside(G, Of, List);
  auto *Variable = dyn_cast<GlobalVariable>(&G);
  if (!Variable)
    return;
  auto Add = [&](const char *Kind, auto Apply) {
    List.push_back({Of + Kind, Apply});
  };
  Add("alignment", [Variable] { Variable->setAlignment(Align(64)); });
  Add("thread", [Variable] { Variable->setThreadLocal(true); });
  Add("model", [Variable] { Variable->setCodeModel(CodeModel::Large); });
  Add("constancy",
      [Variable] { Variable->setConstant(!Variable->isConstant()); });
  Add("attribute", [Variable] { Variable->addAttribute("bss-section", ".b"); });
  if (Variable->isConstant() && Variable->hasInitializer())
    if (Constant *Other = changeConstant(Variable->getInitializer()))
      Add("initialiser", [=] { Variable->setInitializer(Other); });
}

void listOwn(Function &F, std::vector<Mutation> &List) {
  auto Add = [&](const char *Kind, auto Apply) {
    List.push_back({Kind, Apply});
  };
  Add("collector", [&F] { F.setGC("shadow-stack"); });
  Type *Int = Type::getInt32Ty(F.getContext());
  Add("personality",
      [&F, Int] { F.setPersonalityFn(ConstantInt::get(Int, 1)); });
  Add("prefix", [&F, Int] { F.setPrefixData(ConstantInt::get(Int, 1)); });
  Add("prologue", [&F, Int] { F.setPrologueData(ConstantInt::get(Int, 1)); });
  Add("entry count", [&F] { F.setEntryCount(5); });
  // Code is laid out from this order, so that it counts.
  for (BasicBlock &B : F)
    if (&B != &F.getEntryBlock() && B.getNextNode())
      Add("block order", [&B] { B.moveAfter(B.getNextNode()); });
}

} // namespace

std::vector<Mutation> listMutations(Function &F) {
  std::vector<Mutation> List;
  listOutside(F, "own ", List);
  listOwn(F, List);
  for (Instruction &I : instructions(F))
    listInstructionMutations(I, List);
  for (GlobalValue *G : collectGlobals(F))
    listGlobal(*G, List);
  return List;
}

//===----------------------------------------------------------------------===//
// What changes no code
//===----------------------------------------------------------------------===//

namespace {

void renameLocals(Module &M, const Twine &Name) {
  for (Function &F : M) {
    for (Argument &A : F.args())
      A.setName(Name);
    for (BasicBlock &B : F)
      B.setName(Name);
    for (Instruction &I : instructions(F))
      if (!I.getType()->isVoidTy())
        I.setName(Name);
  }
}

/// Variables without a name are known by their order.
void reverseGlobals(Module &M) {
  std::vector<Function *> Functions;
  for (Function &F : M)
    Functions.push_back(&F);
  for (Function *F : Functions) {
    F->removeFromParent();
    M.getFunctionList().push_front(F);
  }
  std::vector<GlobalVariable *> Variables;
  for (GlobalVariable &Variable : M.globals())
    if (Variable.hasName())
      Variables.push_back(&Variable);
  for (GlobalVariable *Variable : Variables) {
    M.removeGlobalVariable(Variable);
    M.insertGlobalVariable(M.global_begin(), Variable);
  }
}

void addUnreferenced(Module &M) {
  Type *Int = Type::getInt32Ty(M.getContext());
  Function::Create(FunctionType::get(Int, false), Function::ExternalLinkage,
                   "unreferenced", &M);
  new GlobalVariable(M, Int, true, GlobalValue::InternalLinkage,
                     ConstantInt::get(Int, 3), "nobody");
  M.getOrInsertNamedMetadata("notes")->addOperand(
      MDNode::get(M.getContext(), {}));
}

void addLocations(Module &M) {
  M.addModuleFlag(Module::Warning, "Debug Info Version",
                  DEBUG_METADATA_VERSION);
  DIBuilder Builder(M);
  DIFile *File = Builder.createFile("x.c", "/");
  Builder.createCompileUnit(dwarf::DW_LANG_C, File, "", true, "", 0);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    DISubprogram *Program = Builder.createFunction(
        File, F.getName(), "", File, 1,
        Builder.createSubroutineType(Builder.getOrCreateTypeArray({})), 1,
        DINode::FlagZero, DISubprogram::SPFlagDefinition);
    F.setSubprogram(Program);
    unsigned Line = 1;
    for (Instruction &I : instructions(F))
      I.setDebugLoc(DILocation::get(M.getContext(), ++Line, 1, Program));
  }
  Builder.finalize();
}

void addMarks(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      I.setMetadata("mlgo.site", MDNode::get(M.getContext(), {}));
}

} // namespace

std::vector<NeutralChange> listNeutralChanges() {
  return {
      {"local values get names", [](Module &M) { renameLocals(M, "v"); }},
      {"local values lose names", [](Module &M) { renameLocals(M, ""); }},
      {"functions and variables change places", reverseGlobals},
      {"types get other names",
       [](Module &M) {
         for (StructType *T : M.getIdentifiedStructTypes())
           T->setName("renamed");
       }},
      {"unreferenced values and metadata are added", addUnreferenced},
      {"a variable starts with another value",
       [](Module &M) {
         GlobalVariable *Variable = M.getNamedGlobal("mutable");
         Variable->setInitializer(changeConstant(Variable->getInitializer()));
       }},
      {"instructions get lines", addLocations},
      {"instructions get marks of the advisor", addMarks},
  };
}

} // namespace mlgo
