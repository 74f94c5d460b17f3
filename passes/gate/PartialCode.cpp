// Generates code of some functions of a module, as if it were of all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PartialCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace mlgo {
namespace {
/// The functions of a module that keep their bodies.
class Keepers {
public:
  Keepers(Module &M, const ModulePart &Part) : Part(Part) {
    unsigned Number = 0;
    for (Function &F : M) {
      Places[&F] = Number++;
      if (Part.Functions.contains(F.getName()))
        add(&F);
    }
    // These are no more than another name of what is there.
    for (GlobalAlias &A : M.aliases())
      add(dyn_cast_or_null<Function>(A.getAliaseeObject()));
    for (GlobalIFunc &I : M.ifuncs())
      add(I.getResolverFunction());
    while (!Open.empty())
      addCallees(*Open.pop_back_val());
  }

  bool contains(const Function &F) const { return Kept.contains(&F); }

private:
  void add(Function *F) {
    if (F && !F->isDeclaration() && Kept.insert(F).second)
      Open.push_back(F);
  }

  void addCallees(Function &F) {
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      // Nobody knows of a callee that comes later.
      if (Callee && Callee->hasLocalLinkage() &&
          (Part.HasCallees || Places.lookup(Callee) >= Places.lookup(&F)))
        add(Callee);
    }
  }

  const ModulePart &Part;
  DenseMap<const Function *, unsigned> Places;
  SmallPtrSet<const Function *, 32> Kept;
  SmallVector<Function *> Open;
};

class PartKeeper final : public ModulePass {
public:
  static inline char ID = 0;
  explicit PartKeeper(const ModulePart &Part) : ModulePass(ID), Part(Part) {}

  StringRef getPassName() const override { return "Part of a module"; }

private:
  bool runOnModule(Module &M) override {
    keepPart(M, Part);
    return true;
  }

  const ModulePart &Part;
};

const ModulePart *PartOfTrial = nullptr;

void addKeeper(TargetMachine &, legacy::PassManagerBase &PM,
               TargetPassConfig *) {
  PM.add(new PartKeeper(*PartOfTrial));
}
} // namespace

void keepPart(Module &M, const ModulePart &Part) {
  const Keepers Kept(M, Part);
  for (Function &F : M)
    if (!F.isDeclaration() && !Kept.contains(F)) {
      F.deleteBody();
      F.setComdat(nullptr);
    }
}

void generatePart(const ModulePart &Part, function_ref<void()> Compile) {
  PartOfTrial = &Part;
  // It comes after all that plugins have registered.
  const RegisterTargetPassConfigCallback Callback(addKeeper);
  Compile();
  PartOfTrial = nullptr;
}
} // namespace mlgo
