// At which level a module is compiled
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/CodeSetting.h"
#include "compile/CodePlace.h"
#include "compile/LastingNames.h"
#include "compile/ModuleFlags.h"
#include "compile/ModulePipeline.h"
#include "mlgo/support/File.h"
#include "runner/DecisionFields.h"
#include "support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <filesystem>

using namespace llvm;

namespace mlgo {
constexpr std::string_view WithoutTables = "-no-unwind-tables";
constexpr const char *Mixed = "mixed";

/// Removes \p Kind from all functions and calls, or adds it to what clang would
/// give it: functions with a body that are to be optimised.
static void setEverywhere(Module &M, Attribute::AttrKind Kind, bool IsWanted) {
  for (Function &F : M) {
    if (IsWanted) {
      if (!F.isDeclaration() && !F.hasOptNone())
        F.addFnAttr(Kind);
      continue;
    }
    F.removeFnAttr(Kind);
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Call->removeFnAttr(Kind);
  }
}

const char *nameOf(CodeLevel Level) {
  switch (Level) {
  case CodeLevel::AsBuilt:
    break;
  case CodeLevel::Oz:
    return "Oz";
  case CodeLevel::Os:
    return "Os";
  case CodeLevel::O2:
    return "O2";
  case CodeLevel::O3:
    return "O3";
  }
  return "built";
}

std::string formatCodeSetting(const CodeSetting &S) {
  std::string Text = nameOf(S.Level);
  return S.DropsUnwindTables ? Text.append(WithoutTables) : Text;
}

std::string formatCodeSettings(const std::vector<CodeSetting> &All) {
  return joinText(All, ",", formatCodeSetting);
}

Result<CodeLevel> parseCodeLevel(std::string_view Text) {
  for (const CodeLevel Level :
       {CodeLevel::Oz, CodeLevel::Os, CodeLevel::O2, CodeLevel::O3})
    if (nameOf(Level) == Text)
      return Level;
  return Error("level is '" + std::string(Text) +
               "', expected Oz, Os, O2 or O3");
}

Result<CodeSetting> parseCodeSetting(std::string_view Text) {
  for (const CodeLevel Level :
       {CodeLevel::AsBuilt, CodeLevel::Oz, CodeLevel::Os})
    for (const bool Drops : {false, true})
      if (const CodeSetting S{Level, Drops}; formatCodeSetting(S) == Text)
        return S;
  return Error("setting is '" + std::string(Text) +
               "', expected built, Oz or Os, and " +
               std::string(WithoutTables) + " after it or not");
}

Result<std::vector<CodeSetting>>
parseCodeSettings(const std::vector<std::string> &Names) {
  std::vector<CodeSetting> All;
  if (Names.size() == 1 && Names[0] == Mixed) {
    for (const bool Drops : {false, true})
      for (const CodeLevel Level : {CodeLevel::Oz, CodeLevel::Os})
        All.push_back({Level, Drops});
    return All;
  }
  for (const std::string &Name : Names) {
    const CodeSetting S = MLGO_TRY(parseCodeSetting(Name));
    if (std::find(All.begin(), All.end(), S) != All.end())
      return Error("setting " + Name + " is there twice");
    All.push_back(S);
  }
  return All;
}

CodeLevel getBuiltLevel(const Module &M) {
  bool HasFunctions = false, HasOptSize = false;
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (F.hasMinSize())
      return CodeLevel::Oz;
    HasFunctions = true;
    HasOptSize |= F.hasOptSize();
  }
  if (!HasFunctions)
    return CodeLevel::Oz;
  return HasOptSize ? CodeLevel::Os : CodeLevel::O2;
}

/// The same, with O3 told from O2 by the command line beside the bitcode.
static CodeLevel getBuiltLevel(const Module &M, const std::string &Path) {
  const CodeLevel Level = getBuiltLevel(M);
  if (Level != CodeLevel::O2 || Path.empty())
    return Level;
  const std::filesystem::path Command =
      std::filesystem::path(Path).replace_extension(".cmd");
  const auto Arguments = readFile(Command.string());
  // Each argument ends with a zero.
  using namespace std::string_literals;
  return Arguments && Arguments->find("\0-O3\0"s) != std::string::npos
             ? CodeLevel::O3
             : CodeLevel::O2;
}

CodeLevel applyCodeSetting(Module &M, const CodeSetting &S,
                           const std::string &Path) {
  if (S.DropsUnwindTables) {
    setEverywhere(M, Attribute::UWTable, false);
    dropModuleFlag(M, "uwtable");
  }
  const CodeLevel Built = getBuiltLevel(M, Path);
  if (S.Level == CodeLevel::AsBuilt || S.Level == Built)
    return Built;
  setEverywhere(M, Attribute::MinSize, S.Level == CodeLevel::Oz);
  setEverywhere(M, Attribute::OptimizeForSize,
                S.Level == CodeLevel::Oz || S.Level == CodeLevel::Os);
  return S.Level;
}

Result<BuiltCode> readBuiltCode(const std::string &Path) {
  LLVMContext Ctx;
  SMDiagnostic Diagnostic;
  const auto M = getLazyIRFileModule(Path, Diagnostic, Ctx);
  if (!M)
    return Error(Path + ": " + Diagnostic.getMessage().str());
  BuiltCode Code{
      getBuiltLevel(*M, Path), getTargetName(Triple(M->getTargetTriple())), {}};
  const std::string File = getLastingFile(*M);
  for (const Function &F : *M)
    if (!F.isDeclaration())
      Code.Functions.emplace_back(F.getName().str(),
                                  functionField(getLastingName(F.getName()),
                                                F.hasLocalLinkage(), File));
  return Code;
}

Result<CodeLevel> writeInSetting(const std::string &From, const CodeSetting &S,
                                 const std::string &To) {
  LLVMContext Ctx;
  auto M = MLGO_TRY(loadModule(Ctx, From));
  const CodeLevel Level = applyCodeSetting(*M, S, From);
  if (S.isAsBuilt())
    return Level;
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  // The order of uses may decide between what costs the same.
  WriteBitcodeToFile(*M, OS, /*ShouldPreserveUseListOrder=*/true);
  OS.flush();
  MLGO_TRY(writeFileAtomically(To, Bytes));
  return Level;
}
} // namespace mlgo
