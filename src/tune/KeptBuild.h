// The programs that a build left, and copies of them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/LinkLog.h"

namespace mlgo {
/// A program or library of a build.
struct KeptProgram {
  std::string Place; ///< Where the build links it.
  /// Copies and symbolic links that the build makes of it: one of them may be
  /// what a workload runs.
  std::vector<std::string> OtherNames;
  std::string Copy; ///< What it is; empty: only its places are known.
};

using KeptBuild = std::vector<KeptProgram>;

/// Where \p Links left programs and libraries that are still there.
KeptBuild findPlaces(const std::vector<LinkCommand> &Links);

/// Copies what \p Links left to the folder \p Folder, which is made anew.
Result<KeptBuild> keepBuild(const std::vector<LinkCommand> &Links,
                            const std::string &Folder);

/// Puts the programs of \p Build where they belong, under all their names. A
/// program that runs is not changed.
Status installBuild(const KeptBuild &Build);
} // namespace mlgo
