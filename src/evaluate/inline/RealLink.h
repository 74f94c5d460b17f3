// Links programs under several policies
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/ProgramEval.h"
#include "evaluate/inline/InlineTrials.h"

namespace mlgo {
/// Compiles the modules of \p Corpus with clang and the plugin under each of
/// \p Policies, links the programs with lld and --gc-sections, and notes in \p
/// Report what they measure. A program that cannot be linked is named among
/// the report's failures. Returns the sizes of all parts.
Result<LinkedByPolicy> linkPrograms(const MeasuredCorpus &Corpus,
                                    const std::vector<InlinePolicy> &Policies,
                                    const RealLinkOptions &Options,
                                    SizeReport &Report);
} // namespace mlgo
