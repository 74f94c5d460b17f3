//===- AnswerMemory.h - A policy's last answers -----------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_ANSWERMEMORY_H
#define MLGO_PASSES_INLINER_ANSWERMEMORY_H

#include "mlgo/runner/MLModelRunner.h"

#include <array>
#include <cstdint>
#include <vector>

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

  /// What \p Ask says of the inputs that \p Runner holds, or said of the same.
  template <typename AskT> Answer get(const MLModelRunner &Runner, AskT Ask) {
    for (const Question &Q : Last)
      if (isSame(Q, Runner))
        return Q.Said;
    const Answer Said = Ask();
    Question &Oldest = Last[Next++ % Last.size()];
    Oldest.Inputs.clear();
    for (size_t I = 0; I < Runner.inputs().size(); ++I)
      if (Runner.reads(I))
        Oldest.Inputs.push_back(*Runner.getTensor<int64_t>(I));
    Oldest.Said = Said;
    return Said;
  }

private:
  struct Question {
    std::vector<int64_t> Inputs; ///< Those that the policy reads.
    Answer Said = {};
  };

  static bool isSame(const Question &Q, const MLModelRunner &Runner) {
    size_t Place = 0;
    for (size_t I = 0; I < Runner.inputs().size(); ++I)
      if (Runner.reads(I) &&
          (Place == Q.Inputs.size() ||
           Q.Inputs[Place++] != *Runner.getTensor<int64_t>(I)))
        return false;
    return true;
  }

  std::array<Question, 4> Last;
  size_t Next = 0;
};

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_ANSWERMEMORY_H
