// A module that is allocated in trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationModule.h"
#include "compile/HiddenCounts.h"
#include "compile/ModulePipeline.h"
#include "compile/Profile.h"
#include "compile/ProfiledPipeline.h"
#include "support/Archive.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlgo {
Result<std::unique_ptr<AllocationModule>>
AllocationModule::load(const std::string &Path, const CodeSetting &Setting) {
  std::unique_ptr<AllocationModule> E(new AllocationModule());
  auto M = MLGO_TRY(loadModule(E->Ctx, Path));
  E->M = std::move(M);
  auto TM = MLGO_TRY(createTargetMachine(*E->M));
  E->TM = std::move(TM);
  const CodeLevel Level = applyCodeSetting(*E->M, Setting, Path);
  if (Setting.Profile.empty()) {
    runPipeline(*E->M, *E->TM, Level, nullptr);
    return E;
  }
  MLGO_TRY(readProfile(Setting.Profile));
  // Where several programs have a function main, profiles fit one of them.
  E->Ctx.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
  if (Setting.HidesProfile) {
    E->Executed =
        MLGO_TRY(readHiddenCounts(*E->M, *E->TM, Level, Setting.Profile));
    runPipeline(*E->M, *E->TM, Level, nullptr);
  } else {
    E->Executed =
        MLGO_TRY(runProfiledPipeline(*E->M, *E->TM, Level, Setting.Profile));
  }
  E->Executed->Counts.onInlined(*E->M);
  // Without its version, reading bitcode drops debug information, by which
  // instructions are counted.
  if (!E->M->getModuleFlag("Debug Info Version"))
    E->M->addModuleFlag(Module::Warning, "Debug Info Version",
                        DEBUG_METADATA_VERSION);
  return E;
}

std::string AllocationModule::toBitcode() const {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  // The order of uses may decide between what costs the same.
  WriteBitcodeToFile(*M, OS, true);
  OS.flush();
  return toBytes(Bytes, Executed);
}

Result<std::unique_ptr<AllocationModule>>
AllocationModule::fromBitcode(const std::string &Bytes) {
  std::unique_ptr<AllocationModule> E(new AllocationModule());
  std::string Bitcode;
  if (!fromBytes(Bytes, Bitcode, E->Executed))
    return mlgo::Error("a module's bytes are damaged");
  auto M = parseBitcodeFile(MemoryBufferRef(Bitcode, "module"), E->Ctx);
  if (!M)
    return mlgo::Error(toString(M.takeError()));
  E->M = std::move(*M);
  auto TM = MLGO_TRY(createTargetMachine(*E->M));
  E->TM = std::move(TM);
  return E;
}

void AllocationModule::keepOnly(const std::set<std::string> &Names) {
  SmallPtrSet<const Function *, 8> Aliased;
  for (const GlobalAlias &A : M->aliases())
    if (const auto *F = dyn_cast_or_null<Function>(A.getAliaseeObject()))
      Aliased.insert(F);
  for (Function &F : *M) {
    if (F.isDeclaration() || Aliased.count(&F) ||
        Names.count(F.getName().str()))
      continue;
    // Whether a symbol is of this module decides how it is addressed.
    const bool IsLocal = F.isDSOLocal() || F.hasLocalLinkage();
    F.deleteBody();
    F.setComdat(nullptr);
    F.setDSOLocal(IsLocal);
  }
  bool IsChanged = true;
  while (IsChanged) {
    IsChanged = false;
    for (GlobalVariable &G : make_early_inc_range(M->globals())) {
      G.removeDeadConstantUsers();
      if (G.use_empty() && (G.isDeclaration() || G.hasLocalLinkage())) {
        G.eraseFromParent();
        IsChanged = true;
      }
    }
    for (Function &F : make_early_inc_range(*M)) {
      F.removeDeadConstantUsers();
      if (F.isDeclaration() && F.use_empty()) {
        F.eraseFromParent();
        IsChanged = true;
      }
    }
  }
  if (Executed)
    Executed->Counts.restrictTo(*M);
}

namespace {
/// Hands on what another watch is told, with cycles for scores.
class CycleWatch final : public AllocationWatch {
public:
  CycleWatch(const ExecutedBlocks &Executed,
             std::unique_ptr<AllocationWatch> Of)
      : Executed(Executed), Of(std::move(Of)) {}

private:
  int64_t onQuestion(const AllocationQuestion &Q) override {
    return Of->onQuestion(Q);
  }
  void onFunction(const MachineFunction &MF) override { Of->onFunction(MF); }
  void onAllocated(const MachineFunction &MF,
                   const MachineBlockFrequencyInfo &MBFI, double) override {
    Of->onAllocated(
        MF, MBFI, static_cast<double>(weigh(countCycles(MF, MBFI, Executed))));
  }
  bool needsInputs() const override { return Of->needsInputs(); }

  const ExecutedBlocks &Executed;
  const std::unique_ptr<AllocationWatch> Of;
};
} // namespace

Result<uint64_t>
AllocationModule::generate(const AllocationTask &Task,
                           const std::string &Policy,
                           std::unique_ptr<AllocationWatch> Watch) {
  if (Watch && Executed)
    Watch = std::make_unique<CycleWatch>(*Executed, std::move(Watch));
  MLGO_TRY(Task.decide(Policy, std::move(Watch)));
  SmallVector<char, 0> Bytes;
  MLGO_TRY(generateObject(*M, *TM, Bytes));
  return measureText(Bytes);
}
} // namespace mlgo
