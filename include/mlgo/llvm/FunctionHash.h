//===- FunctionHash.h - Equal functions have equal hashes -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_LLVM_FUNCTIONHASH_H
#define MLGO_LLVM_FUNCTIONHASH_H

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <utility>

namespace llvm {
class Function;
class GlobalValue;
class MDNode;
class Type;
} // namespace llvm

namespace mlgo {

/// Hashes all of a function that later passes and code generation may depend
/// on: instructions with types, flags, attributes and metadata, constants, and
/// of the global values it names the name and what is known about them from
/// outside. Functions of equal hash, in two states of one module, are compiled
/// to the same code. Names of local values do not matter. 128 bits: two
/// different functions do not meet by chance.
///
/// One hasher serves one state of a module; it remembers what it saw.
class FunctionHasher {
public:
  using Hash = std::pair<uint64_t, uint64_t>;

  Hash hash(const llvm::Function &F);

private:
  class Writer;

  llvm::DenseMap<const void *, uint64_t> Attributes;
  llvm::DenseMap<const llvm::Type *, uint64_t> Types;
  llvm::DenseMap<const llvm::MDNode *, uint64_t> Nodes;
  llvm::DenseMap<const llvm::GlobalValue *, uint64_t> Globals;
};

} // namespace mlgo

#endif // MLGO_LLVM_FUNCTIONHASH_H
