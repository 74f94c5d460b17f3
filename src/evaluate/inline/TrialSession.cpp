//===- TrialSession.cpp - The processes of one module's trials ------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/TrialSession.h"

#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/task/Task.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ProfileSummary.h"
#include "llvm/Support/MemoryBuffer.h"

#include <new>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace mlgo {
namespace {

/// A call that runs for less than this part of all that runs is not worth a
/// trial by cycles: what it costs is a few times that.
constexpr uint64_t SmallestPart = 1 << 17;

/// Hands the advisor's decisions to the session.
class TrialObserver final : public InlineObserver {
public:
  explicit TrialObserver(TrialSession &S) : S(S) {}

private:
  bool onDecision(const InlineDecision &D) override { return S.onDecision(D); }
  bool needsInputs() const override { return S.needsInputs(); }
  bool needsAllSites() const override { return S.needsAllSites(); }

  TrialSession &S;
};

void limitMemory(uint64_t Megabytes) {
  const rlim_t Bytes = Megabytes << 20;
  const rlimit Limit = {Bytes, Bytes};
  ::setrlimit(RLIMIT_AS, &Limit);
  // Not an exception: nobody up the stack is to go on in this process.
  std::set_new_handler([] { ::abort(); });
}

/// The symbol of the function that the site \p Key calls, but for what
/// compilers number.
std::string getCalleeOfKey(const std::string &Key) {
  return StringRef(Key).split('\t').second.split('\t').first.str();
}

/// The message of a move that cannot be tried.
std::string failed(const std::string &Why) {
  return toBytes(TrialFound{Why, {}, {}});
}

void causeFault(const std::string &Fault) {
  if (Fault == "crash")
    ::abort();
  while (Fault == "hang")
    ::pause();
}

} // namespace

//===----------------------------------------------------------------------===//
// The server
//===----------------------------------------------------------------------===//

llvm::InlineAdvisor *TrialSession::createAdvisor(FunctionAnalysisManager &FAM,
                                                 InlineParams Params,
                                                 InlineContext Context) {
  // What is inlined before the profile is read has to be as it was when the
  // program was instrumented.
  if (Context.Pass == InlinePass::EarlyInliner)
    return createEarlyAdvisor(M, FAM, Params, Context);
  if (CurrentRole == Role::Server)
    serve();
  Analyses = &FAM;
  if (const auto *Summary = M.getProfileSummary(/*IsCS=*/false))
    MinRuns =
        std::unique_ptr<llvm::ProfileSummary>(
            llvm::ProfileSummary::getFromMD(const_cast<Metadata *>(Summary)))
            ->getTotalCount() /
        SmallestPart;
  // Only children get here.
  const InlinePolicy &Deciding = Request.Policies[Policy];
  InlineAdvisorConfig Config;
  Config.Params = Params;
  Config.Context = Context;
  Config.NameSites = true;
  // Only at -Oz do functions say themselves that they are to be small.
  Config.Everywhere = Level != CodeLevel::Oz;
  Config.Decisions = Deciding.Decisions;
  if (Deciding.Threshold) {
    // As getInlineParams does when the flag is given.
    Config.Params.DefaultThreshold = *Deciding.Threshold;
    Config.Params.OptSizeThreshold.reset();
    Config.Params.OptMinSizeThreshold.reset();
  }
  Config.Observers.push_back(std::make_unique<TrialObserver>(*this));
  std::unique_ptr<mlgo::MLModelRunner> Runner;
  if (Deciding.Model.empty() && !Deciding.ModelBytes) {
    Config.UseStockDecision = true;
    Runner = std::make_unique<NoInferenceModelRunner>(getInlinePolicyInputs());
  } else {
    auto Loaded =
        Deciding.ModelBytes
            ? createPolicyRunner((*findTask("inline"))->policy(),
                                 parseModel(*Deciding.ModelBytes, "candidate"),
                                 "candidate")
            : createPolicyRunner((*findTask("inline"))->policy(),
                                 Deciding.Model);
    if (!Loaded)
      endTrial(Loaded.error().message());
    Runner = std::move(*Loaded);
  }
  return new mlgo::InlineAdvisor(M, FAM, std::move(Runner), std::move(Config));
}

