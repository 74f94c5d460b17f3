// Compiles what a trial changes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/LinkUnits.h"
#include "evaluate/inline/TrialAllocation.h"
#include "evaluate/inline/TrialGates.h"
#include "evaluate/inline/TrialSession.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include <unistd.h>

using namespace llvm;

namespace mlgo {
namespace {
/// What code will be made of \p F is told by what it is, by the passes that
/// will run, and where it is known how often it runs, by that.
FunctionHasher::Hash hashFunction(const Function &F, FunctionHasher &Hasher,
                                  const SourceCounts &Counts) {
  const auto Runs = Counts.runsOf(F);
  return hashWithGates(Runs ? Hasher.hash(F, *Runs) : Hasher.hash(F), F);
}

TrialSession *Current = nullptr;

/// A module pass that calls a member of the session.
template <void (TrialSession::*Call)()>
struct SessionPass : PassInfoMixin<SessionPass<Call>> {
  PreservedAnalyses run(Module &, ModuleAnalysisManager &) {
    (Current->*Call)();
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

llvm::InlineAdvisor *createTrialAdvisor(Module &, FunctionAnalysisManager &FAM,
                                        InlineParams Params,
                                        InlineContext Context) {
  return Current->createAdvisor(FAM, Params, Context);
}

void addTrialPasses(PassBuilder &PB) {
  PB.registerAnalysisRegistrationCallback([](ModuleAnalysisManager &MAM) {
    MAM.registerPass(
        [] { return PluginInlineAdvisorAnalysis(createTrialAdvisor); });
  });
  PB.registerOptimizerEarlyEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase) {
        MPM.addPass(SessionPass<&TrialSession::onOptimizerStart>());
      });
  PB.registerOptimizerLastEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase) {
        MPM.addPass(SessionPass<&TrialSession::onOptimizerEnd>());
      });
  PB.registerFullLinkTimeOptimizationLastEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(SessionPass<&TrialSession::onOptimizerEnd>());
      });
}
} // namespace

void TrialSession::run() {
  Current = this;
  // Only ARM's entries for unwinding depend on what is before them.
  if (const Triple TT(M.getTargetTriple()); TT.isARM() || TT.isThumb())
    for (const Function &F : M)
      Order.emplace(getUnitOfFunction(F), Order.size() + 1);
  Written = HotAndCold(M);
  PassInstrumentationCallbacks Callbacks;
  Filter.registerCallbacks(Callbacks);
  Filter.OnInlinerDone = [this](Module &) { onInlinerDone(); };
  if (IsLTO) {
    Filter.OnArgumentsPromoted = [this] { onArgumentsPromoted(); };
    Filter.OnAttributesInferred = [this] { onOptimizerStart(); };
  }
  const auto AddPasses = [this](PassBuilder &PB) {
    addTrialGates(PB, Filter);
    addTrialPasses(PB);
  };
  runPipeline(M, TM, Level, AddPasses, &Callbacks,
              readsProfileApart() ? "" : Profile);
  // A module without a call to decide on never asks for an advisor. It is the
  // same under every policy.
  if (CurrentRole == Role::Server)
    serveConstant();
  endTrial("");
}

/// All inlining is done: what was inferred about functions is final, but for
/// LTO, where it is only begun.
void TrialSession::onInlinerDone() {
  if (CurrentRole == Role::Sweep)
    endSweep();
  if (CurrentRole == Role::Whole && Policy == 0 && !IsLTO)
    Knowledge.Attributes = saveAttributes(M);
}

