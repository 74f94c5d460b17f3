//===- Outlining.h - What LLVM's outliner does at -Oz -----------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_OUTLINING_H
#define MLGO_PASSES_REGALLOC_OUTLINING_H

namespace mlgo {

/// From now on LLVM's outliner does more of what saves bytes, as often as \p
/// IsWanted says so when a code generator of this process is set up:
///
/// - On Thumb-2 it works on functions with minsize, as LLVM has it do on
///   AArch64 and RISC-V alone.
/// - It counts what a new function's entry in the unwind table takes, where
///   LLVM counts code alone.
/// - With -ffunction-sections it works on linkonce_odr functions, too. The
///   linker keeps one module's copy of these, and --gc-sections drops what was
///   outlined from the others.
///
/// Whoever gives -enable-machine-outliner (clang's -moutline and -mno-outline),
/// -outliner-benefit-threshold or -enable-linkonceodr-outlining gets what he
/// says.
void installOutlining(bool (*IsWanted)());

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_OUTLINING_H
