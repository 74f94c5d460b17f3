// Explanations for terminals and scripts
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "explain/InlineExplanation.h"
#include "task/FunctionDecisions.h"

namespace mlgo {
/// What was decided of one function.
struct ExplainedFunction {
  std::string Name;                 ///< Its symbol, as decisions files have it.
  std::vector<ExplainedCall> Calls; ///< In it, in order.
  FunctionDecisions Others;         ///< Of passes and registers.

  size_t countDiffering() const;
};

/// \p Calls by caller with \p Others, sorted by function.
std::vector<ExplainedFunction>
groupByFunction(std::vector<ExplainedCall> Calls,
                const DecisionsByFunction &Others = {});

/// A line a function: its calls, how many were decided otherwise than stock
/// would have, and the passes and registers that were; those with most such
/// calls first.
std::string listFunctions(const std::vector<ExplainedFunction> &Functions);

/// All that was decided of \p Functions, with at most \p MaxInputs inputs of a
/// call.
std::string explainFunctions(const std::vector<ExplainedFunction> &Functions,
                             size_t MaxInputs);

/// The same with all inputs.
std::string toJSON(const std::vector<ExplainedFunction> &Functions);
} // namespace mlgo
