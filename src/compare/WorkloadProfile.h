// What a package's programs execute
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "corpus/PackageBuilder.h"

namespace mlgo {
/// Has \p Request, whose other flags stay, build programs that write to files
/// what they execute.
void instrument(BuildRequest &Request);

/// Runs the workloads of all programs of \p R, which were built as \p Request
/// says after instrument(), and writes what they executed to \p Profile. Time,
/// chance, addresses and the names of folders are kept from the programs, so
/// that the same sources give the same counts; threads that race may not.
Status runWorkloads(const Recipe &R, const BuildRequest &Request,
                    const std::string &Profile);

/// Builds \p R with instrumentation as \p Request says, runs the workloads of
/// all programs, and writes what they executed to \p Profile. The build is
/// deleted.
Status recordWorkload(const Recipe &R, const BuildRequest &Request,
                      const std::string &Profile);

/// Flags for compilations that use \p Profile of recordWorkload.
std::vector<std::string> useProfileFlags(const std::string &Profile);

/// Options of LLVM that have a build with a profile be small wherever that
/// costs next to nothing. Functions of which no block is among those with 99 %
/// of all counts get `minsize`, so that our policies for size decide there;
/// clang says 99.9999 %.
std::vector<std::string> leanProfileOptions();

/// Writes what instrumented programs left in the files of \p Folder to
/// \p Profile, with the tool of LLVM \p Major. A folder without is an error.
Status mergeProfiles(const std::string &Folder, const std::string &Profile,
                     unsigned Major);
} // namespace mlgo
