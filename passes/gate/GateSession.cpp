// Who decides which passes run while one module is compiled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateSession.h"
#include "PassRisks.h"
#include "TailCalls.h"
#include "compile/CodePlace.h"
#include "compile/LastingNames.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/support/File.h"
#include "runner/DecisionFields.h"
#include "task/KeptRegisters.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlgo {
/// Whether blocks of \p MF may get sections of their own: LLVM 22 loses landing
/// pads there if it has not placed blocks.
static bool hasSectionsOfBlocks(const MachineFunction &MF) {
  const TargetMachine &TM = MF.getTarget();
  return TM.getBBSectionsType() != BasicBlockSection::None ||
         TM.Options.EnableMachineFunctionSplitter;
}

/// How many of \p MF become code: debug information must change no decision.
static unsigned countInstructions(const MachineFunction &MF) {
  unsigned Instructions = 0;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      Instructions += !MI.isDebugOrPseudoInstr();
  return Instructions;
}

/// The names of functions that optimisers must find out not to be called.
static std::vector<std::string> findForbidden(const Module &M) {
  std::vector<std::string> Names;
  for (const Function &F : M)
    if (F.hasFnAttribute("dontcall-error") || F.hasFnAttribute("dontcall-warn"))
      Names.push_back(F.getName().str());
  return Names;
}

/// The functions of \p M that call one of \p Names.
static StringSet<> findCallers(const Module &M,
                               const std::vector<std::string> &Names) {
  StringSet<> Callers;
  for (const std::string &Name : Names)
    if (const Function *Callee = M.getFunction(Name))
      for (const User *U : Callee->users())
        if (const auto *Call = dyn_cast<CallBase>(U))
          Callers.insert(Call->getFunction()->getName());
  return Callers;
}

/// \p Counts as statistics have them; of passes that were left out, how often.
static std::string format(const GateCounts &Counts) {
  uint64_t Asked = 0, Skipped = 0;
  std::string ByPass;
  for (size_t I = 0; I < NumGatePasses; ++I) {
    Asked += Counts.Asked[I];
    Skipped += Counts.Skipped[I];
    if (Counts.Skipped[I])
      ByPass += " " + std::string(GatePassNames[I]) + "=" +
                std::to_string(Counts.Skipped[I]) + "/" +
                std::to_string(Counts.Asked[I]);
  }
  return "functions=" + std::to_string(Counts.Functions) +
         " decisions=" + std::to_string(Asked) +
         " differ=" + std::to_string(Skipped) +
         " abstained=" + std::to_string(Counts.Abstained) + ByPass;
}

/// Tells who wants to know (-Rpass-missed=mlgo-gate) that \p Pass is left out.
static void remark(size_t Pass, const Function &F, uint32_t Occurrence) {
  LLVMContext &Context = F.getContext();
  if (!Context.getDiagHandlerPtr()->isMissedOptRemarkEnabled("mlgo-gate"))
    return;
  OptimizationRemarkMissed Remark("mlgo-gate", "PassLeftOut",
                                  DiagnosticLocation(F.getSubprogram()),
                                  &F.getEntryBlock());
  Remark << ore::NV("Pass", StringRef(GatePassNames[Pass].data(),
                                      GatePassNames[Pass].size()))
         << " left out of " << ore::NV("Function", &F) << ", occurrence "
         << ore::NV("Occurrence", Occurrence);
  Context.diagnose(Remark);
}

GateSession::GateSession(Module &M, GateOptions Options)
    : Context(&M.getContext()), Options(std::move(Options)),
      Libraries(Triple(M.getTargetTriple())), Forbidden(findForbidden(M)) {}

std::shared_ptr<GateSession>
GateSession::create(Module &M, const GateOptions &Options,
                    std::vector<PolicySpec> Specs) {
  LLVMContext &Context = M.getContext();
  std::shared_ptr<GateSession> S(new GateSession(M, Options));
  PluginKit &Kit = getGateKit();
  // A file of the user's decides alone.
  if (!Options.usesBuiltIn())
    Specs.resize(1);
  for (const PolicySpec &Spec : Specs) {
    auto Runner = Kit.createRunner(Context, Spec, Options);
    if (!Runner)
      return nullptr;
    S->addPolicy(std::move(Runner), M);
  }
  S->begin(M);
  S->AsksAll = S->asksAll();
  if (Options.Decisions.empty())
    return S;
  auto Decisions = GateDecisions::read(Options.Decisions);
  if (Decisions)
    S->Decisions = std::move(*Decisions);
  else if (Options.IsStrict)
    Kit.fail(Context, Decisions.error());
  else
    Kit.warn(Context, Decisions.error(), "compiling without decisions");
  return S;
}

std::shared_ptr<GateSession>
GateSession::create(Module &M,
                    std::vector<std::unique_ptr<MLModelRunner>> Policies) {
  std::shared_ptr<GateSession> S(new GateSession(M, GateOptions()));
  for (auto &Policy : Policies)
    S->addPolicy(std::move(Policy), M);
  return S;
}

