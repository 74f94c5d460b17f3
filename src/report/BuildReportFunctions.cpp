// Functions of build reports
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/BuildReportFunctions.h"
#include "report/HTMLText.h"
#include "support/CutName.h"
#include "support/Text.h"

namespace mlgo {
static std::string number(int64_t Value, bool IsChange) {
  return formatNumber(static_cast<double>(Value), 0, IsChange);
}

static OrderedJSON pointsRow(int64_t Points, const std::string &What,
                             const std::string &Meaning = "") {
  return {
      {"weight", number(Points, true)}, {"what", What}, {"meaning", Meaning}};
}

/// Into \p Described, \p Name in at most \p Room bytes, and whole if it is
/// longer.
static void addName(OrderedJSON &Described, const std::string &Name,
                    size_t Room) {
  Described["name"] = cutName(Name, Room);
  Described["whole"] = Described["name"] == Name ? "" : Name;
}

/// \p Name is the function at the other end of the call.
static OrderedJSON describeCall(const ReportedCall &Call,
                                const std::string &Name,
                                const char *Direction) {
  OrderedJSON Described = {
      {"direction",
       std::string(Call.Inlined ? "inlined " : "not inlined ") + Direction},
      {"which", Call.Which},
      {"reason", Call.Reason},
      {"points", nullptr}};
  addName(Described, Name, 160);
  if (Call.Inputs.empty())
    return {{"call", std::move(Described)}};
  OrderedJSON Rows = OrderedJSON::array();
  for (const ReportedInput &Input : Call.Inputs)
    Rows.push_back(pointsRow(Input.Points,
                             Input.Name + " = " + number(Input.Value, false),
                             Input.Meaning));
  if (Call.OtherInputs)
    Rows.push_back(pointsRow(
        Call.OtherPoints, std::to_string(Call.OtherInputs) + " other inputs"));
  Rows.push_back(pointsRow(Call.UsualPoints, "a usual call"));
  Described["points"] = {{"row", std::move(Rows)}};
  return {{"call", std::move(Described)}};
}

static void addMore(OrderedJSON &Calls, uint64_t More, const char *Where) {
  if (More)
    Calls.push_back(
        {{"more", "and " + formatCount(More, "call") + " more " + Where}});
}

static std::string sizeText(const ReportedSize &Size) {
  if (!Size.Stock && Size.Variant)
    return number(static_cast<int64_t>(*Size.Variant), false) +
           " bytes; stock has no copy of it";
  if (!Size.Variant)
    return number(static_cast<int64_t>(Size.Stock.value_or(0)), false) +
           " bytes, of which no copy is left";
  return number(static_cast<int64_t>(*Size.Stock), false) + " \xE2\x86\x92 " +
         number(static_cast<int64_t>(*Size.Variant), false) + " bytes";
}

/// The calls in \p Function and of it. Where it went says more of what is gone
/// than what was in it.
static OrderedJSON callsOf(const ReportedFunction &Function, bool UsesFirst) {
  OrderedJSON Calls = OrderedJSON::array();
  for (const bool AreUses : {UsesFirst, !UsesFirst})
    if (AreUses) {
      for (const ReportedCall &Call : Function.Uses)
        Calls.push_back(describeCall(Call, Call.Caller, "into"));
      addMore(Calls, Function.MoreUses, "of it");
    } else {
      for (const ReportedCall &Call : Function.Calls)
        Calls.push_back(describeCall(Call, Call.Callee, "here:"));
      addMore(Calls, Function.MoreCalls, "in it");
    }
  return Calls;
}

/// What was decided, in a few words.
static std::string summarize(const ReportedFunction &Function) {
  std::vector<std::string> Words;
  const auto Add = [&](const std::vector<ReportedCall> &Calls, uint64_t More,
                       const char *Where) {
    const auto Inlined =
        std::count_if(Calls.begin(), Calls.end(),
                      [](const ReportedCall &Call) { return Call.Inlined; });
    // Those that are not shown may be otherwise.
    const bool AreAll = !More && size_t(Inlined) == Calls.size();
    const bool AreNone = !More && !Inlined;
    if (!Calls.empty())
      Words.push_back(formatCount(Calls.size() + More, "call") + Where +
                      (AreAll    ? " inlined"
                       : AreNone ? " not inlined"
                                 : ""));
  };
  Add(Function.Calls, Function.MoreCalls, " in it");
  Add(Function.Uses, Function.MoreUses, " of it");
  for (const ReportedDecision &Decision : Function.Decisions)
    Words.push_back(Decision.Short);
  return joinText(Words, " \xC2\xB7 ");
}

/// A function in a list whose largest number is \p Largest, and its bar.
static OrderedJSON describeFunction(const ReportedFunction &Function,
                                    int64_t Value, int64_t Largest,
                                    bool IsChange) {
  const bool IsSmaller = Value < 0;
  const double Width =
      Largest ? 100.0 * double(std::llabs(Value)) / double(Largest) : 0.0;
  std::string Bytes =
      IsChange ? sizeText(Function.Size)
               : number(int64_t(Function.Size.Variant.value_or(0)), false) +
                     " bytes";
  const std::string Summary = summarize(Function);
  if (IsChange && Summary.empty())
    Bytes += ". No decision about it is otherwise than stock's: a rule for "
             "constants has changed it, or what it calls.";
  OrderedJSON Decisions = OrderedJSON::array();
  for (const ReportedDecision &Decision : Function.Decisions)
    Decisions.push_back(Decision.Text);
  OrderedJSON Described = {
      {"colour", !IsChange   ? ""
                     : IsSmaller ? " good"
                                 : " bad"},
          {"value", number(Value, IsChange)},
          {"bar", !IsChange   ? "same"
                  : IsSmaller ? "smaller"
                              : "larger"},
          {"width", formatText("%.1f", Width)},
          {"summary", Summary},
          {"bytes", Bytes},
          {"decisions", std::move(Decisions)},
          {"calls", callsOf(Function, IsChange && !Function.Size.Variant)}};
  addName(Described, Function.Size.Name, 90);
  return Described;
}

OrderedJSON changedFunctions(const char *Title,
                             const std::vector<ReportedFunction> &Functions,
                             uint64_t Total, int64_t Bytes) {
  if (Functions.empty())
    return nullptr;
  int64_t Largest = 0;
  for (const ReportedFunction &Function : Functions)
    Largest = std::max<int64_t>(Largest, std::llabs(Function.Size.change()));
  std::string Count = formatCount(Total, "function");
  if (Bytes)
    Count += ", " + number(Bytes, true) + " bytes together";
  if (Total > Functions.size())
    Count += ". These are the first " + std::to_string(Functions.size());
  OrderedJSON List = {
      {"title", Title},
      {"count", Count + ". Open one for the decisions behind it."},
      {"function", OrderedJSON::array()}};
  for (const ReportedFunction &Function : Functions)
    List["function"].push_back(
        describeFunction(Function, Function.Size.change(), Largest, true));
  return List;
}

OrderedJSON decidedFunctions(const std::vector<ReportedFunction> &Functions,
                             uint64_t Total) {
  if (Functions.empty())
    return nullptr;
  int64_t Largest = 0;
  for (const ReportedFunction &Function : Functions)
    Largest = std::max(Largest, static_cast<int64_t>(Function.NumDecisions));
  std::string Count = formatCount(Total, "function");
  if (Total > Functions.size())
    Count += ". These are the first " + std::to_string(Functions.size());
  OrderedJSON List = {
      {"title", "Functions that stock would have decided otherwise about"},
      {"count",
       Count + ", with the number of such decisions. Open one to see them."},
      {"function", OrderedJSON::array()}};
  for (const ReportedFunction &Function : Functions)
    List["function"].push_back(
        describeFunction(Function, static_cast<int64_t>(Function.NumDecisions),
                         Largest, false));
  return List;
}
} // namespace mlgo
