// Inputs and expected answers of a policy
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/LoadedModel.h"
#include <cstdint>
#include <vector>

namespace mlgo {

/// Questions for one policy, and what the evaluator of model files answers.
struct Questions {
  /// \p Count of them; no column is masked. Those of the training log in
  /// MLGO_QUESTIONS, if that is set and has all inputs, else random ones.
  Questions(const Model &M, size_t Count);

  struct Question {
    std::vector<uint8_t> Inputs; ///< All tensors, one after the other.
    std::vector<float> X;        ///< Of networks: transformed, [Columns][In].
    std::vector<float> Logits;   ///< Of networks: [Columns][Out].
    int64_t Score = 0;           ///< Of trees.
    int64_t Answer = 0;
  };

  const Model M;
  std::vector<Question> All;

private:
  void computeLogits(Question &Q) const;
};

} // namespace mlgo