/// From here on, with LTO, no pass changes a function for what is in others.
/// Moves leave out functions that are now as under the first policy.
void TrialSession::onArgumentsPromoted() {
  const bool IsFirst = CurrentRole == Role::Whole && Policy == 0;
  if (!IsFirst && (CurrentRole != Role::Move || Request.Options.Exact))
    return;
  FunctionHasher Hasher;
  PassFilter::FunctionSet Functions;
  Changed.clear();
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    const std::string Name = F.getName().str();
    const FunctionHasher::Hash Hash = hashFunction(F, Hasher, Program.Counts);
    if (IsFirst) {
      Knowledge.EarlyHashes.emplace_back(Name, Hash);
      continue;
    }
    auto Known = BaseEarly.find(Name);
    if (Known == BaseEarly.end() || Known->second != Hash) {
      Changed.insert(Name);
      Functions.insert(&F);
    }
  }
  if (IsFirst)
    return;
  for (Function &F : M)
    if (!F.isDeclaration() && !Functions.contains(&F))
      if (auto Known = BaseAttributes.find(F.getName().str());
          Known != BaseAttributes.end())
        F.setAttributes(Known->second);
  Filter.restrictTo(std::move(Functions));
}

/// Sets apart the functions whose code is known from another trial.
void TrialSession::onOptimizerStart() {
  if (CurrentRole == Role::Whole && Policy == 0 && IsLTO)
    Knowledge.Attributes = saveAttributes(M);
  for (Function &F : M)
    if (!F.isDeclaration())
      CodeUnits.insert(getUnitOfFunction(F));
  if (CurrentRole == Role::Move && !Request.Options.Exact && !HidesProfile)
    return chooseChanged();
  PassFilter::FunctionSet All;
  for (Function &F : M)
    if (!F.isDeclaration())
      All.insert(&F);
  compileUnknown(std::move(All));
}

/// Chooses the functions that a move may have changed, and those that it keeps
/// alive and that were dropped before.
void TrialSession::chooseChanged() {
  PassFilter::FunctionSet Chosen;
  std::vector<Function *> Pending;
  auto Add = [&](Function &F) {
    if (!F.isDeclaration() && Chosen.insert(&F).second)
      Pending.push_back(&F);
  };
  for (Function &F : M)
    if (Changed.count(F.getName().str()))
      Add(F);
  while (!Pending.empty()) {
    Function &F = *Pending.back();
    Pending.pop_back();
    for (Instruction &I : instructions(F))
      for (Value *Operand : I.operands())
        if (auto *Used = dyn_cast<Function>(Operand->stripPointerCasts()))
          if (!BaseFunctions.count(Used->getName().str()))
            Add(*Used);
  }
  // Functions of one section are measured together.
  const bool HasShared =
      any_of(Chosen, [](const Function *F) { return sharesItsUnit(*F); });
  if (HasShared)
    for (Function &F : M)
      if (!F.isDeclaration() && sharesItsUnit(F))
        Chosen.insert(&F);
  compileUnknown(std::move(Chosen));
}

void TrialSession::compileUnknown(PassFilter::FunctionSet Candidates) {
  const bool CompilesAll =
      Request.Options.Exact ||
      (Request.Options.WholeAnew && CurrentRole == Role::Whole);
  FunctionHasher Hasher;
  PassFilter::FunctionSet Unknown;
  for (Function &F : M) {
    if (!Candidates.contains(&F))
      continue;
    if (sharesItsUnit(F)) {
      Unknown.insert(&F);
      continue;
    }
    const FunctionHasher::Hash Hash = hashFunction(F, Hasher, Program.Counts);
    Knowledge.Hashes.emplace_back(F.getName().str(), Hash);
    auto Known = KnownCode.find(Hash);
    if (Known == KnownCode.end() || CompilesAll)
      Unknown.insert(&F);
    else
      KnownUnits.insert(Known->second.begin(), Known->second.end());
  }
  Filter.restrictTo(std::move(Unknown));
}

void TrialSession::onOptimizerEnd() {
  for (const Function *F : Filter.functions())
    CompiledUnits.push_back(getUnitOfFunction(*F));
  DroppedLocals = dropOtherBodies(M, Filter.functions());
}

