// Links programs under several policies
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/MeasuredCorpus.h"
#include "evaluate/inline/InlineTrials.h"
#include "link/LinkedSizes.h"
#include "mlgo/support/LLVMMajors.h"
#include "report/SizeReport.h"

namespace mlgo {
struct RealLinkOptions {
  std::string Plugin;  ///< Empty: the one built or installed with this program.
  std::string Keep;    ///< Folder for programs and objects; empty: not kept.
  CodeSetting Setting; ///< For modules; programs of full LTO are as built.
  unsigned LLVMMajor = DefaultLLVMMajor;
  unsigned Jobs = 1;
  bool Compress = false; ///< Also measure compressed programs.
};

/// By policy, without the baseline: the programs that were linked under both.
using LinkedByPolicy = std::vector<std::vector<LinkedSizes>>;

/// Compiles the modules of \p Corpus with clang and the plugin under each of
/// \p Policies, links the programs with lld and --gc-sections, and notes in \p
/// Report what they measure. A program that cannot be linked is named among
/// the report's failures. Returns the sizes of all parts.
Result<LinkedByPolicy> linkPrograms(const MeasuredCorpus &Corpus,
                                    const std::vector<InlinePolicy> &Policies,
                                    const RealLinkOptions &Options,
                                    SizeReport &Report);
} // namespace mlgo