/// Answers requests; returns in children only.
void TrialSession::serve() {
  Result<ModuleRequest> Asked = ModuleRequest();
  while (receiveRequest(RequestPipe, SharedPolicies, Asked)) {
    Answer = TrialAnswer();
    if (Asked) {
      Request = std::move(*Asked);
      if (!answer())
        return;
    } else {
      Answer.Failure = Asked.error().message();
    }
    if (!sendMessage(AnswerPipe, Answer.bytes()))
      ::_exit(1);
  }
  ::_exit(0);
}

/// Returns false in children.
bool TrialSession::answer() {
  const bool IsBaseThere = runPolicies();
  if (CurrentRole != Role::Server)
    return false;
  if (Request.Moves.empty())
    return true;
  if (!IsBaseThere) {
    Answer.Failure = "moves need a first policy that can be compiled with";
    return true;
  }
  Answer.Moves.assign(Request.Moves.size(),
                      failed("its call sites were not decided"));
  runMoves();
  return CurrentRole == Role::Server;
}

/// In a fresh child: what every trial starts with.
void TrialSession::startTrial(const ForkedProcess &Forked, Role NewRole) {
  Self = Forked;
  CurrentRole = NewRole;
  ::alarm(Request.Options.TrialSeconds);
  limitMemory(Request.Options.TrialMegabytes);
}

/// True if the first policy can be compiled with.
bool TrialSession::runPolicies() {
  bool IsBaseThere = false;
  for (Policy = 0; Policy < Request.Policies.size(); ++Policy) {
    const std::string Text = toBytes(Request.Policies[Policy]);
    TrialFound Trial;
    if (Policy == 0 && !Request.WantsFirst && Text == BasePolicy) {
      IsBaseThere = true;
      Answer.addPolicy(std::move(Trial));
      continue;
    }
    Result<ForkedProcess> Forked = forkProcess(0);
    if (Forked && Forked->IsChild) {
      startTrial(*Forked, Role::Whole);
      return false;
    }
    const TaskOutcome Outcome =
        Forked ? awaitChild(*Forked)
               : TaskOutcome{false, "", Forked.error().message()};
    TrialKnowledge Learned;
    if (!Outcome.Ok)
      Trial.Failure = Outcome.Failure;
    else if (!fromBytes(Outcome.Output, Trial, Learned))
      Trial.Failure = "the trial's message is cut off";
    if (Trial.Failure.empty())
      learn(Trial, Learned, Policy == 0);
    if (Policy == 0) {
      IsBaseThere = Trial.Failure.empty();
      BasePolicy = IsBaseThere ? Text : "";
    }
    Answer.addPolicy(std::move(Trial));
  }
  Policy = 0;
  return IsBaseThere;
}

void TrialSession::runMoves() {
  Result<ForkedProcess> Forked = forkProcess(0);
  std::string Failure;
  if (!Forked) {
    Failure = Forked.error().message();
  } else if (Forked->IsChild) {
    Self = *Forked;
    CurrentRole = Role::Sweep;
    MovesAt.clear();
    for (size_t I = 0; I < Request.Moves.size(); ++I)
      for (const auto &[Key, Decision] : Request.Moves[I])
        MovesAt[Key].push_back(I);
    MovesLeft = Request.Moves.size();
    return;
  } else {
    const TaskOutcome Outcome = awaitChild(*Forked);
    Failure = Outcome.Failure;
    if (Outcome.Ok && !fromBytes(Outcome.Output, Answer.Moves))
      Failure = "its message is cut off";
  }
  if (!Failure.empty())
    Answer.Moves.assign(Request.Moves.size(), failed("sweep: " + Failure));
}

