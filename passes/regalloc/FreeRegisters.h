// Registers that a live range could have
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AllocationContext.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace mlgo {
/// Says which registers are free as long as a live range lives.
///
/// LLVM's matrix looks at all calls within a range each time that it is asked
/// about another range than before, and at all of the range for each register.
/// What calls leave alone is kept here, and so are answers about registers that
/// nothing was assigned to or taken from since. So asking again is cheap.
class FreeRegisters {
public:
  explicit FreeRegisters(const AllocationContext &Context) : Context(Context) {}

  class Question;
  /// For questions about \p Range, which must not change between these; nor
  /// may be asked about another range.
  Question about(const llvm::LiveInterval &Range);

private:
  /// Whether a register is free, and how often it had changed until then.
  struct Answer {
    unsigned Changes = 0;
    bool IsFree = false;
  };

  /// What is known of a range: what the calls within it leave alone, and what
  /// was answered.
  struct Knowledge {
    // As the range was; ranges are shrunk and split.
    llvm::SlotIndex Begin, End;
    unsigned Size = 0;
    bool HasCalls = false;
    llvm::BitVector Preserved; ///< Registers, if there are calls.
    llvm::DenseMap<unsigned, Answer> Answers; ///< By register.
  };

  Knowledge &recall(const llvm::LiveInterval &Range);
  unsigned countChanges(llvm::MCRegister Register) const;
  bool hasInterference(const llvm::LiveInterval &Range,
                       llvm::MCRegister Register) const;

  const AllocationContext &Context;
  llvm::DenseMap<llvm::Register, Knowledge> Known;
};

/// Asks which registers are free as long as one live range lives.
class FreeRegisters::Question {
public:
  /// The answer of LLVM's matrix now.
  bool isFree(llvm::MCRegister Register);

private:
  friend class FreeRegisters;
  Question(const FreeRegisters &Asked, const llvm::LiveInterval &Range,
           Knowledge *Known)
      : Asked(Asked), Range(Range), Known(Known) {}

  const FreeRegisters &Asked;
  const llvm::LiveInterval &Range;
  Knowledge *Known; ///< Null if nothing is kept of the range.
};
} // namespace mlgo
