// Tries moves where their sites are decided
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/TrialSession.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/IR/Module.h"
#include <cmath>

using namespace llvm;

namespace mlgo {
/// A call that runs for less than this part of all that runs is not worth a
/// trial by cycles: what it costs is a few times that.
constexpr uint64_t SmallestPart = 1 << 17;

/// The symbol of the function that the site \p Key calls, but for what
/// compilers number.
static std::string getCalleeOfKey(const std::string &Key) {
  return StringRef(Key).split('\t').second.split('\t').first.str();
}

static void causeFault(const std::string &Fault) {
  if (Fault == "crash")
    ::abort();
  for (volatile bool Goes = Fault == "hang"; Goes;)
    continue;
}

bool TrialSession::needsInputs() const {
  return CurrentRole == Role::Whole && Policy == 0 && Request.WithInputs;
}

/// How often \p CB runs; 0 without a profile.
uint64_t TrialSession::countRuns(CallBase &CB) {
  if (Profile.empty())
    return 0;
  if (const auto Known = Program.Counts.runsOf(CB))
    return uint64_t(std::llround(*Known));
  return Analyses->getResult<BlockFrequencyAnalysis>(*CB.getCaller())
      .getBlockProfileCount(CB.getParent())
      .value_or(0);
}

/// The inputs of a call that was just decided. Where the profile is hidden, who
/// decides guesses how often a call runs. Labels have what the profile says
/// instead: what pays where code runs often cannot be learned from guesses.
std::vector<int64_t> TrialSession::readInputs(const InlineDecision &D) {
  const double Caller = Program.Counts.runsOf(*D.CB.getCaller()).value_or(0);
  const auto Call = Program.Counts.runsOf(D.CB);
  const bool IsKnown = readsProfileApart() && Call && Caller >= 1;
  std::vector<int64_t> Inputs;
  for (size_t I = 0; I < D.Inputs.inputs().size(); ++I)
    if (IsKnown && D.Inputs.inputs()[I].name() == "call_frequency")
      Inputs.push_back(static_cast<int64_t>(
          std::min(std::floor(64 * *Call / Caller), double(INT32_MAX))));
    else
      Inputs.push_back(*D.Inputs.getTensor<int64_t>(I));
  return Inputs;
}

/// Who decides without the profile has to learn of what never runs, too.
bool TrialSession::isWorthTrying(uint64_t Runs) const {
  return Profile.empty() || HidesProfile ||
         (Runs != 0 && Runs >= Program.Total / SmallestPart);
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
  if (Decision)
    Program.Counts.onInlined(D.CB);
  if (CurrentRole != Role::Whole)
    return Decision;
  const std::string Caller = D.CB.getCaller()->getName().str();
  if (Decision)
    Knowledge.Inlined.emplace_back(Caller,
                                   D.CB.getCalledFunction()->getName().str());
  const uint64_t Runs = countRuns(D.CB);
  if (!isWorthTrying(Runs))
    return Decision;
  Found.Sites.push_back({D.Key, Decision, D.StockDecision, {}, Runs});
  Knowledge.CallersOfSites.push_back(Caller);
  if (needsInputs())
    Found.Sites.back().Inputs = readInputs(D);
  return Decision;
}

/// Tries the moves that begin at \p Key. In their children, returns as Move.
void TrialSession::tryMoves(const std::string &Key) {
  const std::vector<size_t> Here = std::move(MovesAt.find(Key)->second);
  MovesAt.erase(Key);
  if (isTooLate(Request.Options.Deadline))
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
      Answer.Moves[Index] = failedMove(Forked.error().message());
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
      Outcome.Ok ? std::move(Outcome.Output) : failedMove(Outcome.Failure);
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
/// inferred. Of LTO, where inlining is cheap, all is left out later; and where
/// the profile is hidden, so that all counts are right, what comes out the
/// same.
void TrialSession::startMove(Function &Caller) {
  if (IsLTO || HidesProfile)
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
