//===- IdenticalFunctions.h - Functions of the same code --------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_IDENTICALFUNCTIONS_H
#define MLGO_PASSES_INLINER_IDENTICALFUNCTIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {

/// Merges functions of \p M with minsize or optsize whose code is the same, by
/// LLVM's MergeFunctions, which clang does not run unless it is asked to. Their
/// addresses stay different where a program can tell.
///
/// Two functions that every file may have, as templates, become callers of a
/// third, of which LLVM gives each file its own. Here it has a name made of its
/// content, and a program has one. Where the object format does not allow that,
/// or where it refers to what is local to a file, such functions are left.
///
/// Before LLVM 22 nothing is merged. Returns whether something was.
bool mergeIdenticalFunctions(llvm::Module &M);

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_IDENTICALFUNCTIONS_H
