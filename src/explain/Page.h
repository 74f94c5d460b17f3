// Gathers what a page shows
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/Builds.h"
#include "report/BuildReport.h"

namespace mlgo {
/// What a page says first.
struct ReportHeading {
  std::string Title, Command, Compiler;
};

/// The page of two builds.
Result<BuildReport> collectReport(const ReportHeading &Heading,
                                  const ComparedBuild &Found);

/// The page of one build with the plugin, which \p Records were made in.
Result<BuildReport> collectReport(const ReportHeading &Heading,
                                  const RunSummary &Summary,
                                  const DecisionRecords &Records);

/// \p Words as one would type them.
std::string asTyped(const std::vector<std::string> &Words);
} // namespace mlgo
