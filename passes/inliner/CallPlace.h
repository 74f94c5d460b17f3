// Finds what an inlined call brought
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class BasicBlock;
class CallBase;
class Instruction;
} // namespace llvm

namespace mlgo {
/// Where a call stands. Made before it is inlined, it finds what has come in
/// its place.
class CallPlace {
public:
  explicit CallPlace(llvm::CallBase &CB);

  /// Calls \p OnInstruction with each instruction that is there instead of the
  /// call, and first \p OnBlock with each block that was not there before.
  /// Takes time for these alone. False if they cannot be found any more.
  bool forEachNew(llvm::function_ref<void(llvm::Instruction &)> OnInstruction,
                  llvm::function_ref<void(llvm::BasicBlock &)> OnBlock) const;

  llvm::BasicBlock *block() const { return Block; }

private:
  llvm::BasicBlock *const Block;
  /// Null if the function's last block has the call.
  llvm::BasicBlock *const NextBlock;
  /// Null if the call is the first in its block.
  llvm::WeakVH Before;
  const bool IsFirst;
  /// May be gone; null behind an invoke.
  const llvm::Instruction *const After;
  /// The start of the function, where static stack slots are moved to; null if
  /// the call itself is there.
  const llvm::Instruction *const Start;
};
} // namespace mlgo
