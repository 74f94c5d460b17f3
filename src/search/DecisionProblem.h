// What a decision search asks
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace mlgo {
/// The key of a site -> what is decided there: 1 to inline a call and 0 to
/// leave it, or one of a few numbers that mean something to the problem. Sites
/// that are not in it are decided by the problem's own policy.
using Decisions = std::map<std::string, int64_t, std::less<>>;

/// A place where something is decided, as it was decided.
struct DecidedSite {
  std::string Key;
  int64_t Decision = 0; ///< 0 to MaxDecision.
  /// Functions that the decision is about. A number means the same function as
  /// long as the problem lives, and in the next process that is given the same
  /// program.
  uint32_t Caller = 0;
  uint32_t Callee = 0;
  uint64_t Choices = 3; ///< Bit I: I may be decided here. At first: 0 and 1.
};

/// Decisions that searches know.
constexpr int64_t MaxDecision = 63;

/// A program under some decisions.
struct Evaluated {
  double Size = 0; ///< What is to be small: bytes, or a score.
  /// All sites that were asked about, in any order, each key once. Decisions
  /// make others appear and disappear.
  std::vector<DecidedSite> Sites;
};

/// Decisions that are changed together.
struct Move {
  Decisions Changes;
};

/// A program whose size depends on decisions. The same question always has the
/// same answer, but for trials that fail.
class DecisionProblem {
public:
  virtual ~DecisionProblem() = default;

  /// The whole program under \p D: the truth.
  virtual Result<Evaluated> evaluate(const Decisions &D) = 0;

  /// The program's size if one move were applied to \p Base, for each of \p
  /// Moves; nullopt if the trial failed. \p Base was evaluated before, perhaps
  /// by an earlier process that was interrupted. May be an estimate, may use
  /// all cores, and may return early, with nullopt for what is not known yet,
  /// once it is to stop or its deadline is over.
  virtual std::vector<std::optional<double>>
  tryMoves(const Decisions &Base, const std::vector<Move> &Moves) = 0;

  /// A guess of what changing the decision at \p Site may save, in a unit of
  /// the problem's own: the search tries large ones first. Always the same for
  /// a program; the start was evaluated before.
  virtual double promiseOf(const DecidedSite &Site) {
    (void)Site;
    return 0;
  }

  /// While \p TheShouldStop is true nothing is tried, and what is asked fails;
  /// what is being tried is given up.
  void stopWhen(std::function<bool()> TheShouldStop) {
    ShouldStop = std::move(TheShouldStop);
  }
  bool isStopping() const { return ShouldStop && ShouldStop(); }

  /// Moves are not begun after \p Moment, in seconds of the system's clock;
  /// what was begun is brought to its end. 0: at any time.
  void beginNothingAfter(double Moment) { Deadline = Moment; }

protected:
  std::function<bool()> ShouldStop;
  double Deadline = 0;
};
} // namespace mlgo
