// Which decisions to learn from
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/learn/Dataset.h"
#include <functional>
#include <string_view>

namespace mlgo {
/// A condition on one column of a row.
struct RowCondition {
  std::string Feature;
  int64_t Low, High; ///< Values from Low to High, both included.

  /// Reads `FEATURE=VALUE` or `FEATURE=LOW..HIGH`, where LOW or HIGH may be
  /// left out.
  static Result<RowCondition> parse(std::string_view Text);

  /// Reads several, with commas between them.
  static Result<std::vector<RowCondition>> parseAll(std::string_view Text);
};

/// Whether all of \p Conditions hold for a row of \p Data, which must outlive
/// the answer; for every row if there are none. It is an error if a condition
/// names no feature.
Result<std::function<bool(size_t)>>
bindConditions(const Dataset &Data, std::vector<RowCondition> Conditions);

/// Drops all rows of \p Data for which one of \p Conditions does not hold. It
/// is an error if a condition names no feature, or if no row is left; then
/// nothing is dropped.
Status keepRows(Dataset &Data, const std::vector<RowCondition> &Conditions);

/// The opposite: drops all rows for which all of \p Conditions hold.
Status dropRows(Dataset &Data, const std::vector<RowCondition> &Conditions);
} // namespace mlgo
