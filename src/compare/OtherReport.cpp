// Programs beside those of another compiler, as table and JSON
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/OtherReport.h"

#include "compare/SizeTable.h"
#include "support/Text.h"

#include <algorithm>

namespace mlgo {
namespace {

using Programs = std::vector<LinkedSizes>;

/// Those of one language, with the other compiler's sizes for stock's.
Programs choose(const Programs &All, bool IsCxx, const SizeColumn *Column,
                bool OfStock) {
  Programs Chosen;
  for (LinkedSizes Each : All) {
    if (Each.IsCxx != IsCxx)
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
std::string sum(const char *Who, const Programs &All) {
  const SizeSummary Summary = summarize(All);
  const auto Larger =
      std::count_if(All.begin(), All.end(),
                    [](const LinkedSizes &P) { return P.change() > 0; });
  return formatText("%s %+.2f%% (larger: %td of %zu)", Who,
                    Summary.GeometricMean, Larger, All.size());
}

std::string sumBoth(const Programs &All, bool IsCxx, const SizeColumn *Column) {
  return sum("variant", choose(All, IsCxx, Column, /*OfStock=*/false)) + ", " +
         sum("stock", choose(All, IsCxx, Column, /*OfStock=*/true));
}

} // namespace

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
  for (const bool IsCxx : {false, true}) {
    if (choose(All, IsCxx, nullptr, false).empty())
      continue;
    const char *Language = IsCxx ? "C++" : "C";
    Table += formatText("%-4s total: %s\n", Language,
                        sumBoth(All, IsCxx, nullptr).c_str());
    for (const SizeColumn &Column : Columns)
      Table += formatText("%-4s %s: %s\n", Language, Column.Title,
                          sumBoth(All, IsCxx, &Column).c_str());
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
