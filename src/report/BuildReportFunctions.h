// Functions of build reports
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "report/BuildReport.h"
#include "tensor/JSON.h"

namespace mlgo {
/// For the page, a list of \p Functions, of \p Total that there are and that
/// change by \p Bytes, with their calls. Null if there are none.
OrderedJSON changedFunctions(const char *Title,
                             const std::vector<ReportedFunction> &Functions,
                             uint64_t Total, int64_t Bytes);

/// The same for one build: functions with the number of such decisions.
OrderedJSON decidedFunctions(const std::vector<ReportedFunction> &Functions,
                             uint64_t Total);
} // namespace mlgo
