// Priorities in trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorityAnalysis.h"
#include "PriorityInputs.h"
#include "PriorityPolicy.h"
#include "PriorityStart.h"
#include "evaluate/regalloc/AllocationTaskOf.h"

namespace mlgo {
namespace {
/// A decision is one of a few changes of the stock priority.
class PriorityQuestion final : public AllocationQuestion {
public:
  enum Change : int64_t { AsStock, First, Higher, Lower, Last, NumChanges };

  explicit PriorityQuestion(const PriorityDecision &D)
      : AllocationQuestion(D.Function, D.Inputs, D.Decision, D.StockDecision) {}

private:
  uint64_t choices() const override {
    uint64_t Different = 0;
    for (int64_t Decision = 0; Decision < NumChanges; ++Decision)
      Different |= uint64_t(find(answerOf(Decision)) == Decision) << Decision;
    return Different;
  }

  int64_t answerOf(int64_t Decision) const override {
    // Between what lives in one block and what lives in several.
    constexpr int64_t Level = 1 << 29;
    switch (Decision) {
    case First:
      return UINT32_MAX;
    case Higher:
      return std::min<int64_t>(StockAnswer + Level, UINT32_MAX);
    case Lower:
      return std::max<int64_t>(StockAnswer - Level, 0);
    case Last:
      return 0;
    default:
      return StockAnswer;
    }
  }

  int64_t decision() const override { return find(Answer); }

  int64_t ask(MLModelRunner &Policy) const override {
    const int64_t Priority = Policy.evaluate<int64_t>();
    return Policy.hasAbstained() ? StockAnswer
                                 : std::clamp<int64_t>(Priority, 0, UINT32_MAX);
  }

  /// The first change that gives \p Priority; -1 if none does.
  int64_t find(int64_t Priority) const {
    for (int64_t Decision = 0; Decision < NumChanges; ++Decision)
      if (answerOf(Decision) == Priority)
        return Decision;
    return -1;
  }
};

struct PriorityTraits {
  using Decision = PriorityDecision;
  using Config = PriorityConfig;
  using Question = PriorityQuestion;
  static constexpr auto install = installPriorityAdvisor;
  static PolicySpec policySpec() { return getPriorityPolicySpec(true); }
};

class PriorityAllocationTask final : public AllocationTaskOf<PriorityTraits> {
  const char *name() const override { return "priority"; }
  size_t numDecisions(const std::vector<TensorSpec> &) const override {
    return PriorityQuestion::NumChanges;
  }
  Model makeStart(AllocationGoal) const override { return makePriorityStart(); }
};
} // namespace

const AllocationTask &getPriorityAllocationTask() {
  static const PriorityAllocationTask Task;
  return Task;
}
} // namespace mlgo
