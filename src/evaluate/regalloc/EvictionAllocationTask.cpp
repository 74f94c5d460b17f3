// Evictions in trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvictionAnalysis.h"
#include "EvictionInputs.h"
#include "EvictionPolicy.h"
#include "evaluate/regalloc/AllocationTaskOf.h"
#include "evaluate/regalloc/EvictionFit.h"
#include "evaluate/regalloc/EvictionStart.h"

namespace mlgo {
namespace {
/// A decision is a column, as an answer is.
class ColumnQuestion final : public AllocationQuestion {
public:
  explicit ColumnQuestion(const EvictionDecision &D)
      : AllocationQuestion(D.Function, D.Inputs, D.Decision, D.StockDecision),
        D(D) {}

private:
  uint64_t choices() const override {
    uint64_t Legal = 0;
    for (int64_t Column = 0; Column <= D.keepColumn() && Column < 64; ++Column)
      Legal |= uint64_t(D.isLegal(Column)) << Column;
    return Legal;
  }
  int64_t answerOf(int64_t Decision) const override { return Decision; }
  int64_t decision() const override {
    return D.isLegal(D.Decision) ? D.Decision : -1;
  }
  int64_t ask(MLModelRunner &Policy) const override {
    const int64_t Column = Policy.evaluate<int64_t>();
    return Policy.hasAbstained() || !D.isLegal(Column) ? D.StockDecision
                                                       : Column;
  }

  const EvictionDecision &D;
};

struct EvictionTraits {
  using Decision = EvictionDecision;
  using Config = EvictionConfig;
  using Question = ColumnQuestion;
  static constexpr auto install = installEvictionAdvisor;
  static PolicySpec policySpec() { return getEvictionPolicySpec(); }
};

class EvictionAllocationTask final : public AllocationTaskOf<EvictionTraits> {
  const char *name() const override { return "evict"; }
  size_t numDecisions(const std::vector<TensorSpec> &Inputs) const override {
    return Inputs[0].getElementCount();
  }
  Model makeStart(AllocationGoal Goal) const override {
    return makeEvictionStart(Goal);
  }
  std::optional<Model> makeBytesPolicy() const override {
    return makeEvictionBytesPolicy();
  }
  Result<Model> fit(const LabelFitOptions &Options) const override {
    return fitEvictionPolicy(Options);
  }
};
} // namespace

const AllocationTask &getEvictionAllocationTask() {
  static const EvictionAllocationTask Task;
  return Task;
}
} // namespace mlgo
