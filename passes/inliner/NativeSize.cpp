// How large code becomes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NativeSize.h"
#include "compile/LinkUnits.h"
#include "compile/ModulePipeline.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/llvm/PassAnalyses.h"
#include "llvm/Analysis/InlineAdvisor.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace mlgo {
namespace {
mlgo::Error takeError(llvm::Error E) {
  return mlgo::Error(toString(std::move(E)));
}

/// A copy of a module that shares nothing with it.
struct IsolatedModule {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  std::unique_ptr<TargetMachine> TM;

  Status load(const Module &Original) {
    // What is wrong with the code is said when it is compiled in earnest.
    Context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
    SmallVector<char, 0> Bytes;
    raw_svector_ostream OS(Bytes);
    WriteBitcodeToFile(Original, OS);
    auto Copy = parseBitcodeFile(
        MemoryBufferRef(OS.str(), Original.getModuleIdentifier()), Context);
    if (!Copy)
      return takeError(Copy.takeError());
    M = std::move(*Copy);
    TM = MLGO_TRY(createTargetMachine(*M));
    return Success();
  }
};

/// Calls stay calls, also where an earlier plugin registered an advisor for the
/// whole process.
llvm::InlineAdvisor *createStockAdvisor(Module &M, FunctionAnalysisManager &FAM,
                                        InlineParams Params,
                                        InlineContext Context) {
  return new DefaultInlineAdvisor(M, FAM, Params, Context);
}

bool refersToForeignLabel(const Value &V, const Function &F, unsigned Depth) {
  if (auto *Label = dyn_cast<BlockAddress>(&V))
    return Label->getFunction() != &F;
  auto *User = dyn_cast<Constant>(&V);
  if (!User || isa<GlobalValue>(User))
    return false;
  if (!Depth)
    return true; // To be safe.
  return any_of(User->operands(), [&](const Use &Operand) {
    return refersToForeignLabel(*Operand, F, Depth - 1);
  });
}
} // namespace

Result<uint64_t> measureModule(const Module &M) {
  IsolatedModule Copy;
  MLGO_TRY(Copy.load(M));
  runLastPasses(*Copy.M, *Copy.TM);
  SmallVector<char, 0> Bytes;
  MLGO_TRY(generateObject(*Copy.M, *Copy.TM, Bytes));
  return measureText(Bytes);
}

Result<uint64_t> measureFunction(const Function &F) {
  for (const Instruction &I : instructions(F))
    for (const Use &Operand : I.operands())
      if (refersToForeignLabel(*Operand, F, 8))
        return Error("function " + F.getName().str() +
                     " refers to a label of another one");
  ValueToValueMapTy Map;
  const std::unique_ptr<Module> Slice =
      CloneModule(*F.getParent(), Map,
                  [&](const GlobalValue *Value) { return Value == &F; });
  auto *Only = cast<Function>(Map[&F]);
  Only->setComdat(nullptr);
  Only->setLinkage(GlobalValue::ExternalLinkage);
  IsolatedModule Copy;
  MLGO_TRY(Copy.load(*Slice));
  runPipeline(*Copy.M, *Copy.TM, CodeLevel::Oz, [](PassBuilder &PB) {
    PB.registerAnalysisRegistrationCallback([](ModuleAnalysisManager &MAM) {
      MAM.registerPass(
          [] { return PluginInlineAdvisorAnalysis(createStockAdvisor); });
    });
  });
  SmallVector<char, 0> Bytes;
  MLGO_TRY(generateObject(*Copy.M, *Copy.TM, Bytes));
  auto Units = MLGO_TRY(readLinkUnits({Bytes.data(), Bytes.size()}));
  uint64_t Size = 0;
  for (const auto &[Name, Unit] : Units)
    Size += Unit.Size;
  return Size;
}
} // namespace mlgo
