// Decisions by function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "explain/DecisionIndex.h"
#include "explain/FunctionNames.h"

namespace mlgo {
/// Of one function that are shown.
constexpr size_t MaxCalls = 4;
constexpr size_t MaxInputs = 4;

/// The sites of \p Record by key; of equal ones the last.
static Result<std::map<std::string, RecordedDecision>>
readByKey(const std::string &Record) {
  std::map<std::string, RecordedDecision> ByKey;
  if (!Record.empty())
    for (RecordedDecision &Call : MLGO_TRY(parseRecordedDecisions(Record))) {
      std::string Key = Call.Site.key();
      ByKey[std::move(Key)] = std::move(Call);
    }
  return ByKey;
}

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

Result<DecisionIndex> DecisionIndex::create(const std::string &Record,
                                            const std::string &StockRecord) {
  DecisionIndex Index;
  Index.Explainer = MLGO_TRY(InlineExplainer::create(""));
  const auto Stock = MLGO_TRY(readByKey(StockRecord));
  for (RecordedDecision &Call : MLGO_TRY(parseRecordedDecisions(Record))) {
    Difference D;
    if (const auto Known = Stock.find(Call.Site.key()); Known != Stock.end()) {
      D.StockInlined = Known->second.Inlined;
      D.StockCost = Known->second.input("cost_estimate");
    }
    if (Call.Inlined == D.StockInlined.value_or(Call.stockInlines()))
      continue;
    const std::string Caller =
        Call.Site.Caller.substr(0, Call.Site.Caller.find('@', 1));
    Index.ByCaller[Caller].push_back(Index.Calls.size());
    Index.ByCallee[Call.Site.Callee].push_back(Index.Calls.size());
    D.Call = std::move(Call);
    Index.Calls.push_back(std::move(D));
  }
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
  return Function;
}

size_t DecisionIndex::countIn(const std::string &Caller) const {
  const auto Known = ByCaller.find(Caller);
  return Known == ByCaller.end() ? 0 : Known->second.size();
}
} // namespace mlgo