/// Notes the code of functions that are new.
void TrialSession::learnCode(const TrialFound &Trial,
                             const TrialKnowledge &Learned) {
  std::vector<std::pair<std::string, FunctionHasher::Hash>> New;
  for (const auto &Function : Learned.Hashes)
    if (!KnownCode.count(Function.second))
      New.push_back(Function);
  ObjectUnits Units;
  if (New.empty() || !decodeUnits(Trial.Units, Units))
    return;
  std::set<std::string> Names;
  for (const auto &[Name, Hash] : Learned.Hashes)
    Names.insert(Name);
  UnitSelector Selector(
      Units, [&](const std::string &Unit) { return Names.count(Unit) != 0; });
  for (const auto &[Name, Hash] : New) {
    auto [Code, IsNew] = KnownCode.try_emplace(Hash);
    if (!IsNew)
      continue; // Another of the trial's functions is the same.
    for (const auto &[UnitName, Unit] : Selector.select({Name}))
      Code->second.insert(*Trial.Units.find(UnitName));
  }
}

void TrialSession::learn(const TrialFound &Trial, const TrialKnowledge &Learned,
                         bool IsBase) {
  if (Request.Options.WholeAnew)
    KnownCode.clear();
  if (IsBase || !Request.Options.WholeAnew)
    learnCode(Trial, Learned);
  if (!IsBase)
    return;
  BaseFunctions.clear();
  for (const auto &[Name, Hash] : Learned.Hashes)
    BaseFunctions.insert(Name);
  BaseEarly.clear();
  BaseEarly.insert(Learned.EarlyHashes.begin(), Learned.EarlyHashes.end());
  InlinedInto.clear();
  InlinedFrom.clear();
  CallerOfKey.clear();
  BaseAttributes.clear();
  for (const auto &[Caller, Callee] : Learned.Inlined) {
    InlinedInto[Callee].insert(Caller);
    InlinedFrom[Caller].insert(Callee);
  }
  for (size_t I = 0; I < Trial.Sites.size(); ++I)
    CallerOfKey.emplace(Trial.Sites[I].Key, Learned.CallersOfSites[I]);
  // Attributes live in a context: in ours, not in that of the trial.
  auto Declarations = parseBitcodeFile(
      MemoryBufferRef(Learned.Attributes, "attributes"), M.getContext());
  if (!Declarations)
    return consumeError(Declarations.takeError());
  for (const Function &F : **Declarations)
    BaseAttributes.emplace(F.getName().str(), F.getAttributes());
}

//===----------------------------------------------------------------------===//
// The sweep and its moves
//===----------------------------------------------------------------------===//

bool TrialSession::needsInputs() const {
  return CurrentRole == Role::Whole && Policy == 0 && Request.WithInputs;
}

/// How often \p CB runs; 0 without a profile.
uint64_t TrialSession::countRuns(CallBase &CB) {
  if (Profile.empty())
    return 0;
  return Analyses->getResult<BlockFrequencyAnalysis>(*CB.getCaller())
      .getBlockProfileCount(CB.getParent())
      .value_or(0);
}

bool TrialSession::onDecision(const InlineDecision &D) {
  if (CurrentRole == Role::Sweep && MovesAt.count(D.Key)) {
    tryMoves(D.Key);
    if (CurrentRole == Role::Move)
      startMove(*D.CB.getCaller());
  }
  bool Decision = D.Decision;
  if (Move)
    if (auto Changed = Move->find(D.Key); Changed != Move->end())
      Decision = Changed->second;
  if (CurrentRole != Role::Whole)
    return Decision;
  const std::string Caller = D.CB.getCaller()->getName().str();
  if (Decision)
    Knowledge.Inlined.emplace_back(Caller,
                                   D.CB.getCalledFunction()->getName().str());
  const uint64_t Runs = countRuns(D.CB);
  if (!Profile.empty() && (Runs == 0 || Runs < MinRuns))
    return Decision;
  Found.Sites.push_back({D.Key, Decision, D.StockDecision, {}, Runs});
  Knowledge.CallersOfSites.push_back(Caller);
  if (needsInputs())
    for (size_t I = 0; I < D.Inputs.inputs().size(); ++I)
      Found.Sites.back().Inputs.push_back(*D.Inputs.getTensor<int64_t>(I));
  return Decision;
}

