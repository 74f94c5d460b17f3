// Equal functions have equal hashes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace llvm {
class Function;
} // namespace llvm

namespace mlgo {
class ContentMemo;

/// Hashes all of a function that later passes and code generation may depend
/// on: instructions with types, flags, attributes and metadata, the order of
/// blocks, and constants. A global value counts by its name and by what is
/// known about it from outside: its attributes and, if it is constant, its
/// initialiser with everything that this leads to.
///
/// Functions of equal hash, in two states of one module, are compiled to the
/// same code. Only content counts, never an address, so that hashes of
/// different processes and contexts can be compared. Names of local values and
/// of types do not count, nor does what describes debug information. A hash has
/// 128 bits: two different functions do not meet by chance.
///
/// One hasher serves one state of a module, of which it remembers what it saw.
class FunctionHasher {
public:
  using Hash = std::pair<uint64_t, uint64_t>;

  FunctionHasher();
  ~FunctionHasher();

  Hash hash(const llvm::Function &F);

  /// Functions of equal hash also run equally often, in all their parts: the
  /// same \p Runs, and the same places of instructions (see SourceCounts).
  Hash hash(const llvm::Function &F, double Runs);

private:
  std::unique_ptr<ContentMemo> Memo;
};
} // namespace mlgo
