// Why a call was inlined or not
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "explain/InlineExplanation.h"
#include "build/ShippedPolicy.h"
#include "explain/FunctionNames.h"
#include "mlgo/model/ModelFile.h"
#include "task/HotCall.h"
#include <cstdlib>
#include <sstream>

namespace mlgo {
/// As the input caller_size_level has them.
constexpr const char *Levels[] = {"O2", "Os", "Oz"};

static Result<TreeAttribution> load(const std::string &File) {
  Model M = MLGO_TRY(loadModel(File));
  return TreeAttribution::create(std::move(M)).in(File);
}

/// The values of \p Call in the order of \p M.
static std::vector<int64_t> valuesOf(const RecordedDecision &Call,
                                     const Model &M) {
  std::vector<int64_t> Values;
  for (const TensorSpec &Input : M.Inputs)
    Values.push_back(Call.input(Input.name()));
  return Values;
}

/// So that all trees together have some hundreds of units.
static int64_t findUnit(const TreeAttribution &Policy) {
  int64_t Most = 0;
  for (const auto &Tree : std::get<TreeEnsemble>(Policy.model().Policy).Trees) {
    int64_t Largest = 0;
    for (const TreeNode &N : Tree)
      Largest = std::max<int64_t>(Largest, std::llabs(N.Value));
    Most += Largest;
  }
  int64_t Unit = 1;
  while (Unit <= Most / 10000)
    Unit *= 10;
  return Unit;
}

Result<InlineExplainer> InlineExplainer::create(const std::string &ModelFile) {
  InlineExplainer Explainer;
  Explainer.Inline = &defaultTask();
  for (int64_t Level = 0; Level < 3; ++Level) {
    const std::string File =
        ModelFile.empty() ? findShippedPolicy(*Explainer.Inline, Levels[Level])
                          : ModelFile;
    if (File != "stock")
      Explainer.Policies.emplace(Level, MLGO_TRY(load(File)));
  }
  if (Explainer.Policies.empty())
    return Error("the model files of the shipped policies are not there; "
                 "expected them as installed, or --model");
  return Explainer;
}

const TreeAttribution *
InlineExplainer::policyFor(const RecordedDecision &Call) const {
  const auto Found = Policies.find(Call.input("caller_size_level"));
  return Found == Policies.end() ? nullptr : &Found->second;
}

void InlineExplainer::weigh(const TreeAttribution &Policy,
                            ExplainedCall &Explained) const {
  const Model &M = Policy.model();
  const std::vector<int64_t> Values = valuesOf(Explained.Call, M);
  const TreeAttribution::Explanation E = Policy.explain(Values);
  // The score of such a policy is for the opposite of what stock does.
  const bool IsReversed = M.Decision == DecisionKind::FlipDefault &&
                          Explained.Call.heuristicInlines();
  const auto Sign = [&](int64_t Points) {
    return IsReversed ? -Points : Points;
  };
  const auto Weighed = [&](size_t I) {
    WeighedInput W = {M.Inputs[I].name(), "", Values[I], Sign(E.Shares[I])};
    for (const TaskInput &Known : Inline->Inputs)
      if (Known.Spec.name() == W.Name)
        W.Meaning = Known.Meaning;
    return W;
  };
  for (size_t I : E.OutOfRange)
    Explained.OutOfRange.push_back(Weighed(I));
  if (!Explained.OutOfRange.empty()) {
    Explained.Why = ExplainedCall::Reason::Abstained;
    return;
  }
  Explained.HasPoints = true;
  Explained.Points = Sign(E.Score);
  Explained.Unit = findUnit(Policy);
  Explained.Usual = Sign(E.Usual);
  if (Explained.Points > 0 && !Explained.Call.Inlined &&
      M.Scope.limit("growth"))
    Explained.Why = ExplainedCall::Reason::NoRoom;
  for (size_t I = 0; I < Values.size(); ++I)
    if (E.Shares[I] != 0)
      Explained.Inputs.push_back(Weighed(I));
  std::stable_sort(Explained.Inputs.begin(), Explained.Inputs.end(),
                   [](const WeighedInput &A, const WeighedInput &B) {
                     return std::llabs(A.Points) > std::llabs(B.Points);
                   });
}

bool InlineExplainer::runsOften(const RecordedDecision &Call) const {
  const int64_t Level = Call.input("caller_size_level");
  if (Level > 0 && Call.stockInlines() &&
      isHotCall(Call.input("call_frequency"), Level == 2))
    return true;
  if (Call.input("callsite_loop_depth") == 0)
    return false;
  const TreeAttribution *Policy = policyFor(Call);
  return Policy && Level < 2 && Policy->model().Scope.limit("loop_threshold") &&
         isVeryHotCall(Call.input("call_frequency"));
}

ExplainedCall InlineExplainer::explain(const RecordedDecision &Call) const {
  ExplainedCall Explained;
  Explained.Call = Call;
  if (Call.WasAsked) {
    if (const TreeAttribution *Policy = policyFor(Call))
      weigh(*Policy, Explained);
  } else if (Call.Inlined != Call.heuristicInlines()) {
    Explained.Why = ExplainedCall::Reason::Given;
  } else if (runsOften(Call)) {
    Explained.Why = ExplainedCall::Reason::Loop;
  } else {
    Explained.Why = Call.Inlined ? ExplainedCall::Reason::Certain
                                 : ExplainedCall::Reason::TooLarge;
  }
  return Explained;
}

int64_t inUnits(int64_t Points, int64_t Unit) {
  const int64_t Half = Points < 0 ? -Unit / 2 : Unit / 2;
  return (Points + Half) / Unit;
}

std::string describePath(const InlineSiteName &Site) {
  std::string Text;
  std::istringstream Parts(Site.Path);
  std::vector<std::string> Steps;
  for (std::string Step; std::getline(Parts, Step, '/');)
    Steps.push_back(Step);
  for (size_t I = Steps.size(); I-- > 0;) {
    const std::string Name = Steps[I].substr(0, Steps[I].rfind('#'));
    const int Number = std::atoi(Steps[I].c_str() +
                                 std::min(Steps[I].size(), Name.size() + 1));
    const bool IsLast = I + 1 == Steps.size();
    if (IsLast && Number == 0 && Steps.size() == 1)
      break;
    Text +=
        (Text.empty() ? "call " : ", in call ") + std::to_string(Number + 1);
    if (!IsLast)
      Text += " of " + shortenName(demangle(Name));
  }
  return Text;
}

std::string formatPoints(int64_t Points) {
  return (Points > 0 ? "+" : "") + std::to_string(Points);
}

std::string describeReason(const ExplainedCall &E) {
  const std::string Does = E.Call.Inlined ? "inlines it" : "leaves it";
  const std::string Stock =
      E.Call.stockInlines() ? "stock inlines it" : "stock leaves it";
  const std::string Cost = std::to_string(E.Call.input("cost_estimate"));
  switch (E.Why) {
  case ExplainedCall::Reason::Policy:
    return Stock + ", the policy " + Does +
           (E.HasPoints
                ? " by " +
                      std::to_string(std::llabs(inUnits(E.Points, E.Unit))) +
                      " points"
                : "");
  case ExplainedCall::Reason::Abstained:
    return Stock +
           ", and the policy leaves that to it: " + E.OutOfRange.front().Name +
           " is " + std::to_string(E.OutOfRange.front().Value) +
           ", which was in no training program";
  case ExplainedCall::Reason::Certain:
    return Stock + " at a cost of " + Cost +
           ", which always pays; the policy is not asked";
  case ExplainedCall::Reason::TooLarge:
    return Stock + " at a cost of " + Cost + ": the callee has " +
           std::to_string(E.Call.input("callee_instruction_count")) +
           " instructions, which never pays; the policy is not asked";
  case ExplainedCall::Reason::Loop:
    return Stock + " at a cost of " + Cost +
           ": the call runs often; the policy is not asked";
  case ExplainedCall::Reason::NoRoom:
    return Stock + ", and so does the policy, which would inline it: what it "
                   "may add to the file was added before";
  case ExplainedCall::Reason::Given:
    break;
  }
  return Stock + ", the decisions file " + Does;
}
} // namespace mlgo
