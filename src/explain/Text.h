// Explanations for terminals and scripts
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "explain/InlineExplanation.h"

namespace mlgo {
/// The calls that were decided in one function, in order.
struct FunctionCalls {
  std::string Caller; ///< Its symbol, as decisions files have it.
  std::vector<ExplainedCall> Calls;
  std::vector<std::string> LeftOut; ///< Passes, in the order of the pipeline.

  size_t countDiffering() const;
};

/// \p Calls by caller, sorted by its name.
std::vector<FunctionCalls> groupByCaller(std::vector<ExplainedCall> Calls);

/// A line a function: its calls, and how many were decided otherwise than stock
/// would have; those with most of these first.
std::string listCallers(const std::vector<FunctionCalls> &Functions);

/// All calls of \p Functions with at most \p MaxInputs inputs each.
std::string explainCallers(const std::vector<FunctionCalls> &Functions,
                           size_t MaxInputs);

/// The same with all inputs.
std::string toJSON(const std::vector<FunctionCalls> &Functions);
} // namespace mlgo
