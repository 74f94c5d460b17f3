// Sizes that programs have to keep
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Guard.h"
#include "support/Text.h"
#include "tensor/JSON.h"
#include <charconv>
#include <cmath>

namespace mlgo {
static std::string trim(const std::string &Text) {
  const char *Blank = " \t";
  const size_t Begin = Text.find_first_not_of(Blank);
  return Begin == Text.npos
             ? ""
             : Text.substr(Begin, Text.find_last_not_of(Blank) + 1 - Begin);
}

static std::optional<double> parseAmount(const std::string &Text) {
  // Who reads a number here takes no plus.
  const char *Begin = Text.data(), *End = Begin + Text.size();
  Begin += startsWith(Text, "+") && !startsWith(Text, "+-");
  double Amount = 0;
  const auto [Rest, Failure] = std::from_chars(Begin, End, Amount);
  if (Failure != std::errc() || Rest != End || !std::isfinite(Amount))
    return std::nullopt;
  return Amount;
}

static bool isMeasured(const SizeColumn &Column, const ProgramSize &Size) {
  return Column.Bytes != &ProgramSize::Stack || Size.HasStack;
}

static std::string bytes(uint64_t Bytes) {
  return std::to_string(Bytes) + (Bytes == 1 ? " byte" : " bytes");
}

/// An unbroken check of \p Column.
static SizeCheck begin(const std::string &Program, const SizeColumn &Column,
                       std::string Rule) {
  return {Program, Column.Name, std::move(Rule), std::nullopt, false, ""};
}

static void breakFor(SizeCheck &Check, const std::string &Why) {
  Check.IsBroken = true;
  Check.Message = Check.Column + ": " + Why;
}

static void breakUnmeasured(SizeCheck &Check) {
  breakFor(Check, "found no sizes of frames, expected programs compiled by "
                  "-fstack-size-section");
}

static SizeCheck check(const GuardedProgram &Program, const SizeRule &Rule) {
  const LinkedSizes Sizes = Program.Sizes.by(Rule.Column);
  const uint64_t Before = Sizes.StockBytes, After = Sizes.VariantBytes;
  SizeCheck Check = begin(Program.Name, Rule.Column, Rule.Text);
  if (!isMeasured(Rule.Column, Sizes.Stock) ||
      !isMeasured(Rule.Column, Sizes.Variant)) {
    breakUnmeasured(Check);
    return Check;
  }
  Check.Found = After;
  const double Growth =
      static_cast<double>(After) - static_cast<double>(Before);
  // Any growth of nothing is more than every share.
  const double Change = !Rule.IsPercent ? Growth
                        : Before        ? Sizes.change()
                        : After         ? HUGE_VAL
                                        : 0;
  if (Change > Rule.Most) {
    const std::string By = !Rule.IsPercent ? formatText("%+.0f", Growth)
                           : Before        ? formatText("%+.2f%%", Change)
                                           : "all";
    const std::string Most = formatText("%+g", Rule.Most);
    breakFor(Check, "found " + bytes(After) + ", " + By + " from " +
                        std::to_string(Before) + ", expected at most " + Most +
                        (Rule.IsPercent ? "%" : " bytes"));
  }
  return Check;
}

static SizeCheck check(const GuardedProgram *Program, const std::string &Name,
                       const SizeColumn &Column, uint64_t Most) {
  SizeCheck Check = begin(Name, Column, "budget");
  const std::string Expected = ", expected at most " + bytes(Most);
  if (!Program) {
    breakFor(Check, "found no program of this name" + Expected);
  } else if (!isMeasured(Column, Program->Sizes.Variant)) {
    breakUnmeasured(Check);
  } else {
    Check.Found = Program->Sizes.Variant.*Column.Bytes;
    if (*Check.Found > Most)
      breakFor(Check, "found " + bytes(*Check.Found) + Expected);
  }
  return Check;
}

Result<SizeRule> parseSizeRule(const std::string &Text) {
  const size_t At = Text.find('>');
  if (At == Text.npos)
    return Error("'" + Text + "': found no '>', expected a column and a " +
                 "change, as in 'code > +0.5%' or 'total > 0'");
  const SizeColumn Column =
      MLGO_TRY(findSizeColumn(trim(Text.substr(0, At))).in("'" + Text + "'"));
  std::string Amount = trim(Text.substr(At + 1));
  const bool IsPercent = !Amount.empty() && Amount.back() == '%';
  if (IsPercent)
    Amount = trim(Amount.substr(0, Amount.size() - 1));
  const std::optional<double> Most = parseAmount(Amount);
  if (!Most)
    return Error("'" + Text + "': found '" + Amount +
                 "', expected a change in % or in bytes, as in 'code > +0.5%' "
                 "or 'total > 0'");
  return SizeRule{Text, Column, *Most, IsPercent};
}

Result<SizeBudget> parseSizeBudget(std::string_view Text) {
  const OrderedJSON Root = parseJSON(Text);
  if (!Root.is_object())
    return Error("expected a JSON object, as --write-budget writes it");
  SizeBudget Budget;
  for (const auto &[Program, Columns] : Root.items()) {
    if (!Columns.is_object())
      return Error(Program + ": expected an object of columns");
    for (const auto &[Name, Bytes] : Columns.items()) {
      const SizeColumn Column = MLGO_TRY(findSizeColumn(Name).in(Program));
      if (!Bytes.is_number_unsigned())
        return Error(Program + ": " + Name + ": found " +
                     toJSONText(Bytes).substr(0, 40) +
                     ", expected a number of bytes");
      if (!Budget[Program].emplace(Column.Name, Bytes.get<uint64_t>()).second)
        return Error(Program + ": " + Name + ": found a second number for " +
                     Column.Name + ", expected one");
    }
  }
  return Budget;
}

std::string formatSizeBudget(const SizeBudget &Budget) {
  return toJSONText(OrderedJSON(Budget), 2) + "\n";
}

std::vector<SizeCheck> checkSizes(const std::vector<GuardedProgram> &Programs,
                                  const std::vector<SizeRule> &Rules,
                                  const SizeBudget &Budget) {
  std::vector<SizeCheck> Checks;
  std::map<std::string, const GuardedProgram *> Known;
  for (const GuardedProgram &Program : Programs) {
    Known[Program.Name] = &Program;
    for (const SizeRule &Rule : Rules)
      Checks.push_back(check(Program, Rule));
  }
  for (const auto &[Name, Columns] : Budget)
    for (const SizeColumn &Column : listSizeColumns())
      if (const auto Most = Columns.find(Column.Name); Most != Columns.end()) {
        const auto Found = Known.find(Name);
        Checks.push_back(check(Found == Known.end() ? nullptr : Found->second,
                               Name, Column, Most->second));
      }
  return Checks;
}

SizeBudget makeSizeBudget(const std::vector<GuardedProgram> &Programs,
                          const std::vector<SizeColumn> &Columns) {
  SizeBudget Budget;
  for (const GuardedProgram &Program : Programs) {
    const ProgramSize &Size = Program.Sizes.Variant;
    auto &Entry = Budget[Program.Name];
    Entry = {{"total", Size.Text}, {"code", Size.Code}};
    for (const SizeColumn &Column : Columns)
      if (isMeasured(Column, Size))
        Entry[Column.Name] = Size.*Column.Bytes;
  }
  return Budget;
}
} // namespace mlgo
