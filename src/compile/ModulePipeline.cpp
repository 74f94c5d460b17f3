// Compiles a module as clang does, in process
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ModulePipeline.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/llvm/PassAnalyses.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/ModuleSummaryIndex.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/ConstantMerge.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/RelLookupTableConverter.h"

using namespace llvm;

namespace mlgo {
Result<std::unique_ptr<Module>> loadModule(LLVMContext &Ctx,
                                           const std::string &Path) {
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseIRFile(Path, Diagnostic, Ctx);
  if (!M)
    return Error(Path + ": " + Diagnostic.getMessage().str());
  return M;
}

Result<std::unique_ptr<TargetMachine>> createTargetMachine(const Module &M,
                                                           CodeLevel Level) {
  [[maybe_unused]] static const bool Initialized = [] {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmPrinters();
    InitializeAllAsmParsers();
    return true;
  }();
  std::string Message;
  const Triple TT(M.getTargetTriple());
  const Target *T = compat::lookupTarget(TT, Message);
  if (!T)
    return mlgo::Error(M.getModuleIdentifier() + ": " + Message);
  TargetOptions Options;
  Options.FunctionSections = true;
  Options.DataSections = true;
  Options.UseInitArray = true;
  const Reloc::Model Model =
      M.getPICLevel() == PICLevel::NotPIC ? Reloc::Static : Reloc::PIC_;
  // Functions of others say themselves what they are for.
  const char *CPU = TT.getArch() == Triple::x86_64 ? "x86-64" : "";
  auto TM = compat::createTargetMachine(*T, TT, CPU, Options, Model,
                                        Level == CodeLevel::O3
                                            ? CodeGenOptLevel::Aggressive
                                            : CodeGenOptLevel::Default);
  if (!TM)
    return mlgo::Error(M.getModuleIdentifier() +
                       ": no code generator for this target");
  // What is said of an object as a whole is to fit the ABI of its functions.
  for (const Function &F : M)
    if (TT.isRISCV() && F.hasFnAttribute("target-features")) {
      TM->setTargetFeatureString(
          F.getFnAttribute("target-features").getValueAsString());
      break;
    }
  // It looks at modules, and we generate code for functions.
  TM->setMachineOutliner(false);
  return TM;
}

/// Modules that were compiled for LTO say whether for the thin kind.
static constexpr const char *ThinFlag = "ThinLTO";

bool isMergedForLTO(const Module &M) {
  auto *IsThin =
      mdconst::extract_or_null<ConstantInt>(M.getModuleFlag(ThinFlag));
  return M.getSourceFileName() == MergedModuleName && IsThin &&
         IsThin->isZero();
}

void markMergedForLTO(Module &M) {
  M.setSourceFileName(MergedModuleName);
  M.addModuleFlag(Module::Error, ThinFlag, uint32_t(0));
}

/// Whether rustc made \p M, which runs the pipeline of a link itself.
static bool isRust(const Module &M) {
  const NamedMDNode *Makers = M.getNamedMetadata("llvm.ident");
  if (!Makers || Makers->getNumOperands() == 0)
    return false;
  const auto *Maker = dyn_cast<MDString>(Makers->getOperand(0)->getOperand(0));
  return Maker && Maker->getString().starts_with("rustc ");
}

static OptimizationLevel toOptimizationLevel(CodeLevel Level) {
  return Level == CodeLevel::O2 ? OptimizationLevel::O2
         : Level == CodeLevel::O3
             ? OptimizationLevel::O3
             : compat::getSizePipeline(Level != CodeLevel::Os);
}

void runPipeline(Module &M, TargetMachine &TM, CodeLevel Level,
                 const std::function<void(PassBuilder &)> &Register,
                 PassInstrumentationCallbacks *Callbacks,
                 const std::string &Profile) {
  const bool IsLTO = isMergedForLTO(M);
  // What clang's driver passes; what lld sets at --lto-O2. It is the functions'
  // own attributes that ask for small code there. rustc does neither.
  const bool IsRust = isRust(M);
  const bool ForSpeed = Level == CodeLevel::O2 || Level == CodeLevel::O3;
  PipelineTuningOptions Tuning;
  Tuning.LoopUnrolling = !IsRust || ForSpeed;
  Tuning.LoopInterleaving = Tuning.LoopUnrolling;
  Tuning.LoopVectorization =
      IsRust ? ForSpeed : IsLTO || Level != CodeLevel::Oz;
  Tuning.SLPVectorization = !IsRust || ForSpeed;
  // rustc also merges equal functions, which trials of parts could not.
  PassAnalyses Analyses;
  PassInstrumentationCallbacks Own;
  if (!Callbacks)
    Callbacks = &Own;
  OptNoneInstrumentation LeavesOut(/*DebugLogging=*/false);
  LeavesOut.registerCallbacks(*Callbacks);
  std::optional<PGOOptions> PGO;
  if (!Profile.empty())
    PGO = compat::useProfile(Profile);
  PassBuilder PB(&TM, Tuning, PGO, Callbacks);
  if (Register)
    Register(PB);
  TargetLibraryInfoImpl Library{Triple(M.getTargetTriple())};
  Analyses.Functions.registerPass(
      [&] { return TargetLibraryAnalysis(Library); });
  Analyses.registerAll(PB);
  if (!IsLTO)
    return (void)PB.buildPerModuleDefaultPipeline(toOptimizationLevel(Level))
        .run(M, Analyses.Modules);
  // Without type metadata, which takes -fwhole-program-vtables, passes only
  // look whether there is a summary.
  ModuleSummaryIndex Summary(/*HaveGVs=*/false);
  PB.buildLTODefaultPipeline(
        IsRust ? toOptimizationLevel(Level) : OptimizationLevel::O2, &Summary)
      .run(M, Analyses.Modules);
}

/// What TargetMachine::addPassesToEmitFile adds, and \p Watch before code is
/// emitted. False if the target cannot.
static bool addWatchedCodeGen(legacy::PassManager &PM, TargetMachine &TM,
                              raw_pwrite_stream &OS, FunctionPass *Watch) {
  auto &Generator = static_cast<compat::CodeGenTargetMachine &>(TM);
  auto *MachineModule = new MachineModuleInfoWrapperPass(&Generator);
  TargetPassConfig *Config = Generator.createPassConfig(PM);
  PM.add(Config);
  PM.add(MachineModule);
  if (Config->addISelPasses()) {
    delete Watch;
    return false;
  }
  Config->addMachinePasses();
  Config->setInitialized();
  PM.add(Watch);
  if (Generator.addAsmPrinter(PM, OS, nullptr, CodeGenFileType::ObjectFile,
                              MachineModule->getMMI().getContext()))
    return false;
  PM.add(createFreeMachineFunctionPass());
  return true;
}

void runLastPasses(Module &M, TargetMachine &TM) {
  PassAnalyses Analyses;
  PassBuilder PB(&TM);
  Analyses.registerAll(PB);
  ModulePassManager MPM;
  MPM.addPass(GlobalDCEPass());
  MPM.addPass(ConstantMergePass());
  MPM.addPass(RelLookupTableConverterPass());
  MPM.run(M, Analyses.Modules);
}

Status generateObject(Module &M, TargetMachine &TM,
                      SmallVectorImpl<char> &Object, FunctionPass *Watch) {
  raw_svector_ostream OS(Object);
  legacy::PassManager PM;
  TargetLibraryInfoImpl Library{Triple(M.getTargetTriple())};
  PM.add(new TargetLibraryInfoWrapperPass(Library));
  if (Watch ? !addWatchedCodeGen(PM, TM, OS, Watch)
            : TM.addPassesToEmitFile(PM, OS, nullptr,
                                     CodeGenFileType::ObjectFile))
    return mlgo::Error(M.getModuleIdentifier() +
                       ": target cannot emit object files");
  PM.run(M);
  return Success();
}

Result<uint64_t> measureText(const SmallVectorImpl<char> &Object) {
  auto File = object::ObjectFile::createObjectFile(
      MemoryBufferRef(StringRef(Object.data(), Object.size()), "object"));
  if (!File)
    return mlgo::Error(toString(File.takeError()));
  uint64_t Size = 0;
  for (const object::SectionRef &Section : (*File)->sections())
    if (Section.isBerkeleyText())
      Size += Section.getSize();
  return Size;
}
} // namespace mlgo
