// Programs beside those of another compiler, as table and JSON
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/OtherReport.h"
#include "compare/SizeTable.h"
#include "support/CutName.h"
#include "support/Text.h"

namespace mlgo {
using Programs = std::vector<LinkedSizes>;

/// Those of one language, with the other compiler's sizes for stock's.
static Programs choose(const Programs &All, ProgramLanguage Language,
                       const SizeColumn *Column, bool OfStock) {
  Programs Chosen;
  for (LinkedSizes Each : All) {
    if (Each.Language != Language)
      continue;
    if (OfStock) {
      Each.Variant = Each.Stock;
      Each.VariantBytes = Each.StockBytes;
    }
    Each = Each.besideOther();
    Chosen.push_back(Column ? Each.by(*Column) : Each);
  }
  return Chosen;
}

/// How much all of \p All are larger, in the mean, and how many.
static std::string sum(const char *Who, const Programs &All) {
  const SizeSummary Summary = summarize(All);
  const auto Larger =
      std::count_if(All.begin(), All.end(),
                    [](const LinkedSizes &P) { return P.change() > 0; });
  return formatText("%s %+.2f%% (larger: %td of %zu)", Who,
                    Summary.GeometricMean, Larger, All.size());
}

static std::string sumBoth(const Programs &All, ProgramLanguage Language,
                           const SizeColumn *Column) {
  return sum("variant", choose(All, Language, Column, /*OfStock=*/false)) +
         ", " + sum("stock", choose(All, Language, Column, /*OfStock=*/true));
}

/// A cell, which is '-' for no function.
static std::string cell(uint64_t Bytes) {
  return Bytes ? std::to_string(Bytes) : "-";
}

/// \p Name in as much room as a line has.
static std::string cutName(const std::string &Name) {
  constexpr size_t Room = 80;
  return mlgo::cutName(Name, Room);
}

/// Its name, and those of what counts as it.
static std::string nameAll(const OtherFunction &Each) {
  constexpr size_t Room = 5;
  std::string Names = cutName(Each.Name);
  for (size_t I = 0; I < std::min(Each.With.size(), Room); ++I)
    Names += (I == 0 ? ", with " : ", ") + cutName(Each.With[I]);
  if (Each.With.size() > Room)
    Names += " and " + std::to_string(Each.With.size() - Room) + " more";
  return Names;
}

static std::string describeLone(const char *Whose, const LoneFunctions &Lone,
                                uint64_t OtherFunction::*Bytes,
                                const char *Who) {
  if (!Lone.Count)
    return "";
  const std::string Names =
      joinText(Lone.Largest, ", ", [&](const OtherFunction &Each) {
        return cutName(Each.Name) + " (" + std::to_string(Each.*Bytes) + ")";
      });
  return formatText("  only %s: %zu function%s, %llu bytes, which %s merges or "
                    "inlines in several places; largest: %s\n",
                    Whose, Lone.Count, Lone.Count == 1 ? "" : "s",
                    static_cast<unsigned long long>(Lone.Bytes), Who,
                    Names.c_str());
}

static OrderedJSON asJSON(const OtherFunction &Each) {
  return {{"name", Each.Name},
          {"with", Each.With},
          {"bytes", Each.Other},
          {"stock_bytes", Each.Stock},
          {"variant_bytes", Each.Variant}};
}

static OrderedJSON asJSON(const std::vector<OtherFunction> &All) {
  OrderedJSON Entries = OrderedJSON::array();
  for (const OtherFunction &Each : All)
    Entries.push_back(asJSON(Each));
  return Entries;
}

static OrderedJSON asJSON(const LoneFunctions &Lone) {
  return {{"functions", Lone.Count},
          {"bytes", Lone.Bytes},
          {"largest", asJSON(Lone.Largest)}};
}

std::string functionTable(const std::string &Compiler,
                          const std::vector<OtherFunctions> &Programs) {
  std::string Table;
  for (const OtherFunctions &Program : Programs) {
    if (Table.empty())
      Table = "where " + Compiler + " has smaller code, its functions:\n";
    Table += formatText("%-30s %8s %8s %8s %10s  function\n",
                        (Program.Package + "/" + Program.Program).c_str(),
                        "its", "stock", "variant", "difference");
    for (const OtherFunction &Each : Program.Larger)
      Table += formatText("%30s %8s %8s %8s %+10lld  %s\n", "",
                          cell(Each.Other).c_str(), cell(Each.Stock).c_str(),
                          cell(Each.Variant).c_str(),
                          static_cast<long long>(Each.Variant - Each.Other),
                          nameAll(Each).c_str());
    Table += describeLone("the variant's", Program.OnlyVariant,
                          &OtherFunction::Variant, "the other") +
             describeLone("the other's", Program.OnlyOther,
                          &OtherFunction::Other, "the variant");
  }
  return Table;
}

OrderedJSON functionsAsJSON(const std::vector<OtherFunctions> &Programs) {
  OrderedJSON Entries = OrderedJSON::array();
  for (const OtherFunctions &Program : Programs)
    Entries.push_back({{"package", Program.Package},
                       {"program", Program.Program},
                       {"larger", asJSON(Program.Larger)},
                       {"only_variant", asJSON(Program.OnlyVariant)},
                       {"only_other", asJSON(Program.OnlyOther)}});
  return Entries;
}

std::string otherTable(const std::string &Compiler, const Programs &All,
                       const std::vector<SizeColumn> &Columns) {
  if (Compiler.empty() || All.empty())
    return "";
  std::vector<LinkedSizes> Sorted;
  for (const LinkedSizes &Each : All)
    Sorted.push_back(Each.besideOther());
  std::stable_sort(Sorted.begin(), Sorted.end(),
                   [](const LinkedSizes &A, const LinkedSizes &B) {
                     return A.change() > B.change();
                   });
  const SizeTable Sizes(Sorted, Columns);
  std::string Table = "beside " + Compiler + ":\n" + Sizes.header("its") + "\n";
  for (const LinkedSizes &Each : Sorted)
    Table += Sizes.row(Each) + "\n";
  for (const ProgramLanguage Language : ProgramLanguages) {
    if (choose(All, Language, nullptr, false).empty())
      continue;
    Table += formatText("%-4s total: %s\n", nameOf(Language),
                        sumBoth(All, Language, nullptr).c_str());
    for (const SizeColumn &Column : Columns)
      Table += formatText("%-4s %s: %s\n", nameOf(Language), Column.Title,
                          sumBoth(All, Language, &Column).c_str());
  }
  return Table;
}

OrderedJSON otherAsJSON(const std::string &Compiler, const Programs &All,
                        const std::vector<SizeColumn> &Columns) {
  OrderedJSON Entries = OrderedJSON::array();
  for (const LinkedSizes &Program : All) {
    const LinkedSizes Each = Program.besideOther();
    OrderedJSON Entry = {{"package", Each.Package},
                         {"program", Each.Program},
                         {"bytes", Each.StockBytes},
                         {"change_percent", Each.change()}};
    for (const SizeColumn &Column : Columns)
      Entry[Column.Name] = {{"bytes", Each.by(Column).StockBytes},
                            {"change_percent", Each.by(Column).change()}};
    Entries.push_back(std::move(Entry));
  }
  return {{"compiler", Compiler}, {"programs", std::move(Entries)}};
}
} // namespace mlgo
