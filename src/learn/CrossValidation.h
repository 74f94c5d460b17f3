// Scores by policies that have not seen
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/learn/PolicyScore.h"
#include "mlgo/learn/TrainingSet.h"

namespace mlgo {
using Learner = std::function<Result<LearnedPolicy>(const TrainingSet &)>;

/// Scores every row of \p Set by a policy that was learned without the row's
/// program. Programs are dealt into \p Folds groups, largest first, each to the
/// group that has the fewest rows; with as many folds as programs each is on
/// its own. One policy is learned for each group, from the others; if \p
/// NeedsValidation one more group, the next, is kept for validation.
/// [Set.Data->size()].
Result<std::vector<double>> crossValidate(TrainingSet Set, unsigned Folds,
                                          bool NeedsValidation,
                                          const Learner &Learn);

/// The group of each program, as crossValidate deals them.
std::vector<unsigned> dealPrograms(const Dataset &Data, unsigned Folds);
} // namespace mlgo