void GateSession::addPolicy(std::unique_ptr<MLModelRunner> Runner,
                            const Module &M) {
  const bool ServesTarget =
      !NoInferenceModelRunner::classof(Runner.get()) &&
      Runner->scope().servesTarget(getTargetName(Triple(M.getTargetTriple())));
  HasPolicy |= ServesTarget;
  Policies.push_back({std::move(Runner), ServesTarget});
}

GateSession::~GateSession() {
  Context = nullptr;
  finish();
}

void GateSession::begin(Module &M) {
  ModuleName = M.getName().str();
  FileName = getLastingFile(M);
  if (!Options.TrainingLog.empty())
    Log = getGateKit().openLog(M, Options, *Policies.front().Runner, {});
}

/// Whether more is wanted than what a policy leaves out.
bool GateSession::asksAll() const {
  return Log || !Options.Decisions.empty() || Options.wantsStatistics() ||
         !Options.Record.empty() || Options.makesTrials() ||
         !Options.Labels.empty() || PluginKit::isTrial();
}

bool GateSession::hasPolicyFor(const Module &M) const {
  return std::any_of(M.begin(), M.end(), [this](const Function &F) {
    return !F.isDeclaration() && findPolicy(F);
  });
}

bool GateSession::isIdle(const Module &M) const {
  return !AsksAll && !hasPolicyFor(M);
}

void GateSession::fail(const Error &E) {
  if (Context)
    getGateKit().fail(*Context, E);
  else
    errs() << "mlgo gate: " << E.message() << "\n";
}

void GateSession::finish() {
  if (HasFinished)
    return;
  HasFinished = true;
  if (Options.wantsStatistics())
    getGateKit().writeStatistics(Options, ModuleName, format(Counts));
  if (Log)
    if (Status Closed = Log->close(); !Closed)
      fail(Closed.error());
  if (Options.Record.empty())
    return;
  if (Status Appended =
          appendToFile(Options.Record, GateDecisions::header(), Records);
      !Appended)
    fail(Appended.error());
}

void GateSession::leaveOutput() {
  Options.Stats = false;
  Options.StatsFile.clear();
  Options.Record.clear();
  // Dropping the log would remove the file that the compiler writes.
  if (Log)
    new DecisionLog(std::move(*Log));
  Log.reset();
}

void GateSession::beginTrial(GateChoices Choices) {
  leaveOutput();
  setChoices(std::move(Choices));
}

void GateSession::beginBaseTrial() {
  leaveOutput();
  IsBase = true;
}

void GateSession::beginPolicyTrial(const GateSet &Flipped, bool KeepRows) {
  leaveOutput();
  this->Flipped = Flipped;
  KeepsRows = KeepRows;
}

std::map<std::string, std::string> GateSession::leftOut() const {
  std::map<std::string, std::string> All;
  for (const auto &Entry : Choices)
    All.emplace(Entry.first().str(), Entry.second.to_string());
  for (const auto &Entry : Functions)
    if (Entry.second.Skipped.any())
      All.emplace(Entry.first().str(), Entry.second.Skipped.to_string());
  return All;
}

std::string GateSession::keptRegistersOf(const Function &F) const {
  if (!F.hasLocalLinkage())
    return "";
  if (IsBase)
    return AnyKeptRegisters;
  const auto Found = Kept.find(F.getName().str());
  return Found == Kept.end() ? "" : Found->second;
}

GateSession::FunctionState &GateSession::stateOf(const Function &F) {
  // A function may be deleted and another made in its place: names decide.
  if (Latest && Latest->first() == F.getName())
    return Latest->second;
  auto [Entry, IsNew] = Functions.try_emplace(F.getName());
  if (IsNew) {
    Entry->second.Key = functionField(getLastingName(F.getName()),
                                      F.hasLocalLinkage(), FileName);
    ++Counts.Functions;
  }
  Latest = &*Entry;
  return Entry->second;
}

uint64_t GateSession::summarize(const Function &F) const {
  const auto Found = Functions.find(F.getName());
  if (Found == Functions.end())
    return 0;
  const FunctionState &State = Found->second;
  hash_code Code = hash_combine(State.Decided.to_string(),
                                State.LeftOut.to_string(), State.IsCounted);
  // What will be decided later is decided by these.
  if (State.IsCounted)
    Code = hash_combine(Code, hash_combine_range(State.Features));
  return Code;
}

void GateSession::noteChange(const Function &F) {
  if (const auto State = Functions.find(F.getName()); State != Functions.end())
    State->second.noteChange();
}

bool GateSession::callsForbidden(const Function &F) {
  if (Forbidden.empty())
    return false;
  if (!CallersOfForbidden)
    CallersOfForbidden = findCallers(*F.getParent(), Forbidden);
  return CallersOfForbidden->contains(F.getName());
}

