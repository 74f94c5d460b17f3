// Where a search begins
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/TaskBackEnd.h"

namespace mlgo {
/// As ProblemOptions::Policy: the policy that is shipped for the task and the
/// stock heuristic, whichever makes less of the program.
inline constexpr const char *BetterPolicy = "better";

/// Decisions to begin with, and what else is known before a search.
struct SearchStart {
  Decisions Start;
  /// Other decisions for the whole program: what lost against Start.
  std::vector<Decisions> Others;
  /// Without any search.
  std::vector<CorpusProblem::Part> Stock, Policy;
  double PolicySize = 0;        ///< The sum of Policy.
  double EvaluationSeconds = 0; ///< That one took, with all modules ready.
  /// There is no time for more than the policy alone, which beats stock.
  bool IsPolicyAlone = false;
};

/// Who follows how a start is chosen.
struct StartListener {
  /// Told what was evaluated, "stock" for example, and its size, as soon as
  /// that is known.
  std::function<void(const char *, double)> Tell;
  /// Whether so many seconds more are too many. Empty: never.
  std::function<bool(double)> IsTooLong;
};

/// Evaluates the programs of \p Problem, which \p Options describe, as its
/// policy, as stock and as \p Given and \p Earlier decide them, unless these
/// are empty, and begins with the best. All its decisions are part of the
/// start, so that a change alters nothing else. Where a task is not measured in
/// programs
/// \p Given is the start. Fails if \p Given has no site of the programs; if
/// \p Earlier has none, it is passed over.
Result<SearchStart>
chooseStart(CorpusProblem &Problem, const TaskBackEnd &BackEnd,
            const ProblemOptions &Options, Worker &Work, const Decisions &Given,
            const Decisions &Earlier, const StartListener &Listener);
} // namespace mlgo
