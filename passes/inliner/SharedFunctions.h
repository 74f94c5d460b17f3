//===- SharedFunctions.h - One copy for all files of a program --*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_SHAREDFUNCTIONS_H
#define MLGO_PASSES_INLINER_SHAREDFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace mlgo {

/// Whether the object format of \p M knows functions that several files have
/// and a program has once.
bool canShareFunctions(const llvm::Module &M);

/// Whether \p F may mean something else in another file, where functions and
/// variables that are local have the same names.
bool refersToLocals(const llvm::Function &F);

/// Gives \p F, which only its module knows and which does not refer to locals,
/// to the whole program: by a name made of \p Prefix and of all that it says,
/// it is the same in every file.
void shareBetweenFiles(llvm::Function &F, llvm::StringRef Prefix);

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_SHAREDFUNCTIONS_H
