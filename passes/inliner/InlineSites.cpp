//===- InlineSites.cpp - Names of call sites that last --------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineSites.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlgo {
namespace {

enum Operand : unsigned { Owner, Path, WasGiven };

StringRef getString(const MDNode &Mark, Operand Which) {
  return cast<MDString>(Mark.getOperand(Which))->getString();
}

/// What ThinLTO appends to names of functions it made visible to other modules.
StringRef withoutPromotion(StringRef Name) {
  const size_t At = Name.rfind(".llvm.");
  return At == StringRef::npos ? Name : Name.take_front(At);
}

/// The callee's part of a path; indirect calls may become direct ones.
StringRef getCalleeName(const CallBase &CB) {
  const Function *Callee = CB.getCalledFunction();
  return Callee ? withoutPromotion(Callee->getName()) : "*";
}

} // namespace

InlineSites::InlineSites(Module &M)
    : M(M), Kind(M.getContext().getMDKindID("mlgo.site")) {
  StringMap<unsigned> Seen;
  for (Function &F : M) {
    Seen.clear();
    for (Instruction &I : instructions(F)) {
      auto *CB = dyn_cast<CallBase>(&I);
      if (!CB || isa<IntrinsicInst>(CB) || CB->isInlineAsm())
        continue;
      const StringRef Callee = getCalleeName(*CB);
      mark(*CB, (Callee + "#" + Twine(Seen[Callee]++)).str(), false);
    }
  }
}

InlineSites::~InlineSites() {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<CallBase>(I))
        I.setMetadata(Kind, nullptr);
}

void InlineSites::mark(CallBase &CB, StringRef Path, bool IsGiven) {
  LLVMContext &Ctx = CB.getContext();
  CB.setMetadata(
      Kind, MDNode::get(Ctx, {MDString::get(Ctx, CB.getCaller()->getName()),
                              MDString::get(Ctx, Path),
                              MDString::get(Ctx, IsGiven ? "1" : "")}));
}

std::string InlineSites::getCallerName(const Function &F) const {
  std::string Name = withoutPromotion(F.getName()).str();
  if (F.hasLocalLinkage())
    Name += "@" + sys::path::filename(M.getSourceFileName()).str();
  return Name;
}

InlineSiteName InlineSites::getName(CallBase &CB) {
  const Function &Caller = *CB.getCaller();
  InlineSiteName Name = {getCallerName(Caller), getCalleeName(CB).str(), ""};
  const MDNode *Mark = CB.getMetadata(Kind);
  const bool IsOwn = Mark && getString(*Mark, Owner) == Caller.getName();
  if (IsOwn)
    Name.Path = getString(*Mark, Path).str();
  else
    Name.Path = "?" + Name.Callee;
  if (IsOwn && !getString(*Mark, WasGiven).empty())
    return Name;
  if (const unsigned Earlier = Given[Name.Caller + "\t" + Name.Path]++)
    Name.Path += "~" + std::to_string(Earlier);
  mark(CB, Name.Path, true);
  return Name;
}

void InlineSites::onInlined(Function &Caller, const std::string &Path) {
  for (Instruction &I : instructions(Caller)) {
    auto *CB = dyn_cast<CallBase>(&I);
    const MDNode *Mark = CB ? CB->getMetadata(Kind) : nullptr;
    if (Mark && getString(*Mark, Owner) != Caller.getName())
      mark(*CB, (Path + "/" + getString(*Mark, ::mlgo::Path)).str(), false);
  }
}

} // namespace mlgo
