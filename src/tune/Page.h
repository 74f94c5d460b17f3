// A page of what a search found
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/SearchRun.h"
#include "report/BuildReport.h"
#include "tune/Rebuild.h"

namespace mlgo {
/// Keeps what \p Links made in \p Work, for a page that another build is
/// compared on later.
Status keepStockBuild(const std::vector<LinkCommand> &Links,
                      const std::string &Work);

/// Has \p Build count and record its decisions in its folder.
void recordDecisions(TuneBuild &Build);

/// Writes the page \p File: programs as kept and as \p Links of \p Build, whose
/// decisions were recorded, made them, by section and function, with the
/// decisions behind that, and what stock, the policy and the search made of
/// them as \p Sizes say, if there was a search.
Status writeTunePage(const std::string &File, const TuneBuild &Build,
                     const std::vector<LinkCommand> &Links,
                     const FoundSizes &Sizes);

/// Begins the page of what a search for cycles found: the programs of \p
/// Builds, which the flags of \p Build made after recordDecisions(), and \p
/// Cycles.
Result<BuildReport> reportSpeed(const TuneBuild &Build,
                                const ComparedBuilds &Builds,
                                const FoundSizes &Cycles);

/// Adds to \p Page what \p Speed says of two builds; \p Builds says which.
void addSpeed(BuildReport &Page, const std::string &Builds,
              const MeasuredSpeed &Speed);
} // namespace mlgo
