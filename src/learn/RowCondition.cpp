// Which decisions to learn from
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/RowCondition.h"
#include <algorithm>
#include <charconv>

namespace mlgo {
Result<RowCondition> RowCondition::parse(std::string_view Text) {
  const auto Complain = [&] {
    return Error("condition is '" + std::string(Text) +
                 "', expected FEATURE=VALUE or FEATURE=LOW..HIGH, in numbers");
  };
  const auto Read = [](std::string_view Digits, int64_t &Value) {
    const char *End = Digits.data() + Digits.size();
    const auto [Rest, Failure] = std::from_chars(Digits.data(), End, Value);
    return Failure == std::errc() && Rest == End;
  };
  const size_t Equals = Text.find('=');
  if (Equals == Text.npos || !Equals)
    return Complain();
  RowCondition Condition{std::string(Text.substr(0, Equals)), INT64_MIN,
                         INT64_MAX};
  const std::string_view Values = Text.substr(Equals + 1);
  const size_t Dots = Values.find("..");
  const std::string_view Low = Values.substr(0, Dots);
  const std::string_view High =
      Dots == Values.npos ? Low : Values.substr(Dots + 2);
  if ((Low.empty() && High.empty()) ||
      (!Low.empty() && !Read(Low, Condition.Low)) ||
      (!High.empty() && !Read(High, Condition.High)) ||
      Condition.Low > Condition.High)
    return Complain();
  return Condition;
}

Result<std::vector<RowCondition>>
RowCondition::parseAll(std::string_view Text) {
  std::vector<RowCondition> All;
  for (size_t Begin = 0; Begin <= Text.size();) {
    const size_t End = std::min(Text.find(',', Begin), Text.size());
    All.push_back(MLGO_TRY(parse(Text.substr(Begin, End - Begin))));
    Begin = End + 1;
  }
  return All;
}

Result<std::function<bool(size_t)>>
bindConditions(const Dataset &Data, std::vector<RowCondition> Conditions) {
  std::vector<uint32_t> Columns;
  for (const RowCondition &C : Conditions)
    Columns.push_back(MLGO_TRY(Data.requireFeature(C.Feature)));
  return std::function<bool(size_t)>(
      [&Data, Columns = std::move(Columns),
       Conditions = std::move(Conditions)](size_t Row) {
        for (size_t I = 0; I < Conditions.size(); ++I) {
          const int64_t Value = Data.row(Row)[Columns[I]];
          if (Value < Conditions[I].Low || Value > Conditions[I].High)
            return false;
        }
        return true;
      });
}

/// Drops the rows of \p Data but those that meet all of \p Conditions, or,
/// without \p KeepsThem, these.
static Status filterRows(Dataset &Data,
                         const std::vector<RowCondition> &Conditions,
                         bool KeepsThem) {
  const auto HoldAll = MLGO_TRY(bindConditions(Data, Conditions));
  std::vector<size_t> Kept;
  for (size_t Row = 0; Row < Data.size(); ++Row)
    if (HoldAll(Row) == KeepsThem)
      Kept.push_back(Row);
  if (Kept.empty())
    return Error("no decision in the logs is as the conditions say");
  const auto Keep = [&](auto &Rows, size_t Width) {
    if (Rows.empty())
      return;
    for (size_t I = 0; I < Kept.size(); ++I)
      std::copy_n(Rows.begin() + Kept[I] * Width, Width,
                  Rows.begin() + I * Width);
    Rows.resize(Kept.size() * Width);
  };
  Keep(Data.Values, Data.Features.size());
  Keep(Data.ProgramOf, 1);
  Keep(Data.Decisions, 1);
  Keep(Data.DeltaSizes, 1);
  Keep(Data.Confidences, 1);
  return Success();
}

Status keepRows(Dataset &Data, const std::vector<RowCondition> &Conditions) {
  return filterRows(Data, Conditions, /*KeepsThem=*/true);
}

Status dropRows(Dataset &Data, const std::vector<RowCondition> &Conditions) {
  return filterRows(Data, Conditions, /*KeepsThem=*/false);
}
} // namespace mlgo
