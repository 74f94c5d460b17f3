// Decisions by function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "explain/DecisionIndex.h"
#include "explain/FunctionNames.h"

namespace mlgo {
/// Of one function that are shown.
constexpr size_t MaxCalls = 4;
constexpr size_t MaxInputs = 4;

namespace {
/// The calls of a record in its order.
struct RecordedCalls {
  std::vector<RecordedDecision> Calls;
  /// Of equal sites, as of a function that several files define, the last.
  std::map<std::string, size_t> ByKey;

  static Result<RecordedCalls> read(const std::string &Record) {
    RecordedCalls Read;
    if (!Record.empty())
      Read.Calls = MLGO_TRY(parseRecordedDecisions(Record));
    for (size_t I = 0; I < Read.Calls.size(); ++I)
      Read.ByKey[Read.Calls[I].Site.key()] = I;
    return Read;
  }
};
} // namespace

/// Points in units, so that what is shown adds up.
ReportedCall DecisionIndex::report(const Difference &D) const {
  const ExplainedCall E = Explainer->explain(D.Call);
  ReportedCall Call;
  Call.Caller = demangle(E.Call.Site.Caller);
  Call.Callee = demangle(E.Call.Site.Callee);
  Call.Which = describePath(E.Call.Site);
  Call.Reason = describeReason(E) + ".";
  Call.Inlined = E.Call.Inlined;
  if (D.StockInlined && *D.StockInlined != E.Call.stockInlines())
    Call.Reason += std::string(" In the stock build it was ") +
                   (*D.StockInlined ? "inlined" : "not inlined") +
                   ", at a cost of " + std::to_string(D.StockCost) +
                   " instead of " +
                   std::to_string(E.Call.input("cost_estimate")) +
                   ": other calls were decided before.";
  if (!E.HasPoints)
    return Call;
  Call.Points = inUnits(E.Points, E.Unit);
  Call.UsualPoints = inUnits(E.Usual, E.Unit);
  Call.OtherPoints = Call.Points - Call.UsualPoints;
  for (const WeighedInput &Input : E.Inputs) {
    if (Call.Inputs.size() == MaxInputs) {
      ++Call.OtherInputs;
      continue;
    }
    const int64_t Points = inUnits(Input.Points, E.Unit);
    Call.Inputs.push_back({Input.Name, Input.Meaning, Input.Value, Points});
    Call.OtherPoints -= Points;
  }
  return Call;
}

/// \p Name without the file of a local function.
static std::string withoutFile(const std::string &Name) {
  return Name.substr(0, Name.find('@', 1));
}

Result<DecisionIndex> DecisionIndex::create(const DecisionRecords &Records,
                                            const std::string &StockCalls) {
  DecisionIndex Index;
  Index.Explainer = MLGO_TRY(InlineExplainer::create(""));
  const RecordedCalls Stock = MLGO_TRY(RecordedCalls::read(StockCalls));
  RecordedCalls Ours = MLGO_TRY(RecordedCalls::read(Records.of(defaultTask())));
  for (size_t I = 0; I < Ours.Calls.size(); ++I) {
    RecordedDecision &Call = Ours.Calls[I];
    const std::string Key = Call.Site.key();
    if (Ours.ByKey[Key] != I)
      continue;
    Difference D;
    if (const auto Known = Stock.ByKey.find(Key); Known != Stock.ByKey.end()) {
      D.StockInlined = Stock.Calls[Known->second].Inlined;
      D.StockCost = Stock.Calls[Known->second].input("cost_estimate");
    }
    if (Call.Inlined == D.StockInlined.value_or(Call.stockInlines()))
      continue;
    Index.ByCaller[withoutFile(Call.Site.Caller)].push_back(Index.Calls.size());
    Index.ByCallee[Call.Site.Callee].push_back(Index.Calls.size());
    D.Call = std::move(Call);
    Index.Calls.push_back(std::move(D));
  }
  for (const auto &[Name, Decided] : MLGO_TRY(parseDecisions(Records)))
    Index.Others[withoutFile(Name)].add(Decided);
  return Index;
}

std::vector<ReportedCall> DecisionIndex::explain(const Index &By,
                                                 const std::string &Name,
                                                 uint64_t &More) const {
  std::vector<ReportedCall> Found;
  const auto Known = By.find(Name);
  if (Known == By.end())
    return Found;
  for (const size_t I : Known->second)
    if (Found.size() < MaxCalls)
      Found.push_back(report(Calls[I]));
    else
      ++More;
  return Found;
}

ReportedFunction DecisionIndex::describe(const ReportedSize &Size) const {
  ReportedFunction Function;
  Function.Size = Size;
  Function.Size.Name = demangle(Size.Name);
  Function.Calls = explain(ByCaller, Size.Name, Function.MoreCalls);
  Function.Uses = explain(ByCallee, Size.Name, Function.MoreUses);
  // Where it went, nobody sees what was made of it before.
  if (const auto Known = Others.find(Size.Name);
      Known != Others.end() && Size.Variant)
    for (ToldDecision &Told : mlgo::describe(Known->second))
      Function.Decisions.push_back(
          {std::move(Told.Short), std::move(Told.Text)});
  Function.NumDecisions = countIn(Size.Name);
  return Function;
}

size_t DecisionIndex::countIn(const std::string &Function) const {
  const auto Calls = ByCaller.find(Function);
  const auto Other = Others.find(Function);
  return (Calls == ByCaller.end() ? 0 : Calls->second.size()) +
         (Other == Others.end() ? 0 : Other->second.count());
}
} // namespace mlgo
