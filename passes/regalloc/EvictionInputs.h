//===- EvictionInputs.h - What an eviction policy decides with --*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_EVICTIONINPUTS_H
#define MLGO_PASSES_REGALLOC_EVICTIONINPUTS_H

#include "mlgo/runner/MLModelRunner.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

namespace mlgo {

/// The inputs of a policy, in order: LLVM's with its names, then ours. All but
/// Progress and StockColumn have one element for each column: the registers of
/// the allocation order, hints first, then, last, the live range that asks for
/// one.
struct EvictionInput {
  enum ID : size_t {
    Mask,
    IsFree,
    NumUrgent,
    NumBrokenHints,
    IsHint,
    IsLocal,
    NumRematerializable,
    NumDefsAndUses,
    Reads,
    Writes,
    ReadWrites,
    InductionUpdates,
    HintWeights,
    StartFrequency,
    EndFrequency,
    HottestFrequency,
    Size,
    Density,
    MaxStage,
    MinStage,
    Progress,
    NumLLVM,
    IsReassignable = NumLLVM, ///< 1 where what is evicted can move elsewhere.
    /// What loads and stores would cost if a column's live ranges were spilled,
    /// in the score's terms; of all, and of those that cannot move elsewhere.
    SpillCost,
    FixedSpillCost,
    /// What an instruction's encoding grows by that uses a column's register;
    /// in the column of the live range that asks, the register it has to do
    /// with otherwise, if it only wants a cheaper one.
    RegisterCost,
    /// About how many bytes a column comes to, like the spilling costs above,
    /// with what the encodings of the live range that asks grow by.
    SpillBytes,
    FixedSpillBytes,
    NumMeasured,           ///< The others follow from these.
    IsStock = NumMeasured, ///< 1 in the column that the stock advisor chooses.
    StockColumn,           ///< That column's index, one element.
    IsKept,                ///< 1 in the column of the live range that asks.
    StockKeeps,            ///< 1 if that is the stock column, one element.
    /// What a column's value is to that of the stock column.
    UsesToStock,
    ReadsToStock,
    WritesToStock,
    HottestToStock,
    SizeToStock,
    DensityToStock,
    FixedSpillBytesToStock,
    /// The same to the live range that asks.
    DensityToKept,
    SpillCostToKept,
    FixedSpillCostToKept,
    SizeToKept,
    HottestToKept,
    UsesToKept,
    SpillBytesToKept,
    FixedSpillBytesToKept,
    /// About how many bytes code grows by with a column: what cannot move is
    /// spilled, what moves may need longer encodings, and so may the live range
    /// that asks. Not divided by anything.
    ChoiceBytes,
    /// By how many bytes that is above the stock column, and above the live
    /// range that asks.
    ChoiceBytesAboveStock,
    ChoiceBytesAboveKept,
    NumAll,
  };
};

/// Columns of LLVM's own inputs.
constexpr size_t StockColumns = 33;

/// The inputs of a policy over \p Columns columns; only LLVM's unless
/// \p WithOwn.
std::vector<TensorSpec> getEvictionInputs(size_t Columns = StockColumns,
                                          bool WithOwn = true);

/// A phrase for people about input \p I of EvictionInput.
const char *getEvictionInputMeaning(size_t I);

/// The answer: the column of the register to free, or the last one to leave all
/// as it is.
TensorSpec getEvictionOutput();

using EvictionInputSet = std::bitset<EvictionInput::NumAll>;

/// Fills those of the inputs \p Needed of \p Runner that follow from others in
/// the columns \p Used; the stock advisor chooses \p Stock. Does nothing unless
/// the runner has them.
void fillOwnInputs(MLModelRunner &Runner, const std::vector<size_t> &Used,
                   size_t Stock,
                   const EvictionInputSet &Needed = EvictionInputSet().set());

/// The values of one column. Floats are those that LLVM normalises.
struct EvictionColumn {
  std::array<float, EvictionInput::NumMeasured> Values{};
  int64_t IsFree = 0;
  int64_t IsHint = 0;
  int64_t IsLocal = 0;
  int64_t MaxStage = 0;
  int64_t MinStage = 0;
  int64_t IsReassignable = 0;
  int64_t RegisterCost = 0;
  int64_t ChoiceBytes = 0;
};

/// Fills the inputs of a runner that was made for getEvictionInputs: those that
/// it reads, and those that these follow from, or all.
class EvictionInputs {
public:
  /// \p All says whether others look at the inputs, too.
  EvictionInputs(MLModelRunner &Runner, bool All);

  size_t columns() const { return Columns; }
  /// Whether anybody looks at any of LLVM's inputs but the mask.
  bool needsLLVMs() const { return NeedsLLVMs; }
  /// Whether anybody looks at any of ours.
  bool needsOwn() const { return NeedsOwn; }

  /// Starts a problem: all is zero.
  void clear();
  void setColumn(size_t Index, const EvictionColumn &C);
  /// Ends a problem: divides by the largest value of each input.
  void normalize(float Progress);
  /// After normalize(). Does nothing unless our inputs are wanted.
  void setStockColumn(size_t Index);

private:
  MLModelRunner &Runner;
  size_t Columns;
  EvictionInputSet Needed;
  bool NeedsLLVMs, NeedsOwn;
  std::vector<size_t> ByColumn;   ///< Needed inputs with an element a column,
  std::vector<size_t> Normalized; ///< and those that normalize() divides.
  std::vector<size_t> Used;       ///< Columns that are not zero.
  std::array<float, EvictionInput::NumMeasured> Largest{};
};

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_EVICTIONINPUTS_H