/// Tries the moves that begin at \p Key. In their children, returns as Move.
void TrialSession::tryMoves(const std::string &Key) {
  const std::vector<size_t> Here = std::move(MovesAt.find(Key)->second);
  MovesAt.erase(Key);
  if (isTooLate(Request.Options))
    endSweep();
  for (const size_t Index : Here) {
    // From its other sites it is not to begin again.
    for (const auto &[Other, Decision] : Request.Moves[Index])
      if (auto At = MovesAt.find(Other); At != MovesAt.end())
        llvm::erase(At->second, Index);
    // One is tried while the inliner goes on to the next.
    awaitMove();
    Result<ForkedProcess> Forked = forkProcess(0);
    if (!Forked) {
      Answer.Moves[Index] = failed(Forked.error().message());
    } else if (Forked->IsChild) {
      startTrial(*Forked, Role::Move);
      Move = &Request.Moves[Index];
      if (const InlineTrialOptions &Options = Request.Options;
          !Options.FaultKey.empty() && Move->count(Options.FaultKey))
        causeFault(Options.Fault);
      return;
    } else {
      Running = RunningMove{Index, *Forked};
    }
    if (--MovesLeft == 0)
      endSweep();
  }
}

void TrialSession::awaitMove() {
  if (!Running)
    return;
  TaskOutcome Outcome = awaitChild(Running->Child);
  Answer.Moves[Running->Index] =
      Outcome.Ok ? std::move(Outcome.Output) : failed(Outcome.Failure);
  Running.reset();
}

void TrialSession::endSweep() {
  awaitMove();
  endChild(Self, toBytes(Answer.Moves));
}

std::set<std::string> TrialSession::closeOver(
    std::set<std::string> Names,
    const std::map<std::string, std::set<std::string>> &Edges) const {
  std::vector<std::string> Pending(Names.begin(), Names.end());
  while (!Pending.empty()) {
    auto Next = Edges.find(Pending.back());
    Pending.pop_back();
    if (Next == Edges.end())
      continue;
    for (const std::string &Name : Next->second)
      if (Names.insert(Name).second)
        Pending.push_back(Name);
  }
  return Names;
}

/// From here on only what the move can change is optimised: the callers of its
/// sites, what they were inlined into, and what goes into these. By a profile
/// counts of others change, too, which makes of some moves an estimate.
/// Everything else gets the attributes that the passes left out would have
/// inferred. Of LTO, where inlining is cheap, all is left out later.
void TrialSession::startMove(Function &Caller) {
  if (IsLTO)
    return;
  Changed = {Caller.getName().str()};
  for (const auto &[Key, Decision] : *Move)
    if (auto Known = CallerOfKey.find(Key); Known != CallerOfKey.end())
      Changed.insert(Known->second);
  // A callee that is inlined runs less often by itself.
  if (!Profile.empty())
    for (const auto &[Key, Decision] : *Move)
      Changed.insert(getCalleeOfKey(Key));
  Changed = closeOver(std::move(Changed), InlinedInto);
  if (Request.Options.Exact)
    return;
  const std::set<std::string> Needed = closeOver(Changed, InlinedFrom);
  if (!Profile.empty())
    Changed = Needed;
  PassFilter::FunctionSet Functions;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    const std::string Name = F.getName().str();
    if (Needed.count(Name)) {
      Functions.insert(&F);
      continue;
    }
    if (auto Known = BaseAttributes.find(Name); Known != BaseAttributes.end())
      F.setAttributes(Known->second);
  }
  Filter.restrictTo(std::move(Functions));
}

} // namespace mlgo
