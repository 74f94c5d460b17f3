// Decisions by function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "explain/InlineExplanation.h"
#include "report/BuildReport.h"

namespace mlgo {
/// The calls of a record that were decided otherwise than stock has, or would
/// have, decided them, by the symbols of their callers and callees.
class DecisionIndex {
public:
  /// Without any decisions.
  DecisionIndex() = default;

  /// Of the text of a decisions file, and of that of a stock build, if there is
  /// one. Fails if the policies that decided are not there to explain it.
  static Result<DecisionIndex> create(const std::string &Record,
                                      const std::string &StockRecord);

  /// \p Size, whose name is a symbol, with the calls in it and of it, and with
  /// the name that the source has.
  ReportedFunction describe(const ReportedSize &Size) const;

  size_t countIn(const std::string &Caller) const;

private:
  using Index = std::map<std::string, std::vector<size_t>>;
  std::vector<ReportedCall> explain(const Index &By, const std::string &Name,
                                    uint64_t &More) const;

  struct Difference {
    RecordedDecision Call;
    /// In the stock build, where that is known.
    std::optional<bool> StockInlined;
    int64_t StockCost = 0;
  };
  ReportedCall report(const Difference &D) const;

  std::vector<Difference> Calls;
  Index ByCaller, ByCallee;
  std::optional<InlineExplainer> Explainer;
};
} // namespace mlgo
