//===- TrialSession.cpp - The processes of one module's trials ------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialSession.h"

#include "PolicyRunner.h"

#include "mlgo/runner/NoInferenceModelRunner.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace mlgo {
namespace {

/// Hands the advisor's decisions to the session.
class TrialObserver final : public InlineObserver {
public:
  explicit TrialObserver(TrialSession &S) : S(S) {}

private:
  bool onDecision(const InlineDecision &D) override { return S.onDecision(D); }
  bool needsInputs() const override { return S.needsInputs(); }

  TrialSession &S;
};

void limitMemory(uint64_t Megabytes) {
  const rlim_t Bytes = Megabytes << 20;
  const rlimit Limit = {Bytes, Bytes};
  ::setrlimit(RLIMIT_AS, &Limit);
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
  if (CurrentRole == Role::Server)
    serve();
  // Only children get here.
  const InlinePolicy &Deciding = Policies[Policy];
  InlineAdvisorConfig Config;
  Config.Params = Params;
  Config.Context = Context;
  Config.NameSites = true;
  Config.Decisions = Deciding.Decisions;
  Config.Observers.push_back(std::make_unique<TrialObserver>(*this));
  std::unique_ptr<mlgo::MLModelRunner> Runner;
  if (Deciding.Model.empty()) {
    Config.UseStockDecision = true;
    Runner = std::make_unique<NoInferenceModelRunner>(getInlinePolicyInputs());
  } else {
    auto Loaded = createPolicyRunner(getInlinePolicyInputs(), Deciding.Model);
    if (!Loaded)
      endTrial(Loaded.error().message());
    Runner = std::move(*Loaded);
  }
  return new mlgo::InlineAdvisor(M, *MAM, FAM, std::move(Runner),
                                 std::move(Config));
}

/// Forks; true in the child. In the parent, \p Outcome is what became of it.
bool TrialSession::forkTrial(TaskOutcome &Outcome) {
  Result<ForkedProcess> Forked = forkProcess(0);
  if (!Forked) {
    Outcome = {false, "", Forked.error().message()};
    return false;
  }
  if (!Forked->IsChild) {
    Outcome = awaitChild(*Forked);
    return false;
  }
  Self = *Forked;
  return true;
}

/// Returns in children only.
void TrialSession::serve() {
  for (Policy = 0; Policy < Policies.size(); ++Policy) {
    TaskOutcome Outcome;
    if (forkTrial(Outcome)) {
      CurrentRole = Role::Whole;
      ::alarm(Options.TrialSeconds);
      limitMemory(Options.TrialMegabytes);
      return;
    }
    Results.Policies.emplace_back();
    WholeTrial &Trial = Results.Policies.back();
    if (Outcome.Ok) {
      ByteReader In(Outcome.Output);
      Trial = decodeWholeTrial(In);
      const TrialKnowledge Learned = decodeTrialKnowledge(In);
      if (!In.atEnd())
        Trial.Failure = "the trial's message is cut off";
      else if (Trial.Failure.empty())
        learn(Trial, Learned, Policy == 0);
    } else {
      Trial.Failure = Outcome.Failure;
    }
  }
  Policy = 0;
  Results.Moves.assign(Moves.size(), {"its call sites were not decided", {}});
  if (Moves.empty() || !Results.Policies[0].Failure.empty())
    endServer("");
  TaskOutcome Outcome;
  if (forkTrial(Outcome)) {
    CurrentRole = Role::Sweep;
    for (size_t I = 0; I < Moves.size(); ++I)
      for (const auto &[Key, Decision] : Moves[I])
        MovesAt[Key].push_back(I);
    MovesLeft = Moves.size();
    return;
  }
  if (!Outcome.Ok)
    endServer("sweep: " + Outcome.Failure);
  ByteReader In(Outcome.Output);
  for (MoveTrial &Trial : Results.Moves)
    Trial = decodeMoveTrial(In);
  endServer(In.atEnd() ? "" : "sweep: the message is cut off");
}

void TrialSession::learn(const WholeTrial &Trial, const TrialKnowledge &Learned,
                         bool IsBase) {
  std::set<std::string> Names;
  for (const auto &[Name, Hash] : Learned.Hashes)
    Names.insert(Name);
  UnitSelector Selector(Trial.Units, [&](const std::string &Unit) {
    return Names.count(Unit) != 0;
  });
  for (const auto &[Name, Hash] : Learned.Hashes)
    if (!KnownCode.count(Hash))
      KnownCode.emplace(Hash, Selector.select({Name}));
  if (!IsBase)
    return;
  BaseFunctions = std::move(Names);
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

void TrialSession::endServer(const std::string &Failure) {
  ByteWriter Out;
  Out.string(Failure);
  Out.number(Results.Policies.size());
  for (const WholeTrial &Trial : Results.Policies)
    encode(Out, Trial);
  Out.number(Results.Moves.size());
  for (const MoveTrial &Trial : Results.Moves)
    encode(Out, Trial);
  endTask(Out.take());
}

//===----------------------------------------------------------------------===//
// The sweep and its moves
//===----------------------------------------------------------------------===//

bool TrialSession::needsInputs() const {
  return CurrentRole == Role::Whole && Policy == 0 && Options.WithInputs;
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
  Found.Sites.push_back({D.Key, Decision, D.StockDecision, {}});
  Knowledge.CallersOfSites.push_back(Caller);
  if (Decision)
    Knowledge.Inlined.emplace_back(Caller,
                                   D.CB.getCalledFunction()->getName().str());
  if (needsInputs())
    for (size_t I = 0; I < D.Inputs.inputs().size(); ++I)
      Found.Sites.back().Inputs.push_back(*D.Inputs.getTensor<int64_t>(I));
  return Decision;
}

/// Tries the moves that begin at \p Key. In their children, returns as Move.
void TrialSession::tryMoves(const std::string &Key) {
  const std::vector<size_t> Here = std::move(MovesAt.find(Key)->second);
  MovesAt.erase(Key);
  for (const size_t Index : Here) {
    MoveTrial &Trial = Results.Moves[Index];
    // It began at another of its sites.
    if (Trial.Failure.empty() || MovesLeft == 0)
      continue;
    TaskOutcome Outcome;
    if (forkTrial(Outcome)) {
      CurrentRole = Role::Move;
      Move = &Moves[Index];
      ::alarm(Options.TrialSeconds);
      limitMemory(Options.TrialMegabytes);
      if (!Options.FaultKey.empty() && Move->count(Options.FaultKey))
        causeFault(Options.Fault);
      return;
    }
    if (Outcome.Ok) {
      ByteReader In(Outcome.Output);
      Trial = decodeMoveTrial(In);
    } else {
      Trial.Failure = Outcome.Failure;
    }
    for (const auto &[Other, Decision] : Moves[Index])
      if (auto At = MovesAt.find(Other); At != MovesAt.end())
        At->second.erase(
            std::remove(At->second.begin(), At->second.end(), Index),
            At->second.end());
    if (--MovesLeft == 0)
      endSweep();
  }
}

void TrialSession::endSweep() {
  ByteWriter Out;
  for (const MoveTrial &Trial : Results.Moves)
    encode(Out, Trial);
  endChild(Self, Out.take());
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
/// sites, what they were inlined into, and what goes into these. Everything
/// else gets the attributes that the passes left out would have inferred.
void TrialSession::startMove(Function &Caller) {
  Changed = {Caller.getName().str()};
  for (const auto &[Key, Decision] : *Move)
    if (auto Known = CallerOfKey.find(Key); Known != CallerOfKey.end())
      Changed.insert(Known->second);
  Changed = closeOver(std::move(Changed), InlinedInto);
  if (Options.Exact)
    return;
  const std::set<std::string> Needed = closeOver(Changed, InlinedFrom);
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
