// Flags of the next build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tune/Build.h"
#include "tune/Options.h"

namespace mlgo {
/// The flags that make of a build what was searched: its own level, unless
/// files have several, what keeps code as trials have it, \p Plugin and the
/// decisions.
std::vector<std::string> listTuneFlags(const TuneOptions &Options,
                                       const BuiltCorpus &Built,
                                       const std::string &Plugin);
} // namespace mlgo
