// Lines of sizes, a program each
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/LinkedSizes.h"
#include "tensor/JSON.h"

namespace mlgo {
/// Lays out lines of sizes: StockBytes, VariantBytes and the change, then what
/// columns say. Lines have no end.
class SizeTable {
public:
  /// As wide as \p Programs need. \p Columns outlive the table.
  SizeTable(const std::vector<LinkedSizes> &Programs,
            const std::vector<SizeColumn> &Columns);

  /// The first line; \p Stock and \p Variant are the titles of StockBytes and
  /// VariantBytes.
  std::string header(const char *Stock, const char *Variant = "variant") const;
  std::string row(const LinkedSizes &Program) const;

private:
  const std::vector<SizeColumn> &Columns;
  int PackageWidth = 12, ProgramWidth = 20;
};

/// The numbers of \p Summary, and the programs that changed most.
OrderedJSON summaryAsJSON(const SizeSummary &Summary);
} // namespace mlgo
