// What other decisions make of a module
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module is parsed and brought to the state before its first inlining
// decision once. Every trial is a forked process that goes on from there, or,
// if it changes single decisions, from the first one it changes. A trial runs
// passes and generates code only for functions that it changes; what became of
// the others is known. Trials end as units for a LinkModel.

#pragma once

#include "evaluate/Trials.h"
#include "evaluate/inline/InlineThresholds.h"
#include "link/LinkModel.h"
#include "runner/InlineDecisions.h"

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
  InlineThresholds Thresholds = {}; ///< Of the stock heuristic.
  /// Model files that decide other tasks, see prepareTrialsBeside.
  std::vector<std::string> Beside = {};
};

/// One call site as decided in a trial.
struct TrialSite {
  std::string Key;
  bool Decision = false;
  bool StockDecision = false;
  std::vector<int64_t> Inputs; ///< If asked for.
  uint64_t Count = 0; ///< How often the call runs, if there is a profile.
};

/// Single decisions to change, by key.
using InlineMove = InlineDecisions::Map;

struct InlineTrialOptions {
  unsigned TrialSeconds = 60;     ///< Of a processor; a trial that takes more
                                  ///< fails.
  uint64_t TrialMegabytes = 4096; ///< A trial that needs more fails.
  /// Compiles whole modules in every trial; to check what is left out.
  bool Exact = false;
  /// Whole trials compile all functions, and moves know those of the first
  /// policy only. Otherwise code is taken from all trials before: faster, but
  /// what one function does to a constant, as to align it, is then seen in
  /// others or not, as their order happens to be.
  bool WholeAnew = false;
  /// No move is begun after this moment, in seconds of the system's clock; then
  /// it fails as too late. 0: at any time.
  double Deadline = 0;
  /// Ends moves of this key with a crash ("crash") or without end ("hang"), to
  /// test that nothing else is lost.
  std::string FaultKey, Fault;
};

/// What to compile a module with.
struct ModuleRequest {
  std::string Path; ///< A bitcode file.
  CodeSetting Setting = {};
  InlineTrialOptions Options;
  std::vector<InlinePolicy> Policies;
  /// More policies: this range of those that all requests have in common.
  size_t SharedBegin = 0, SharedEnd = 0;
  std::vector<InlineMove> Moves; ///< Changes to the first policy.
  /// The first policy's trial is wanted, and not only its moves. False saves
  /// the trial if the request before had the same first policy.
  bool WantsFirst = true;
  /// Decisions with which the first policy was compiled before, if its own ones
  /// are known to give the same code: that need not be compiled again. May be
  /// null.
  std::shared_ptr<const InlineDecisions> Alike = {};
  bool WithInputs = false; ///< The first policy's sites carry their inputs.
  /// Requests for the same part of a module are best served by one process, and
  /// for different parts by several.
  size_t Part = 0;
  double DeadlineSeconds = 0; ///< For all of it; 0: none.
};

/// What a whole trial found.
struct WholeTrial {
  std::string Failure; ///< Empty: it succeeded.
  /// Never null. Trials of one request that found the same share them.
  std::shared_ptr<const ObjectUnits> Units =
      std::make_shared<const ObjectUnits>();
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

/// Has \p Work, which makeTrialWork made, answer \p Requests; see runTrials of
/// TrialRequest. Several may concern one module. \p Shared are policies for all
/// requests.
void runTrials(Worker &Work, const std::vector<ModuleRequest> &Requests,
               const std::function<void(size_t, Result<ModuleTrials>)> &Done,
               const std::function<bool()> &ShouldStop = {},
               const std::vector<InlinePolicy> &Shared = {});

/// Compiles the bitcode at \p Path in \p Setting, under each of a request's
/// policies, and under the first of them with each of its moves, for request
/// after request.
///
/// Does not return: messages (see TrialMessages.h) are read from \p RequestPipe
/// and answered to \p AnswerPipe until the former is closed. The process must
/// have no other threads.
[[noreturn]] void serveModuleTrials(const std::string &Path,
                                    const CodeSetting &Setting, int RequestPipe,
                                    int AnswerPipe);
} // namespace mlgo
