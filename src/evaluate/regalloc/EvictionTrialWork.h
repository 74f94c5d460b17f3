//===- EvictionTrialWork.h - Eviction policies tried as items of work  -*- C++
//-*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_EVICTIONTRIALWORK_H
#define MLGO_EVALUATE_REGALLOC_EVICTIONTRIALWORK_H

#include "evaluate/regalloc/EvictionModule.h"

#include "mlgo/workers/Worker.h"

#include <optional>
#include <string>
#include <vector>

namespace mlgo {

/// What candidates make of the functions of a module that have something to
/// decide.
///
/// For speed a function weighs the squared logarithm of one more than its score
/// under the stock advisor: hot loops count more, and yet no single one
/// decides. Its gain is the logarithm of stock score / score, at most 0.5 up or
/// down. For size it weighs its bytes under the stock advisor, and its gain is
/// the share of them that is saved.
struct EvictionGains {
  double Weight = 0; ///< Of all functions.
  /// By candidate: the sum of weight times gain; none where a function failed.
  std::vector<std::optional<double>> Gains;
};

/// Answers items. The shared part has the candidates' model files as strings of
/// a ByteWriter, the request the number of the module in \p Paths. Each
/// function from this keeps optimised bitcode, and stock's scores of its
/// functions.
WorkFunctionMaker makeEvictionTrialWork(std::vector<std::string> Paths,
                                        EvictionGoal Goal);

/// For answers about \p NumCandidates.
Result<EvictionGains> decodeEvictionGains(std::string_view Answer,
                                          size_t NumCandidates);

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_EVICTIONTRIALWORK_H
