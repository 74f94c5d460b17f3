//===- TuneFlags.h - Flags of the next build --------------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_TUNEFLAGS_H
#define MLGO_TOOLS_TUNEFLAGS_H

#include "TuneBuild.h"
#include "TuneOptions.h"

namespace mlgo {

/// The flags that make of a build what was searched: its own level, unless
/// files have several, what keeps code as trials have it, \p Plugin and the
/// decisions.
std::vector<std::string> listTuneFlags(const TuneOptions &Options,
                                       const BuiltCorpus &Built,
                                       const std::string &Plugin);

} // namespace mlgo

#endif // MLGO_TOOLS_TUNEFLAGS_H
