// The processes of one module's trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/TrialSession.h"
#include "compile/ExternalCost.h"
#include "evaluate/inline/TrialBeside.h"
#include "evaluate/inline/TrialGates.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "task/Task.h"
#include "llvm/ADT/STLExtras.h"
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
} // namespace

llvm::InlineAdvisor *TrialSession::createAdvisor(FunctionAnalysisManager &FAM,
                                                 InlineParams Params,
                                                 InlineContext Context) {
  // What is inlined before the profile is read has to be as it was when the
  // program was instrumented.
  if (Context.Pass == InlinePass::EarlyInliner)
    return createEarlyAdvisor(M, FAM, Params, Context);
  if (CurrentRole == Role::Server) {
    if (!readsProfileApart())
      readCounts(FAM);
    if (!Profile.empty())
      Program.External = estimateExternalCode(M, FAM);
    serve();
  }
  Analyses = &FAM;
  beginTrialGates(M);
  // Only children get here.
  const InlinePolicy &Deciding = Request.Policies[Policy];
  InlineAdvisorConfig Config;
  Config.Params = Params;
  Config.Context = Context;
  Config.NameSites = true;
  // Only at -Oz do functions say themselves that they are to be small.
  Config.Everywhere = Level != CodeLevel::Oz;
  Config.Decisions = Deciding.Decisions;
  Deciding.Thresholds.applyTo(Config.Params);
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
  if (!IsBaseThere || !decideBeside(Request.Policies[0].Beside)) {
    Answer.Failure = "moves need a first policy that can be compiled with";
    return true;
  }
  Answer.Moves.assign(Request.Moves.size(),
                      failedMove("its call sites were not decided"));
  runMoves();
  return CurrentRole == Role::Server;
}

/// In a fresh child: what every trial starts with.
void TrialSession::startTrial(const ForkedProcess &Forked, Role NewRole) {
  Self = Forked;
  CurrentRole = NewRole;
  limitProcessorTime(Request.Options.TrialSeconds);
  limitMemory(Request.Options.TrialMegabytes);
}

/// From now on \p Models decide beside inlining. What is known is of those of
/// before.
Status TrialSession::decideBeside(const std::vector<std::string> &Models) {
  if (Models != KnownBeside)
    KnownCode.clear();
  KnownBeside = Models;
  return prepareTrialsBeside(Models);
}

/// Tries the policy of number Policy. False in the child.
bool TrialSession::startPolicy(TrialFound &Trial, TrialKnowledge &Learned) {
  const Status Ready = decideBeside(Request.Policies[Policy].Beside);
  Result<ForkedProcess> Forked =
      Ready ? forkProcess(0) : Result<ForkedProcess>(Ready.error());
  if (Forked && Forked->IsChild) {
    startTrial(*Forked, Role::Whole);
    return false;
  }
  const TaskOutcome Outcome =
      Forked ? awaitChild(*Forked)
             : TaskOutcome{false, "", Forked.error().message()};
  if (!Outcome.Ok)
    Trial.Failure = Outcome.Failure;
  else if (!fromBytes(Outcome.Output, Trial, Learned))
    Trial.Failure = "the trial's message is cut off";
  return true;
}

/// Whether \p Text, the first policy, gives what is known of the base.
bool TrialSession::isBase(const std::string &Text) const {
  if (BasePolicy.empty() || Text == BasePolicy || !Request.Alike)
    return Text == BasePolicy;
  InlinePolicy Alike = Request.Policies[0];
  Alike.Decisions = Request.Alike;
  return toBytes(Alike) == BasePolicy;
}

/// True if the first policy can be compiled with.
bool TrialSession::runPolicies() {
  bool IsBaseThere = false;
  for (Policy = 0; Policy < Request.Policies.size(); ++Policy) {
    const std::string Text = toBytes(Request.Policies[Policy]);
    TrialFound Trial;
    if (Policy == 0 && !Request.WantsFirst && isBase(Text)) {
      IsBaseThere = true;
      BasePolicy = Text;
      Answer.addPolicy(std::move(Trial));
      continue;
    }
    TrialKnowledge Learned;
    if (!startPolicy(Trial, Learned))
      return false;
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
    Answer.Moves.assign(Request.Moves.size(), failedMove("sweep: " + Failure));
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
} // namespace mlgo
