// Why nothing was decided in a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/BuildSummary.h"

namespace mlgo {
/// Whether no plugin was asked anything in the build of \p Summary, so that it
/// is stock's.
bool isUndecided(const RunSummary &Summary);

/// Compilers of the build that no plugin of ours is in, and compilations that
/// did not happen; one sentence of cause and remedy each.
std::vector<std::string> findForeignCompilers(const RunSummary &Summary);

/// Why nothing was decided in the build: those, or what its files were compiled
/// for. At least one sentence.
std::vector<std::string> explainUndecided(const RunSummary &Summary);
} // namespace mlgo
