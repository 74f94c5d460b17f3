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

/// The kind of work (see combineWork) that tries evictions. The shared part of
/// its requests has the candidates' model files, a vector of strings.
inline constexpr const char *EvictionTrialWork = "eviction trials";

/// Makes trials. Each function from this keeps the optimised bitcode of modules,
/// and stock's scores of their functions.
WorkFunctionMaker makeEvictionTrialWork();

/// To try the shared candidates on the module at \p Path.
std::string requestEvictionTrials(const std::string &Path, EvictionGoal Goal);

/// For answers about \p NumCandidates.
Result<EvictionGains> decodeEvictionGains(std::string_view Answer,
                                          size_t NumCandidates);

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_EVICTIONTRIALWORK_H