/// Generates code of what is left and notes its units.
void TrialSession::compile() {
  installTrialAllocation();
  SmallVector<char, 0> Object;
  CycleTermsByUnit Costs;
  Status Generated = generateObject(
      M, TM, Object,
      Profile.empty() ? nullptr : createCycleCounter(Costs, Program));
  auto Units = Generated ? readLinkUnits({Object.data(), Object.size()})
                         : Result<ObjectUnits>(Generated.error());
  if (!Units) {
    Found.Failure = Units.error().message();
    return;
  }
  restoreLocalUses(*Units, DroppedLocals);
  for (const auto &[Name, Terms] : Costs)
    if (auto Known = Units->find(Name); Known != Units->end())
      Known->second.Cycles = weigh(Terms);
  // What a trial compiles is a part of the module.
  for (const auto &[Name, Place] : Order)
    if (auto Known = Units->find(Name); Known != Units->end())
      Known->second.Order = Place;
  if (CurrentRole == Role::Move && !Request.Options.Exact) {
    UnitSelector Selector(*Units, [&](const std::string &Name) {
      return CodeUnits.count(Name) != 0;
    });
    Found.Units = encodeUnits(Selector.select(std::move(CompiledUnits)));
  } else {
    Found.Units = encodeUnits(*Units);
  }
  Found.Units.insert(KnownUnits.begin(), KnownUnits.end());
}

/// The end of every trial.
void TrialSession::endTrial(const std::string &Failure) {
  Found.Failure = Failure;
  if (Failure.empty())
    compile();
  endChild(Self, CurrentRole == Role::Move ? toBytes(Found)
                                           : toBytes(Found, Knowledge));
}

//===----------------------------------------------------------------------===//

/// What policy \p Number of the request makes of a module without decisions:
/// one compilation for all that allocate alike.
const TrialFound &TrialSession::compileConstant(size_t Number) {
  const auto &Beside = Request.Policies[Number].Beside;
  auto [Known, IsNew] = Constants.try_emplace(Beside);
  Policy = Number;
  TrialKnowledge Unused;
  if (IsNew && !startPolicy(Known->second, Unused))
    endTrial("");
  return Known->second;
}

void TrialSession::serveConstant() {
  const std::string NoMove = failedMove("its call sites were not decided");
  Result<ModuleRequest> Asked = ModuleRequest();
  while (receiveRequest(RequestPipe, SharedPolicies, Asked)) {
    Answer = TrialAnswer();
    if (Asked) {
      Request = std::move(*Asked);
      for (size_t I = 0; I < Request.Policies.size(); ++I)
        Answer.addPolicy(compileConstant(I));
      Answer.Moves.assign(Request.Moves.size(), NoMove);
    } else {
      Answer.Failure = Asked.error().message();
    }
    if (!sendMessage(AnswerPipe, Answer.bytes()))
      ::_exit(1);
  }
  ::_exit(0);
}

void serveModuleTrials(const std::string &Path, const CodeSetting &Setting,
                       int RequestPipe, int AnswerPipe) {
  // Every request is answered: with an error if there is nothing to compile.
  auto RefuseAll = [&](const std::string &Failure) {
    std::vector<InlinePolicy> Shared;
    Result<ModuleRequest> Asked = ModuleRequest();
    TrialAnswer Refusal;
    Refusal.Failure = Failure;
    while (receiveRequest(RequestPipe, Shared, Asked))
      if (!sendMessage(AnswerPipe, Refusal.bytes()))
        ::_exit(1);
    ::_exit(0);
  };
  LLVMContext Ctx;
  // Remarks and warnings are of no interest; what fails is noticed.
  Ctx.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
  auto M = loadModule(Ctx, Path);
  if (!M)
    RefuseAll(M.error().message());
  const CodeLevel Level = applyCodeSetting(**M, Setting, Path);
  auto TM = createTargetMachine(**M, Level);
  if (!TM)
    RefuseAll(TM.error().message());
  TrialSession Session(**M, **TM, Level, Setting, RequestPipe, AnswerPipe);
  if (const Status Read = Session.readHiddenProfile(); !Read)
    RefuseAll(Path + ": " + Read.error().message());
  Session.run();
}
} // namespace mlgo
