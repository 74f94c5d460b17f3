//===- FreeRegisters.h - Registers that a live range could have -*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_FREEREGISTERS_H
#define MLGO_PASSES_REGALLOC_FREEREGISTERS_H

#include "AllocationContext.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace mlgo {

/// Says which registers are free as long as a live range lives.
///
/// LLVM's matrix looks at all calls within a range each time that it is asked
/// about another range than before. What calls leave alone is kept here, so
/// that asking again about a range across thousands of calls is cheap.
class FreeRegisters {
public:
  explicit FreeRegisters(const AllocationContext &Context) : Context(Context) {}

  /// The answer of LLVM's matrix now.
  bool isFree(const llvm::LiveInterval &Range, llvm::MCRegister Register);

private:
  /// What the calls within a range leave alone.
  struct Preserved {
    // As the range was; ranges are shrunk and split.
    llvm::SlotIndex Begin, End;
    unsigned Size = 0;
    bool HasCalls = false;
    llvm::BitVector Registers; ///< If there are calls.
  };

  const Preserved &preservedIn(const llvm::LiveInterval &Range);

  const AllocationContext &Context;
  llvm::DenseMap<llvm::Register, Preserved> Known;
};

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_FREEREGISTERS_H
