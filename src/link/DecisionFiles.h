// Where plugins note what they decide in a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/BuildSummary.h"
#include "support/ShortNames.h"
#include "task/FunctionDecisions.h"

namespace mlgo {
/// Variables by which plugins count their decisions, in files whose names begin
/// with \p Base.
Variables countDecisionsIn(const std::string &Base);
/// The same for records: of calls in \p File, of others beside it.
Variables recordDecisionsIn(const std::string &File);

/// What a build noted so; what nobody has written was not there to be noted.
void readCounts(const std::string &Base, RunSummary &Summary);
DecisionRecords readRecords(const std::string &File);

/// Removes what builds before have noted.
void removeCounts(const std::string &Base);
void removeRecords(const std::string &File);
} // namespace mlgo
