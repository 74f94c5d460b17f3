//===- BitcodeCorpus.h - Collects embedded bitcode from objects -*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TRAIN_BITCODECORPUS_H
#define MLGO_TRAIN_BITCODECORPUS_H

#include "mlgo/support/Result.h"

#include <string>
#include <vector>

namespace mlgo {

/// The flags that make clang embed what a corpus holds: the module before any
/// optimisation and the cc1 command line.
std::vector<std::string> embedBitcodeFlags();

/// Finds the objects below \p BuildTree that carry both, and writes of each
/// object x.o the files x.o.bc and x.o.cmd to \p Corpus, in the same folders,
/// and corpus_description.json with the sorted modules, as LLVM's mlgo-utils
/// do. \p Corpus is made anew under a temporary name and renamed at the end.
/// Objects compiled from assembly are left out. Returns the modules; none at
/// all is an error.
Result<std::vector<std::string>>
extractBitcodeCorpus(const std::string &BuildTree, const std::string &Corpus,
                     unsigned LLVMMajor);

} // namespace mlgo

#endif // MLGO_TRAIN_BITCODECORPUS_H
