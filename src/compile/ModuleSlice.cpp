// Compiles only some functions of a module
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ModuleSlice.h"
#include "compile/LinkUnits.h"
#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace mlgo {
void PassFilter::registerCallbacks(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerShouldRunOptionalPassCallback([this](StringRef, Any IR) {
    if (!Chosen)
      return true;
    if (auto *F = any_cast<const Function *>(&IR))
      return Chosen->contains(*F);
    if (auto *L = any_cast<const Loop *>(&IR))
      return Chosen->contains((*L)->getHeader()->getParent());
    if (auto *Component = any_cast<const LazyCallGraph::SCC *>(&IR)) {
      for (const LazyCallGraph::Node &N : **Component)
        if (Chosen->contains(&N.getFunction()))
          return true;
      return false;
    }
    return true;
  });
  Callbacks.registerAfterPassCallback(
      [this](StringRef Pass, Any IR, const PreservedAnalyses &) {
        auto *M = any_cast<const Module *>(&IR);
        if (!M)
          return;
        if (Pass == "ModuleInlinerWrapperPass") {
          IsInlinerDone = true;
          if (OnInlinerDone)
            OnInlinerDone(*const_cast<Module *>(*M));
        } else if (IsInlinerDone && OnArgumentsPromoted &&
                   Pass == "ModuleToPostOrderCGSCCPassAdaptor") {
          // The first after the inliner; the next infers attributes.
          OnArgumentsPromoted();
          OnArgumentsPromoted = nullptr;
        }
      });
  Callbacks.registerBeforeNonSkippedPassCallback([this](StringRef Pass, Any) {
    if (IsInlinerDone && OnAttributesInferred &&
        Pass.starts_with("RequireAnalysisPass<llvm::GlobalsAA")) {
      OnAttributesInferred();
      OnAttributesInferred = nullptr;
    }
  });
}

bool sharesItsUnit(const Function &F) { return F.hasSection(); }

/// What refers to an alias refers to a declaration from now on.
static void dropAlias(GlobalAlias &Alias) {
  Module &M = *Alias.getParent();
  auto *Type = dyn_cast<FunctionType>(Alias.getValueType());
  GlobalValue *Plain = nullptr;
  if (Type)
    Plain = Function::Create(Type, GlobalValue::ExternalLinkage,
                             Alias.getAddressSpace(), "", &M);
  else
    Plain = new GlobalVariable(M, Alias.getValueType(), false,
                               GlobalValue::ExternalLinkage, nullptr);
  Plain->takeName(&Alias);
  Plain->setVisibility(Alias.hasLocalLinkage() ? GlobalValue::HiddenVisibility
                                               : Alias.getVisibility());
  Plain->setDSOLocal(Alias.isDSOLocal());
  Alias.replaceAllUsesWith(Plain);
  Alias.eraseFromParent();
}

std::map<std::string, std::string>
dropOtherBodies(Module &M, const PassFilter::FunctionSet &Kept) {
  std::map<std::string, std::string> Locals;
  std::vector<Function *> Dropped;
  // Those that would go unused now must not go.
  SmallVector<GlobalValue *, 16> Used;
  PassFilter::FunctionSet IsDropped;
  for (Function &F : M)
    if (!F.isDeclaration()) {
      if (Kept.contains(&F)) {
        Used.push_back(&F);
        continue;
      }
      Dropped.push_back(&F);
      IsDropped.insert(&F);
    }
  std::vector<GlobalAlias *> Aliases;
  for (GlobalAlias &Alias : M.aliases())
    if (auto *F = dyn_cast_or_null<Function>(Alias.getAliaseeObject()))
      if (IsDropped.contains(F))
        Aliases.push_back(&Alias);
  for (GlobalAlias *Alias : Aliases) {
    if (Alias->hasLocalLinkage())
      Locals.emplace(Alias->getName(), getUnitOfFunction(*cast<Function>(
                                           Alias->getAliaseeObject())));
    dropAlias(*Alias);
  }
  for (Function *F : Dropped) {
    const bool WasLocal = F->hasLocalLinkage();
    F->deleteBody();
    F->setComdat(nullptr);
    if (WasLocal) {
      Locals.emplace(F->getName(), getUnitOfFunction(*F));
      F->setVisibility(GlobalValue::HiddenVisibility);
      F->setDSOLocal(true);
    }
  }
  appendToCompilerUsed(M, Used);
  return Locals;
}

void restoreLocalUses(ObjectUnits &Units,
                      const std::map<std::string, std::string> &Locals) {
  for (auto &[Name, U] : Units) {
    std::vector<std::string> Uses;
    for (std::string &Symbol : U.Uses)
      if (auto Local = Locals.find(Symbol); Local != Locals.end())
        U.Units.push_back(Local->second);
      else
        Uses.push_back(std::move(Symbol));
    U.Uses = std::move(Uses);
    llvm::sort(U.Units);
    U.Units.erase(std::unique(U.Units.begin(), U.Units.end()), U.Units.end());
  }
}

UnitSelector::UnitSelector(const ObjectUnits &Units,
                           std::function<bool(const std::string &)> IsCode)
    : Units(Units), IsCode(std::move(IsCode)) {
  for (const auto &[Name, U] : Units)
    for (const std::string &Symbol : U.Defines)
      UnitOfSymbol.emplace(Symbol, Name);
}

ObjectUnits UnitSelector::select(std::vector<std::string> Pending) const {
  ObjectUnits Selected;
  auto Follow = [&](const std::string &Name) {
    if (!IsCode(Name) && !Selected.count(Name))
      Pending.push_back(Name);
  };
  while (!Pending.empty()) {
    const std::string Name = std::move(Pending.back());
    Pending.pop_back();
    auto Unit = Units.find(Name);
    if (Unit == Units.end() || !Selected.insert(*Unit).second)
      continue;
    for (const std::string &Other : Unit->second.Units)
      Follow(Other);
    for (const std::string &Symbol : Unit->second.Uses)
      if (auto Other = UnitOfSymbol.find(Symbol); Other != UnitOfSymbol.end())
        Follow(Other->second);
  }
  return Selected;
}

std::string saveAttributes(const Module &M) {
  Module Declarations(M.getModuleIdentifier(), M.getContext());
  Declarations.setDataLayout(M.getDataLayout());
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    Function *D =
        Function::Create(F.getFunctionType(), GlobalValue::ExternalLinkage,
                         F.getAddressSpace(), F.getName(), &Declarations);
    D->setAttributes(F.getAttributes());
  }
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  WriteBitcodeToFile(Declarations, OS);
  OS.flush();
  return Bytes;
}
} // namespace mlgo
