//===- OutlinerBenefit.h - What outlining has to save -----------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_OUTLINERBENEFIT_H
#define MLGO_PASSES_REGALLOC_OUTLINERBENEFIT_H

namespace mlgo {

/// From now on code generators of this process outline code of modules that
/// have unwind tables only where that saves more than the new function's entry
/// there takes, as often as \p IsWanted says so when a code generator is set
/// up. LLVM's outliner, which runs at -Oz on AArch64 and RISC-V, counts code
/// alone. Whoever gives -outliner-benefit-threshold gets what he says.
void installOutlinerBenefit(bool (*IsWanted)());

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_OUTLINERBENEFIT_H
