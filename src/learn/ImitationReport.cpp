// How well a learned policy does
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/ImitationReport.h"
#include "learn/Evaluation.h"
#include "support/Text.h"
#include <cmath>

namespace mlgo {
namespace {
/// \p Value with \p Digits decimals, as a number that prints in full.
double rounded(double Value, int Digits) {
  const double Scale = std::pow(10, Digits);
  return std::round(Value * Scale) / Scale;
}

OrderedJSON describe(const FlipResult &R) {
  OrderedJSON Line;
  Line["examples"] = R.Examples;
  Line["useful"] = R.Useful;
  Line["useful_bytes"] = std::llround(R.UsefulBytes);
  Line["flips"] = R.Picked;
  Line["precision"] = rounded(R.precision(), 3);
  Line["saved_bytes"] = std::llround(R.SavedBytes);
  Line["lost_bytes"] = std::llround(R.LostBytes);
  Line["gain_percent"] = rounded(100 * R.gain(), 1);
  return Line;
}

OrderedJSON describe(const AgreementResult &R) {
  OrderedJSON Line;
  Line["examples"] = R.Examples;
  Line["yes"] = R.Positives;
  Line["agreed"] = R.Agreed;
  Line["agreement_percent"] = rounded(100 * R.agreement(), 3);
  return Line;
}

/// Evaluates each of the \p Included programs, and all their rows together.
template <typename Fn>
ImitationReport report(const std::string &Title, const Dataset &Data,
                       const std::vector<bool> &Included, Fn Evaluate) {
  ImitationReport Report;
  Report.Title = Title;
  for (size_t I = 0; I < Data.Programs.size(); ++I) {
    if (!Included[I])
      continue;
    std::vector<bool> One(Data.Programs.size());
    One[I] = true;
    OrderedJSON Line;
    Line["program"] = Data.Programs[I];
    Line.update(describe(Evaluate(Data.rowsOf(One))));
    Report.Programs.push_back(std::move(Line));
  }
  Report.Total["program"] = "all";
  Report.Total.update(describe(Evaluate(Data.rowsOf(Included))));
  return Report;
}

std::string cell(const OrderedJSON &Value, int Width) {
  if (Value.is_number_float())
    return formatText("%*.10g", Width, Value.get<double>());
  return formatText("%*lld", Width, Value.get<long long>());
}
} // namespace

std::string ImitationReport::toText() const {
  auto Name = [](std::string Text) {
    Text.resize(std::max<size_t>(Text.size(), 16), ' ');
    return Text;
  };
  std::string Text = Name(Title);
  for (const auto &[Key, Value] : Total.items())
    if (Key != "program")
      Text += "  " + Key;
  Text += "\n";
  auto Add = [&](const OrderedJSON &Line) {
    for (const auto &[Key, Value] : Line.items())
      Text += Key == "program"
                  ? Name(Value.template get<std::string>())
                  : "  " + cell(Value, static_cast<int>(Key.size()));
    Text += "\n";
  };
  for (const OrderedJSON &Line : Programs)
    Add(Line);
  Add(Total);
  return Text;
}

OrderedJSON ImitationReport::toJSON() const {
  OrderedJSON Report;
  Report["programs"] = Programs;
  Report["total"] = Total;
  return Report;
}

ImitationReport reportFlips(const std::string &Title, const Dataset &Data,
                            const std::vector<bool> &Included,
                            const std::vector<double> &Scores, double Cut) {
  return report(Title, Data, Included, [&](const std::vector<uint32_t> &Rows) {
    return evaluateFlips(Data, Rows, Scores, Cut);
  });
}

ImitationReport reportAgreement(const std::string &Title,
                                const TrainingSet &Set,
                                const std::vector<bool> &Included,
                                const std::vector<double> &Scores) {
  return report(Title, *Set.Data, Included,
                [&](const std::vector<uint32_t> &Rows) {
                  return evaluateAgreement(Set.Targets, Rows, Scores);
                });
}
} // namespace mlgo
