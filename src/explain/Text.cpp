// Explanations for terminals and scripts
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "explain/Text.h"
#include "explain/FunctionNames.h"
#include "support/Text.h"
#include "tensor/JSON.h"

namespace mlgo {
static std::string padded(std::string Text, size_t Width) {
  Text.resize(std::max(Text.size(), Width), ' ');
  return Text;
}

static std::string rightAligned(const std::string &Text, size_t Width) {
  return std::string(Width - std::min(Width, Text.size()), ' ') + Text;
}

static std::string pointsLine(int64_t Points, const std::string &What) {
  return "  " + rightAligned(formatPoints(Points), 8) + "  " + What + "\n";
}

static std::string explainCall(const ExplainedCall &E, size_t MaxInputs) {
  const std::string Which = describePath(E.Call.Site);
  std::string Text = (E.differs() ? "* " : "  ") +
                     demangle(E.Call.Site.Callee) +
                     (Which.empty() ? "" : "  (" + Which + ")") + "\n    " +
                     describeReason(E) + "\n";
  if (!E.HasPoints)
    return Text;
  // As they are shown, numbers add up.
  const int64_t Usual = inUnits(E.Usual, E.Unit);
  int64_t Rest = inUnits(E.Points, E.Unit) - Usual;
  const size_t Shown = std::min(MaxInputs, E.Inputs.size());
  for (size_t I = 0; I < Shown; ++I) {
    const WeighedInput &Input = E.Inputs[I];
    const int64_t Points = inUnits(Input.Points, E.Unit);
    Text += pointsLine(
        Points, padded(Input.Name + " = " + std::to_string(Input.Value), 36) +
                    "  " + Input.Meaning);
    Rest -= Points;
  }
  if (E.Inputs.size() > Shown)
    Text +=
        pointsLine(Rest, countThings(E.Inputs.size() - Shown, "other input"));
  return Text +
         pointsLine(Usual, std::string("a usual call that stock ") +
                               (E.Call.stockInlines() ? "inlines" : "leaves"));
}

/// Calls that nobody had to think about, in a line.
static std::string describeCertain(const std::vector<ExplainedCall> &Calls) {
  constexpr size_t MaxNames = 6;
  std::vector<std::string> Names;
  size_t Certain = 0;
  for (const ExplainedCall &E : Calls)
    if (E.Why == ExplainedCall::Reason::Certain) {
      ++Certain;
      const std::string Name = shortenName(demangle(E.Call.Site.Callee));
      if (std::find(Names.begin(), Names.end(), Name) == Names.end())
        Names.push_back(Name);
    }
  if (Certain == 0)
    return "";
  std::string Text = "  " + countThings(Certain, "call") +
                     " that stock inlines at no cost, where the policy is not "
                     "asked:\n    ";
  for (size_t I = 0; I < std::min(MaxNames, Names.size()); ++I)
    Text += (I ? ", " : "") + Names[I];
  if (Names.size() > MaxNames)
    Text += " and " + std::to_string(Names.size() - MaxNames) + " more";
  return Text + "\n";
}

static OrderedJSON asJSON(const WeighedInput &Input) {
  return {{"input", Input.Name},
          {"value", Input.Value},
          {"points", Input.Points},
          {"meaning", Input.Meaning}};
}

static OrderedJSON asJSON(const ExplainedCall &E) {
  OrderedJSON Entry = {{"callee", E.Call.Site.Callee},
                       {"callee_name", demangle(E.Call.Site.Callee)},
                       {"path", E.Call.Site.Path},
                       {"stock_inlines", E.Call.stockInlines()},
                       {"inlined", E.Call.Inlined},
                       {"asked", E.Call.WasAsked},
                       {"reason", describeReason(E)}};
  if (!E.HasPoints)
    return Entry;
  Entry["points"] = E.Points;
  Entry["usual_points"] = E.Usual;
  Entry["points_in_a_unit"] = E.Unit;
  Entry["inputs"] = OrderedJSON::array();
  for (const WeighedInput &Input : E.Inputs)
    Entry["inputs"].push_back(asJSON(Input));
  return Entry;
}

size_t ExplainedFunction::countDiffering() const {
  return static_cast<size_t>(
      std::count_if(Calls.begin(), Calls.end(),
                    [](const ExplainedCall &E) { return E.differs(); }));
}

std::vector<ExplainedFunction>
groupByFunction(std::vector<ExplainedCall> Calls,
                const DecisionsByFunction &Others) {
  std::map<std::string, ExplainedFunction> ByName;
  for (ExplainedCall &E : Calls) {
    const std::string Caller = E.Call.Site.Caller;
    ByName[Caller].Calls.push_back(std::move(E));
  }
  for (const auto &[Name, Decided] : Others)
    ByName[Name].Others = Decided;
  std::vector<ExplainedFunction> All;
  for (auto &[Name, Function] : ByName) {
    Function.Name = Name;
    All.push_back(std::move(Function));
  }
  return All;
}

std::string listFunctions(const std::vector<ExplainedFunction> &Functions) {
  std::vector<const ExplainedFunction *> Sorted;
  for (const ExplainedFunction &Function : Functions)
    Sorted.push_back(&Function);
  std::stable_sort(Sorted.begin(), Sorted.end(),
                   [](const ExplainedFunction *A, const ExplainedFunction *B) {
                     return A->countDiffering() > B->countDiffering();
                   });
  std::string Text = " calls  differ  passes  registers  function\n";
  for (const ExplainedFunction *Function : Sorted) {
    Text += formatText(
                "%6zu %7zu %7zu %10llu  ", Function->Calls.size(),
                Function->countDiffering(), Function->Others.LeftOut.size(),
                static_cast<unsigned long long>(Function->Others.Exchanged)) +
            demangle(Function->Name) + "\n";
  }
  return Text;
}

std::string explainFunctions(const std::vector<ExplainedFunction> &Functions,
                             size_t MaxInputs) {
  std::string Text;
  for (const ExplainedFunction &Function : Functions) {
    Text += (Text.empty() ? "" : "\n") + demangle(Function.Name) + ": " +
            countThings(Function.Calls.size(), "decided call");
    if (const size_t Differing = Function.countDiffering())
      Text += ", " + std::to_string(Differing) +
              " differ from LLVM's decisions (*)";
    Text += "\n";
    if (Function.Calls.empty())
      Text += "  nothing was asked: it calls no function whose body is in its "
              "file, has\n  attributes that decide, or is not compiled for "
              "size\n";
    for (const ExplainedCall &E : Function.Calls)
      if (E.Why != ExplainedCall::Reason::Certain)
        Text += explainCall(E, MaxInputs);
    Text += describeCertain(Function.Calls);
    for (const ToldDecision &Decided : describe(Function.Others))
      Text += "  " + Decided.Text + "\n";
  }
  return Text;
}

std::string toJSON(const std::vector<ExplainedFunction> &Functions) {
  OrderedJSON Root = OrderedJSON::array();
  for (const ExplainedFunction &Function : Functions) {
    OrderedJSON Calls = OrderedJSON::array();
    for (const ExplainedCall &E : Function.Calls)
      Calls.push_back(asJSON(E));
    Root.push_back({{"function", Function.Name},
                    {"name", demangle(Function.Name)},
                    {"calls", std::move(Calls)},
                    {"left_out", Function.Others.LeftOut},
                    {"evictions", Function.Others.Evictions},
                    {"exchanged_registers", Function.Others.Exchanged},
                    {"saved_bytes", Function.Others.SavedBytes}});
  }
  return toJSONText(Root, 2) + "\n";
}
} // namespace mlgo
