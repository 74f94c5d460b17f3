// Builds by cargo that are tuned
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rustc makes one module of all crates and the standard library at the link of
// fat LTO, and leaves it as bitcode (-C save-temps). That is what is searched,
// and where the next build finds its functions again by their paths.

#pragma once

#include "tune/Options.h"
#include "tune/Rebuild.h"

namespace mlgo {
/// Whether the command of \p Options, or without one that of the last search in
/// \p Work, is cargo.
bool isCargo(const TuneOptions &Options, const std::string &Work);

/// An error if \p Options ask for what builds by cargo cannot have.
Status checkCargo(const TuneOptions &Options);

/// Builds in a target folder of its own in \p Work and makes the corpus \p
/// Corpus of what rustc merged. Returns how large its programs are.
Result<std::vector<NamedSize>> makeCargoCorpus(const TuneOptions &Options,
                                               const std::string &Work,
                                               const std::string &Corpus);

/// How to build from now on, for a shell, and what that will give.
std::string describeCargoAdvice(const TuneOptions &Options,
                                const std::string &Work,
                                const std::vector<NamedSize> &Promised);

/// Builds with what was found, in the user's own target folder.
Result<RebuiltPrograms> rebuildCargo(const TuneOptions &Options,
                                     const std::string &Work);
} // namespace mlgo
