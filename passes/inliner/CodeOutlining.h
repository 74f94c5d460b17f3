//===- CodeOutlining.h - Functions of code that repeats ---------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_CODEOUTLINING_H
#define MLGO_PASSES_INLINER_CODEOUTLINING_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {

/// Puts sequences of instructions that repeat in functions of \p M with minsize
/// into new functions, where that takes fewer bytes of WebAssembly, for which
/// LLVM's outliner does not serve. A new function gets a name made of its
/// content, and a program has one of each. Debug information, if there is any,
/// does not change what is outlined.
///
/// Returns whether something was.
bool outlineRepeatedCode(llvm::Module &M);

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_CODEOUTLINING_H
