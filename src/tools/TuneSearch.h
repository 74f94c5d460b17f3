//===- TuneSearch.h - Builds, and searches what was built -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_TUNESEARCH_H
#define MLGO_TOOLS_TUNESEARCH_H

#include "TuneBuild.h"
#include "TuneOptions.h"

namespace mlgo {

/// What the build of \p Options is told so far; \p Work is absolute.
TuneBuild describeTuneBuild(const TuneOptions &Options,
                            const std::string &Work);

/// Builds, if there is a command, and makes the corpus \p Corpus of it. What is
/// asked for of the code is so in the build then, and no more asked for. Ends
/// the program on failure, as searchTuned does.
void makeTuneCorpus(TuneOptions &Options, const std::string &Work,
                    const std::string &Corpus);

/// Searches, and notes in \p Work what that promises.
FoundSizes searchTuned(TuneOptions &Options, const std::string &Work,
                       const std::string &Corpus, Worker &Workers);

/// Learns from what single flips do in this program. Decisions fit the code
/// that was searched; a policy of its own also answers for what is written
/// later.
Status learnTunedPolicy(const TuneOptions &Options, const std::string &Work,
                        const BuiltCorpus &Built, Worker &Workers);

} // namespace mlgo

#endif // MLGO_TOOLS_TUNESEARCH_H
