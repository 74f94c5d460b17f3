// Builds, and searches what was built
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tune/Build.h"
#include "tune/Options.h"
#include "tune/PassSearch.h"

namespace mlgo {
/// What the build of \p Options is told so far; \p Work is absolute.
TuneBuild describeTuneBuild(const TuneOptions &Options,
                            const std::string &Work);

/// Builds, if there is a command, and makes the corpus \p Corpus of it.
Status makeTuneCorpus(const TuneOptions &Options, const std::string &Work,
                      const std::string &Corpus);

/// Searches, and notes in \p Work what that promises.
Result<FoundSizes> searchTuned(TuneOptions Options, const std::string &Work,
                               const std::string &Corpus,
                               const RunContext &Context);

/// Then searches without which passes the programs are smaller, or execute
/// less, with the decisions found before and \p Plugin, and writes that to
/// \p Work and behind these decisions. Where that cannot be, it is told.
Status searchTunedPasses(const TuneOptions &Options, const std::string &Work,
                         const std::string &Corpus, const BuiltCorpus &Built,
                         const std::string &Plugin, const PassBudget &Budget);

/// Learns from what single flips do in this program. Decisions fit the code
/// that was searched; a policy of its own also answers for what is written
/// later.
Status learnTunedPolicy(const TuneOptions &Options, const std::string &Work,
                        const BuiltCorpus &Built, const RunContext &Context);
} // namespace mlgo
