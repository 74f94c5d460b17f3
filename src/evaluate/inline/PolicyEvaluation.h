// How large policies make programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/MeasuredCorpus.h"
#include "evaluate/inline/InlineTrials.h"
#include "report/SizeReport.h"

namespace mlgo {
/// Compiles all modules of \p Corpus in \p Setting under \p Policies, of which
/// the first is the baseline, and models the link of its programs. A module
/// that cannot be compiled under each of them counts as under the baseline, or,
/// if that fails, as empty, and is named in the report. \p OnModule is told how
/// many modules are done.
SizeReport evaluatePolicies(const MeasuredCorpus &Corpus, Worker &Work,
                            const CodeSetting &Setting,
                            const InlineTrialOptions &Options,
                            const std::vector<InlinePolicy> &Policies,
                            const std::vector<std::string> &Names,
                            const std::function<void(size_t)> &OnModule);
} // namespace mlgo
