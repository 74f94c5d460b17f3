//===- LinkNote.h - Who decides with LTO ------------------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_LINKNOTE_H
#define MLGO_PASSES_INLINER_LINKNOTE_H

#include "llvm/Pass.h"

namespace mlgo {

/// Whether \p Phase is before a ThinLTO or full LTO link. What can be seen now
/// is not all; the linker's own run decides, unless the user wants both.
bool isBeforeLink(llvm::ThinOrFullLTOPhase Phase);

/// Tells that the link of \p M, which is compiled for LTO, has to load the
/// plugin, too: clang does not pass it on, and stock would decide unnoticed.
/// Who compiles cannot see the link. So it is a note, which -Werror leaves
/// alone, and there is one for each session of a terminal or build job, not for
/// each file, and none for the probes of build systems.
void noteLink(const llvm::Module &M);

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_LINKNOTE_H
