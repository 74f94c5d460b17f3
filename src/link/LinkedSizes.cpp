// Sizes of linked programs, compared
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/LinkedSizes.h"
#include <cmath>

namespace mlgo {
double LinkedSizes::change() const {
  if (StockBytes == 0)
    return 0;
  return 100 *
         (static_cast<double>(VariantBytes) / static_cast<double>(StockBytes) -
          1);
}

LinkedSizes LinkedSizes::by(const SizeColumn &Column) const {
  LinkedSizes Sizes = *this;
  Sizes.StockBytes = Stock.*Column.Bytes;
  Sizes.VariantBytes = Variant.*Column.Bytes;
  return Sizes;
}

LinkedSizes LinkedSizes::besideOther() const {
  LinkedSizes Sizes = *this;
  Sizes.Stock = Other;
  Sizes.StockBytes = Other.Text;
  return Sizes;
}

SizeSummary summarize(const std::vector<LinkedSizes> &Programs) {
  SizeSummary Summary;
  double LogSum = 0;
  for (const LinkedSizes &Each : Programs) {
    const double Change = Each.change();
    LogSum += std::log1p(Change / 100);
    if (Summary.Programs == 0 || Change > Summary.Worst) {
      Summary.Worst = Change;
      Summary.WorstProgram = Each.Program;
    }
    if (Summary.Programs == 0 || Change < Summary.Best) {
      Summary.Best = Change;
      Summary.BestProgram = Each.Program;
    }
    ++Summary.Programs;
  }
  if (Summary.Programs)
    Summary.GeometricMean =
        100 * std::expm1(LogSum / static_cast<double>(Summary.Programs));
  return Summary;
}
} // namespace mlgo
