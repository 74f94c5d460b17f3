// How well a learned policy does
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/learn/TrainingSet.h"
#include "tensor/JSON.h"

namespace mlgo {
/// The results of one set of scores, program by program.
struct ImitationReport {
  std::string Title; ///< For example "held out".
  OrderedJSON Programs = OrderedJSON::array();
  OrderedJSON Total;

  /// One line each, aligned.
  std::string toText() const;
  OrderedJSON toJSON() const;
};

/// What flipping where Scores[row] > \p Cut gains in the programs for which
/// \p Included is true.
ImitationReport reportFlips(const std::string &Title, const Dataset &Data,
                            const std::vector<bool> &Included,
                            const std::vector<double> &Scores, double Cut);

/// How often answering 1 where Scores[row] > 0 agrees with the targets.
ImitationReport reportAgreement(const std::string &Title,
                                const TrainingSet &Set,
                                const std::vector<bool> &Included,
                                const std::vector<double> &Scores);
} // namespace mlgo