void GateSession::fillInputs(MLModelRunner &Runner, size_t Pass,
                             const Function &F, FunctionState &State,
                             bool InCode, const MachineFunction *MF) {
  if (!State.IsCounted) {
    countIR(F, State.Features);
    State.IsCounted = true;
    State.CountedMachine = ~0u;
  }
  if (const unsigned Code = MF ? countInstructions(*MF) : 0;
      MF && State.CountedMachine != Code) {
    countMachineCode(*MF, State.Features);
    State.CountedMachine = Code;
  }
  State.Features[GateInput::pass] = static_cast<int64_t>(Pass);
  State.Features[GateInput::runs_in_stock] = 1;
  State.Features[GateInput::stage] = MF ? 2 : InCode ? 1 : 0;
  for (size_t I = 0; I < GateInput::NumInputs; ++I)
    *Runner.getTensor<int64_t>(I) = State.Features[I];
}

bool GateSession::ask(MLModelRunner &Runner) {
  const bool Run = Runner.evaluate<int64_t>() != 0;
  if (const Error *Failure = Runner.failure()) {
    if (Context)
      getGateKit().reportPolicy(*Context, *Failure, Options);
    return true;
  }
  if (!Runner.hasAbstained())
    return Run;
  ++Counts.Abstained;
  return true;
}

/// The policy for functions like \p F; null if there is none.
MLModelRunner *GateSession::findPolicy(const Function &F) const {
  const auto Level = getLevelName(getSizeLevel(F));
  for (const Policy &P : Policies)
    if (P.ServesTarget && P.Runner->scope().servesLevel(Level))
      return P.Runner.get();
  return nullptr;
}

/// Asks the policy about \p Pass, which may be asked no more after that.
void GateSession::decideOnce(size_t Pass, const Function &F,
                             FunctionState &State, bool InCode,
                             const MachineFunction *MF) {
  State.Decided.set(Pass);
  MLModelRunner *const Deciding = findPolicy(F);
  if (!Deciding && !Log && !KeepsRows)
    return;
  MLModelRunner &Runner = Deciding ? *Deciding : *Policies.front().Runner;
  if (LoggedState != &State) {
    LoggedState = &State;
    Runner.switchContext(State.Key);
    if (Log)
      Log->switchContext(State.Key);
  }
  fillInputs(Runner, Pass, F, State, InCode, MF);
  const bool Run = !Deciding || ask(Runner) ||
                   mayBeLargeWithout(Pass, State.Features, getSizeLevel(F)) ||
                   (Options.GuardHot && mayBeSlowWithout(Pass, State.Features));
  State.LeftOut.set(Pass, !Run);
  // Inverting what must run would do nothing.
  if (KeepsRows &&
      !State.Guards.require(Pass, F, Libraries, /*IsMeasured=*/false))
    Rows.push_back({F.getName().str(), State.Features, Run});
  if (Log) {
    const int64_t Decision = Run;
    Log->logDecision(Runner, &Decision);
  }
}

const GateSet *GateSession::findChoice(const Function &F) const {
  if (IsBeforeInliner || Choices.empty())
    return nullptr;
  const auto Found = Choices.find(F.getName());
  return Found == Choices.end() ? nullptr : &Found->second;
}

bool GateSession::decide(size_t Pass, const Function &F, FunctionState &State,
                         bool InCode, const MachineFunction *MF) {
  if (IsBeforeInliner)
    return true;
  if (const GateSet *Choice = findChoice(F))
    return !Choice->test(Pass);
  if ((HasPolicy || Log || KeepsRows) && !State.Decided.test(Pass) &&
      getDecidedPasses(getSizeLevel(F) == SizeLevel::Speed).test(Pass))
    decideOnce(Pass, F, State, InCode, MF);
  return State.LeftOut.test(Pass) == Flipped.test(Pass);
}

/// What a trial must not call where the base jumps: where that cannot come back
/// to itself by a jump, nothing but itself matters.
CallCounts GateSession::countCallsOf(const MachineFunction &MF) const {
  CallCounts Calls = countCalls(MF, Libraries);
  if (IsBase && !mayRecurByTailCall(MF.getFunction(), Libraries))
    for (auto &[Callee, Count] : Calls)
      Count.Jumps = 0;
  return Calls;
}

bool GateSession::shouldRun(size_t Pass, const Function &F, bool InCode,
                            const MachineFunction *MF) {
  if (F.hasOptNone() || (MF && hasSectionsOfBlocks(*MF)) || callsForbidden(F))
    return true;
  FunctionState &State = stateOf(F);
  const uint32_t Occurrence = State.Occurrences[Pass]++;
  ++Counts.Asked[Pass];
  if (MF && !State.Calls && PluginKit::isTrial())
    State.Calls = countCallsOf(*MF);
  bool Run = decide(Pass, F, State, InCode, MF),
       IsMeasured = findChoice(F) != nullptr;
  if (Decisions)
    if (const auto Said =
            Decisions->find(State.Key, Pass, Occurrence, !IsBeforeInliner)) {
      Run = *Said;
      IsMeasured = Decisions->hasLineOf(State.Key, Pass, Occurrence);
    }
  if (Run || State.Guards.require(Pass, F, Libraries, IsMeasured))
    return true;
  State.Skipped.set(Pass);
  ++Counts.Skipped[Pass];
  remark(Pass, F, Occurrence);
  if (!Options.Record.empty())
    Records += GateDecisions::formatLine(State.Key, Pass, Occurrence, Run);
  return false;
}
} // namespace mlgo
