// Why a call was inlined or not
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "model/TreeAttribution.h"
#include "runner/RecordedDecision.h"
#include "task/Task.h"

namespace mlgo {
/// What one input had to do with a decision.
struct WeighedInput {
  std::string Name;
  std::string Meaning; ///< A phrase for people; empty for unknown inputs.
  int64_t Value = 0;
  int64_t Points = 0; ///< For inlining if positive, see TreeAttribution.
};

/// A decided call and why it was decided so.
struct ExplainedCall {
  enum class Reason {
    Policy,    ///< It was asked and decided.
    Abstained, ///< It was asked, but inputs are out of its ranges.
    Certain,   ///< Stock inlines what costs nothing; the policy is not asked.
    TooLarge,  ///< Stock leaves what is too large; neither is it here.
    Loop,      ///< It runs often in a loop; the policy is not asked.
    NoRoom,    ///< What the policy may add to the module was added before.
    Given,     ///< A decisions file said so.
  };
  RecordedDecision Call;
  Reason Why = Reason::Policy;
  /// \name Of what the policy decided and trees explain
  /// @{
  bool HasPoints = false;
  int64_t Points = 0; ///< It inlines above 0, and at 0 what stock inlines.
  int64_t Unit = 1;   ///< Points that people are told as one: a power of ten.
  int64_t Usual = 0;  ///< The points of a usual call where stock says the same.
  std::vector<WeighedInput> Inputs; ///< Heaviest first; none weighs 0.
  /// @}
  std::vector<WeighedInput> OutOfRange;

  /// Whether something else was done than stock would have done here.
  bool differs() const { return Call.Inlined != Call.stockInlines(); }
};

/// Explains recorded decisions on inlining by the policies that made them.
class InlineExplainer {
public:
  /// By \p ModelFile, or, if that is empty, by the shipped policies.
  static Result<InlineExplainer> create(const std::string &ModelFile);

  ExplainedCall explain(const RecordedDecision &Call) const;

private:
  const TreeAttribution *policyFor(const RecordedDecision &Call) const;
  bool runsOften(const RecordedDecision &Call) const;
  void weigh(const TreeAttribution &Policy, ExplainedCall &Explained) const;

  /// By the level of the caller, a number as the input caller_size_level has;
  /// a model of the user's is for all.
  std::map<int64_t, TreeAttribution> Policies;
  const Task *Inline = nullptr;
};

/// Why, in a sentence: `the policy inlines it by 35 points, stock leaves it`.
std::string describeReason(const ExplainedCall &Explained);

/// \p Points in units, rounded.
int64_t inUnits(int64_t Points, int64_t Unit);

/// "+35", "-3", with the sign that terminals can show.
std::string formatPoints(int64_t Points);

/// Which call of its caller is meant, as in "call 2, in call 1 of g"; empty for
/// a first call.
std::string describePath(const InlineSiteName &Site);
} // namespace mlgo
