// What an eviction policy decides with
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/MLModelRunner.h"
#include <array>
#include <bitset>

namespace mlgo {
/// The inputs of a policy, in order: LLVM's with its names, then ours. To add
/// one, write it here and fill it in LiveRangeFeatures.cpp. All but
/// those of kinds Scalar and Index have one element for each column: the
/// registers of the allocation order, hints first, then, last, the live range
/// that asks for one. M(id, name, kind, meaning); see EvictionInput::Kind.
#define MLGO_EVICTION_LLVM_INPUTS(M)                                           \
  M(Mask, mask, Flag, "1 where the choice is legal")                           \
  M(IsFree, is_free, Flag,                                                     \
    "1 where the register can be taken without evicting anything")             \
  M(NumUrgent, nr_urgent, Normalized,                                          \
    "live ranges to evict that may be evicted in spite of their cascade")      \
  M(NumBrokenHints, nr_broken_hints, Normalized,                               \
    "live ranges to evict that are where they prefer to be")                   \
  M(IsHint, is_hint, Flag, "1 for registers that the live range prefers")      \
  M(IsLocal, is_local, Count,                                                  \
    "live ranges to evict that lie within one block")                          \
  M(NumRematerializable, nr_rematerializable, Normalized,                      \
    "live ranges to evict that are cheap to compute again")                    \
  M(NumDefsAndUses, nr_defs_and_uses, Normalized,                              \
    "definitions and uses of what is evicted")                                 \
  M(Reads, weighed_reads_by_max, Normalized,                                   \
    "instructions that only read it, by frequency")                            \
  M(Writes, weighed_writes_by_max, Normalized,                                 \
    "instructions that only write it, by frequency")                           \
  M(ReadWrites, weighed_read_writes_by_max, Normalized,                        \
    "instructions that do both, by frequency")                                 \
  M(InductionUpdates, weighed_indvars_by_max, Normalized,                      \
    "its updates of induction variables, by frequency")                        \
  M(HintWeights, hint_weights_by_max, Normalized,                              \
    "its copies from and to preferred places, by frequency")                   \
  M(StartFrequency, start_bb_freq_by_max, Normalized,                          \
    "frequency of the block where it begins")                                  \
  M(EndFrequency, end_bb_freq_by_max, Normalized,                              \
    "frequency of the block where it ends")                                    \
  M(HottestFrequency, hottest_bb_freq_by_max, Normalized,                      \
    "frequency of its hottest block")                                          \
  M(Size, liverange_size, Normalized, "length of what is evicted")             \
  M(Density, use_def_density, Normalized,                                      \
    "largest spill weight of what is evicted")                                 \
  M(MaxStage, max_stage, Count,                                                \
    "latest stage of allocation of what is evicted")                           \
  M(MinStage, min_stage, Count,                                                \
    "earliest stage of allocation of what is evicted")                         \
  M(Progress, progress, Scalar,                                                \
    "live ranges that wait, to those that waited at first")

/// Ours. The costs and bytes are estimates of what happened if a column's live
/// ranges were spilled.
#define MLGO_EVICTION_MEASURED_INPUTS(M)                                       \
  M(IsReassignable, is_reassignable, Flag,                                     \
    "1 where what is evicted can move to a free register")                     \
  M(SpillCost, spill_cost, Normalized,                                         \
    "what spilling it costs in the terms of the score")                        \
  M(FixedSpillCost, fixed_spill_cost, Normalized,                              \
    "the same of what cannot move to a free register")                         \
  M(RegisterCost, register_cost, Count,                                        \
    "by what an encoding grows that uses the register")                        \
  M(SpillBytes, spill_bytes, Normalized,                                       \
    "about how many bytes spilling it adds")                                   \
  M(FixedSpillBytes, fixed_spill_bytes, Normalized,                            \
    "the same of what cannot move to a free register")

/// Ours that follow from those and from what the stock advisor chooses.
/// M(id, name, kind, of, meaning): \p of is the input that a ratio or a
/// difference is of, and Mask for all others.
#define MLGO_EVICTION_DERIVED_INPUTS(M)                                        \
  M(IsStock, is_stock, Flag, Mask, "1 for what the stock advisor chooses")     \
  M(StockColumn, stock_column, Index, Mask, "what the stock advisor chooses")  \
  M(IsKept, is_kept, Flag, Mask, "1 for the choice to evict nothing")          \
  M(StockKeeps, stock_keeps, Index, Mask,                                      \
    "1 if the stock advisor evicts nothing")                                   \
  M(UsesToStock, uses_to_stock, RatioToStock, NumDefsAndUses,                  \
    "nr_defs_and_uses to that of the stock choice")                            \
  M(ReadsToStock, reads_to_stock, RatioToStock, Reads,                         \
    "weighed_reads_by_max to that of the stock choice")                        \
  M(WritesToStock, writes_to_stock, RatioToStock, Writes,                      \
    "weighed_writes_by_max to that of the stock choice")                       \
  M(HottestToStock, hottest_to_stock, RatioToStock, HottestFrequency,          \
    "hottest_bb_freq_by_max to that of the stock choice")                      \
  M(SizeToStock, size_to_stock, RatioToStock, Size,                            \
    "liverange_size to that of the stock choice")                              \
  M(DensityToStock, density_to_stock, RatioToStock, Density,                   \
    "use_def_density to that of the stock choice")                             \
  M(FixedSpillBytesToStock, fixed_spill_bytes_to_stock, RatioToStock,          \
    FixedSpillBytes, "fixed_spill_bytes to that of the stock choice")          \
  M(DensityToKept, density_to_kept, RatioToKept, Density,                      \
    "use_def_density to that of evicting nothing")                             \
  M(SpillCostToKept, spill_cost_to_kept, RatioToKept, SpillCost,               \
    "spill_cost to that of evicting nothing")                                  \
  M(FixedSpillCostToKept, fixed_spill_cost_to_kept, RatioToKept,               \
    FixedSpillCost, "fixed_spill_cost to that of evicting nothing")            \
  M(SizeToKept, size_to_kept, RatioToKept, Size,                               \
    "liverange_size to that of evicting nothing")                              \
  M(HottestToKept, hottest_to_kept, RatioToKept, HottestFrequency,             \
    "hottest_bb_freq_by_max to that of evicting nothing")                      \
  M(UsesToKept, uses_to_kept, RatioToKept, NumDefsAndUses,                     \
    "nr_defs_and_uses to that of evicting nothing")                            \
  M(SpillBytesToKept, spill_bytes_to_kept, RatioToKept, SpillBytes,            \
    "spill_bytes to that of evicting nothing")                                 \
  M(FixedSpillBytesToKept, fixed_spill_bytes_to_kept, RatioToKept,             \
    FixedSpillBytes, "fixed_spill_bytes to that of evicting nothing")          \
  M(ChoiceBytes, choice_bytes, Count, Mask,                                    \
    "about how many bytes code grows by")                                      \
  M(ChoiceBytesAboveStock, choice_bytes_above_stock, AboveStock, ChoiceBytes,  \
    "choice_bytes less that of the stock choice")                              \
  M(ChoiceBytesAboveKept, choice_bytes_above_kept, AboveKept, ChoiceBytes,     \
    "choice_bytes less that of evicting nothing")

/// What these lists say, as numbers.
struct EvictionInput {
#define MLGO_INPUT_ID(Id, ...) Id,
  enum ID : size_t {
    MLGO_EVICTION_LLVM_INPUTS(MLGO_INPUT_ID) NumLLVM,
    BeforeMeasured = NumLLVM - 1,
    MLGO_EVICTION_MEASURED_INPUTS(MLGO_INPUT_ID) NumMeasured,
    BeforeDerived = NumMeasured - 1,
    MLGO_EVICTION_DERIVED_INPUTS(MLGO_INPUT_ID) NumAll,
  };
#undef MLGO_INPUT_ID

  enum class Kind {
    Flag,         ///< 0 or 1.
    Count,        ///< An integer.
    Normalized,   ///< Divided by the largest of the columns.
    Scalar,       ///< One float for all columns,
    Index,        ///< or one integer.
    RatioToStock, ///< What a value is to that in the stock advisor's column,
    RatioToKept,  ///< or in that of the live range that asks.
    AboveStock,   ///< By how much it is above these, not divided by anything.
    AboveKept,
  };

  /// The kind of input \p I.
  static Kind kind(size_t I);
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
