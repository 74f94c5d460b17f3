// A policy's last answers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/MLModelRunner.h"
#include <array>

namespace mlgo {
/// What a policy answered to the last few different questions: calls in a row
/// are often alike. For policies whose answer depends on their inputs alone,
/// which all have one int64_t.
class AnswerMemory {
public:
  struct Answer {
    bool Decision;
    bool Abstained;
  };

  /// \p Runner outlives this.
  explicit AnswerMemory(const MLModelRunner &Runner) {
    for (size_t I = 0; I < Runner.inputs().size(); ++I)
      if (Runner.reads(I))
        Inputs.push_back(Runner.getTensor<int64_t>(I));
  }

  /// What \p Ask says of the inputs that the runner holds, or said of the same.
  template <typename AskT> Answer get(AskT Ask) {
    for (const Question &Q : Last)
      if (isSame(Q))
        return Q.Said;
    const Answer Said = Ask();
    Question &Oldest = Last[Next++ % Last.size()];
    Oldest.Values.resize(Inputs.size());
    std::transform(Inputs.begin(), Inputs.end(), Oldest.Values.begin(),
                   [](const int64_t *Input) { return *Input; });
    Oldest.Said = Said;
    Oldest.WasAsked = true;
    return Said;
  }

private:
  struct Question {
    std::vector<int64_t> Values; ///< Of Inputs.
    Answer Said = {};
    bool WasAsked = false;
  };

  bool isSame(const Question &Q) const {
    return Q.WasAsked &&
           std::equal(
               Inputs.begin(), Inputs.end(), Q.Values.begin(),
               [](const int64_t *Now, int64_t Then) { return *Now == Then; });
  }

  std::vector<const int64_t *> Inputs; ///< Those that the policy reads.
  std::array<Question, 4> Last;
  size_t Next = 0;
};
} // namespace mlgo
