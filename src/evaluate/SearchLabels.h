//===- SearchLabels.h - What a search learned about sites -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_SEARCHLABELS_H
#define MLGO_EVALUATE_SEARCHLABELS_H

#include "evaluate/inline/InlineDecisionProblem.h"

#include "mlgo/search/DecisionSearch.h"

#include <map>
#include <string>

namespace mlgo {

/// Gathers what every flip of a search did, round after round.
class SearchLabels {
public:
  /// Takes the inputs of all sites as \p Problem was evaluated last, which has
  /// to keep them. Sites that appear later get no label.
  explicit SearchLabels(const InlineDecisionProblem &Problem);

  void add(const SearchLabel &Label);

  /// Writes a training log. The score is the mean of what inverting the stock
  /// decision did in all rounds; the confidence is the share of rounds that
  /// agree with it in sign, counting one more that does not, so that a label
  /// measured once is half as sure as one that many rounds confirm.
  Status write(const std::string &Path, const std::string &Context) const;

private:
  struct Measured {
    TrialSite Site;
    double Sum = 0;
    uint64_t Count = 0, Growing = 0, Shrinking = 0;
  };

  std::map<std::string, Measured> Sites;
};

} // namespace mlgo

#endif // MLGO_EVALUATE_SEARCHLABELS_H
