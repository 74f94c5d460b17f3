//===- InlineTrials.h - What other decisions make of a module ---*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module is parsed and brought to the state before its first inlining
// decision once. Every trial is a forked process that goes on from there, or,
// if it changes single decisions, from the first one it changes. A trial runs
// passes and generates code only for functions that it changes; what became of
// the others is known. Trials end as units for a LinkModel.
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_INLINE_INLINETRIALS_H
#define MLGO_EVALUATE_INLINE_INLINETRIALS_H

#include "mlgo/link/LinkModel.h"
#include "mlgo/runner/InlineDecisions.h"
#include "mlgo/support/Result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlgo {

/// Who decides.
struct InlinePolicy {
  std::string Model; ///< A model file; empty: the stock heuristic.
  /// Sites that are decided already; may be null.
  std::shared_ptr<const InlineDecisions> Decisions;
  /// Where they are from; empty: not from a file.
  std::string DecisionsFile = {};
  /// The bytes of a model file, instead of Model; may be null.
  std::shared_ptr<const std::string> ModelBytes = {};
  /// What -inline-threshold would be for the stock heuristic.
  std::optional<int> Threshold = {};
};

/// One call site as decided in a trial.
struct TrialSite {
  std::string Key;
  bool Decision = false;
  bool StockDecision = false;
  std::vector<int64_t> Inputs; ///< If asked for.
};

/// Single decisions to change, by key.
using InlineMove = InlineDecisions::Map;

struct InlineTrialOptions {
  unsigned TrialSeconds = 60;     ///< A trial that takes longer fails.
  uint64_t TrialMegabytes = 4096; ///< A trial that needs more fails.
  /// Compiles whole modules in every trial; to check what is left out.
  bool Exact = false;
  /// Ends moves of this key with a crash ("crash") or without end ("hang"), to
  /// test that nothing else is lost.
  std::string FaultKey, Fault;
};

/// What to compile a module with.
struct ModuleRequest {
  size_t Module = 0; ///< Of ModuleServers.
  std::vector<InlinePolicy> Policies;
  std::vector<InlineMove> Moves; ///< Changes to the first policy.
  /// The first policy's trial is wanted, and not only its moves. False saves
  /// the trial if the request before had the same first policy.
  bool WantsFirst = true;
  bool WithInputs = false; ///< The first policy's sites carry their inputs.
  unsigned Jobs = 1;       ///< Moves that are tried at the same time.
};

/// What a whole trial found.
struct WholeTrial {
  std::string Failure; ///< Empty: it succeeded.
  ObjectUnits Units;
  std::vector<TrialSite> Sites;
};

/// What a move changed.
struct MoveTrial {
  std::string Failure; ///< Empty: it succeeded.
  ObjectUnits Changed; ///< For LinkModel::sizeWith.
};

struct ModuleTrials {
  std::vector<WholeTrial> Policies; ///< In the order asked.
  std::vector<MoveTrial> Moves;     ///< In the order asked.
};

/// Compiles the bitcode at \p Path under each of a request's policies, and
/// under the first of them with each of its moves, for request after request.
///
/// Does not return: requests are read from \p RequestPipe and answered to \p
/// AnswerPipe until the former is closed. The process must have no other
/// threads. ModuleServers is the other end.
[[noreturn]] void serveModuleTrials(const std::string &Path, int RequestPipe,
                                    int AnswerPipe,
                                    const InlineTrialOptions &Options);

} // namespace mlgo

#endif // MLGO_EVALUATE_INLINE_INLINETRIALS_H
