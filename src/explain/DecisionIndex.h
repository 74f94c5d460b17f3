// Decisions by function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "explain/InlineExplanation.h"
#include "report/BuildReport.h"
#include "task/FunctionDecisions.h"

namespace mlgo {
/// What was recorded as decided otherwise than stock has, or would have,
/// decided it: calls by their callers and callees, passes and registers by
/// function.
class DecisionIndex {
public:
  /// Without any decisions.
  DecisionIndex() = default;

  /// Of what was recorded in a build, and of the calls in a stock build, if
  /// there is one. Fails if the policies that decided are not there to explain
  /// it.
  static Result<DecisionIndex> create(const DecisionRecords &Records,
                                      const std::string &StockCalls);

  /// \p Size, whose name is one that lasts (nameForDecisions), with what was
  /// decided of it, and with the name that the source has.
  ReportedFunction describe(const ReportedSize &Size) const;

  /// How much was decided otherwise in \p Function, with the calls in it.
  size_t countIn(const std::string &Function) const;

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
  DecisionsByFunction Others; ///< Local ones without their files.
  std::optional<InlineExplainer> Explainer;
};
} // namespace mlgo
