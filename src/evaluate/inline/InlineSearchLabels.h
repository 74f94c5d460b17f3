// What a search learned of calls
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/inline/InlineDecisionProblem.h"

namespace mlgo {
/// The score of a label is the mean of what inverting the stock decision did in
/// all rounds; the confidence is the share of rounds that agree with it in
/// sign, counting one more that does not, so that a label measured once is half
/// as sure as one that many rounds confirm.
class InlineSearchLabels final : public SearchLabels {
public:
  /// Has \p Problem keep inputs until begin().
  explicit InlineSearchLabels(InlineDecisionProblem &Problem)
      : Problem(Problem) {
    Problem.keepInputs();
  }

  void begin() override;
  void add(const SearchLabel &Label) override;
  Status write(const std::string &Path,
               const std::string &Context) const override;

private:
  struct Measured {
    TrialSite Site;
    double Sum = 0;
    uint64_t Count = 0, Growing = 0, Shrinking = 0;
  };

  InlineDecisionProblem &Problem;
  std::map<std::string, Measured> Sites;
};
} // namespace mlgo
