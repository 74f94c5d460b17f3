// What was decided of a function's registers, as recorded
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/RecordedRegisters.h"
#include "runner/DecisionFields.h"
#include <charconv>

namespace mlgo {
template <typename NumberT>
static Status takeNumber(std::string_view &Line, const char *What,
                         NumberT &Number) {
  const std::string_view Field = takeField(Line);
  const auto [End, Fault] =
      std::from_chars(Field.data(), Field.data() + Field.size(), Number);
  if (Fault == std::errc() && End == Field.data() + Field.size())
    return Success();
  return Error(std::string(What) + " is '" + std::string(Field.substr(0, 40)) +
               "', expected a number");
}

static Result<RecordedRegisters> parseLine(std::string_view Line) {
  RecordedRegisters R;
  R.Function = takeField(Line);
  if (R.Function.empty())
    return Error("has no function, expected function, evictions, exchanged and "
                 "saved");
  MLGO_TRY(takeNumber(Line, "evictions", R.Evictions));
  MLGO_TRY(takeNumber(Line, "exchanged", R.Exchanged));
  MLGO_TRY(takeNumber(Line, "saved", R.SavedBytes));
  return R;
}

std::string formatRecordedRegisters(const RecordedRegisters &R) {
  return R.Function + "\t" + std::to_string(R.Evictions) + "\t" +
         std::to_string(R.Exchanged) + "\t" + std::to_string(R.SavedBytes) +
         "\n";
}

Result<std::vector<RecordedRegisters>>
parseRecordedRegisters(std::string_view Text) {
  std::vector<RecordedRegisters> All;
  MLGO_TRY(readDecisions(
      Text, RegisterRecordHeader, "register record",
      [](std::string_view Line) {
        return Error("header is '" + std::string(Line.substr(0, 40)) +
                     "', expected '" + std::string(RegisterRecordHeader) + "'");
      },
      [&](std::string_view Line) -> Status {
        All.push_back(MLGO_TRY(parseLine(Line)));
        return Success();
      }));
  return All;
}
} // namespace mlgo
