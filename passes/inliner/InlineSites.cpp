// Names of call sites that last
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineSites.h"
#include "compile/LastingNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include <vector>

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

/// \p Name without the numbers of its closures (`3$_7`: length, sign, number);
/// \p Numbers becomes what they were.
std::string withoutClosureNumbers(StringRef Name,
                                  std::vector<unsigned> &Numbers) {
  std::string Text;
  size_t At;
  while ((At = Name.find("$_")) != StringRef::npos) {
    StringRef Before = Name.take_front(At);
    Name = Name.drop_front(At + 2);
    const size_t NameLength = Name.size();
    unsigned Number = 0;
    if (!Name.consumeInteger(10, Number))
      Before.consume_back(std::to_string(2 + NameLength - Name.size()));
    Numbers.push_back(Number);
    Text += (Before + "$_").str();
  }
  return Text + Name.str();
}
} // namespace

InlineSites::InlineSites(Module &M, bool KeepsMarks)
    : M(M), KeepsMarks(KeepsMarks),
      Kind(M.getContext().getMDKindID("mlgo.site")) {
  numberClosures();
  if (isMarked())
    return;
  StringMap<unsigned> Seen;
  for (Function &F : M) {
    Seen.clear();
    for (Instruction &I : instructions(F)) {
      auto *CB = dyn_cast<CallBase>(&I);
      if (!CB || isa<IntrinsicInst>(CB) || CB->isInlineAsm())
        continue;
      const std::string Callee = getCalleeName(*CB);
      mark(*CB, (Callee + "#" + Twine(Seen[Callee]++)).str(), false);
    }
  }
}

bool InlineSites::isMarked() const {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (isa<CallBase>(I) && I.getMetadata(Kind))
        return true;
  return false;
}

InlineSites::~InlineSites() {
  if (KeepsMarks)
    return;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<CallBase>(I))
        I.setMetadata(Kind, nullptr);
}

void InlineSites::numberClosures() {
  using Closure = std::pair<std::vector<unsigned>, StringRef>;
  std::map<std::string, std::vector<Closure>> ByText;
  for (const Function &F : M)
    if (F.getName().contains("$_")) {
      Closure C = {{}, F.getName()};
      const std::string Text =
          withoutClosureNumbers(withoutPromotion(F.getName()), C.first);
      ByText[Text].push_back(std::move(C));
    }
  for (auto &[Text, Closures] : ByText) {
    sort(Closures);
    for (size_t I = 0; I < Closures.size(); ++I)
      Renumbered[Closures[I].second] = Text + "$" + std::to_string(I);
  }
}

std::string InlineSites::getFunctionName(const Function &F) const {
  auto Closure = Renumbered.find(F.getName());
  return Closure == Renumbered.end()
             ? getLastingName(withoutPromotion(F.getName()))
             : Closure->second;
}

std::string InlineSites::getCalleeName(const CallBase &CB) const {
  const Function *Callee = CB.getCalledFunction();
  return Callee ? getFunctionName(*Callee) : "*";
}

void InlineSites::mark(CallBase &CB, StringRef Path, bool IsGiven) {
  LLVMContext &Ctx = CB.getContext();
  CB.setMetadata(
      Kind, MDNode::get(Ctx, {MDString::get(Ctx, CB.getCaller()->getName()),
                              MDString::get(Ctx, Path),
                              MDString::get(Ctx, IsGiven ? "1" : "")}));
}

std::string InlineSites::getCallerName(const Function &F) const {
  std::string Name = getFunctionName(F);
  if (F.hasLocalLinkage())
    return Name + "@" + getLastingFile(M);
  // An empty file name tells a symbol with this sign from a local one.
  return Name.find('@') == Name.npos ? Name : Name + "@";
}

InlineSiteName InlineSites::getName(CallBase &CB) {
  const Function &Caller = *CB.getCaller();
  InlineSiteName Name = {getCallerName(Caller), getCalleeName(CB), ""};
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

void InlineSites::onInlined(const Function &Caller, const std::string &Path,
                            const CallPlace &Place) {
  auto Rename = [&](Instruction &I) {
    auto *CB = dyn_cast<CallBase>(&I);
    const MDNode *Mark = CB ? CB->getMetadata(Kind) : nullptr;
    if (Mark && getString(*Mark, Owner) != Caller.getName())
      mark(*CB, (Path + "/" + getString(*Mark, ::mlgo::Path)).str(), false);
  };
  Place.forEachNew(Rename, [](BasicBlock &) {});
}
} // namespace mlgo
