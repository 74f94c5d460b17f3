//===- BuildReportFunctions.h - Functions of build reports ----- -*- C++
//-*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_REPORT_BUILDREPORTFUNCTIONS_H
#define MLGO_REPORT_BUILDREPORTFUNCTIONS_H

#include "report/BuildReport.h"

namespace mlgo {

/// A list of \p Functions, of \p Total that there are and that change by
/// \p Bytes, which open to their calls. Empty if there are none.
std::string functionSection(const std::string &Title,
                            const std::vector<ReportedFunction> &Functions,
                            uint64_t Total, int64_t Bytes);

/// The same for one build: functions with the number of such calls in them.
std::string decidedSection(const std::vector<ReportedFunction> &Functions,
                           uint64_t Total);

} // namespace mlgo

#endif // MLGO_REPORT_BUILDREPORTFUNCTIONS_H
