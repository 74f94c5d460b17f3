//===- EvictionInputs.cpp - What an eviction policy decides with ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvictionInputs.h"

#include <algorithm>
#include <cstring>

namespace mlgo {
namespace {

using Input = EvictionInput;

struct InputDescription {
  const char *Name;
  const char *Meaning;
  enum { Flag, Count, Normalized, Scalar, Index, Ratio, Difference } Kind;
  size_t Of = 0; ///< The input that it is a ratio or difference of.
};

constexpr InputDescription Descriptions[Input::NumAll] = {
    {"mask", "1 where the choice is legal", InputDescription::Flag},
    {"is_free", "1 where the register can be taken without evicting anything",
     InputDescription::Flag},
    {"nr_urgent",
     "live ranges to evict that may be evicted in spite of their cascade",
     InputDescription::Normalized},
    {"nr_broken_hints", "live ranges to evict that are where they prefer to be",
     InputDescription::Normalized},
    {"is_hint", "1 for registers that the live range prefers",
     InputDescription::Flag},
    {"is_local", "live ranges to evict that lie within one block",
     InputDescription::Count},
    {"nr_rematerializable",
     "live ranges to evict that are cheap to compute again",
     InputDescription::Normalized},
    {"nr_defs_and_uses", "definitions and uses of what is evicted",
     InputDescription::Normalized},
    {"weighed_reads_by_max", "instructions that only read it, by frequency",
     InputDescription::Normalized},
    {"weighed_writes_by_max", "instructions that only write it, by frequency",
     InputDescription::Normalized},
    {"weighed_read_writes_by_max", "instructions that do both, by frequency",
     InputDescription::Normalized},
    {"weighed_indvars_by_max",
     "its updates of induction variables, by frequency",
     InputDescription::Normalized},
    {"hint_weights_by_max",
     "its copies from and to preferred places, by frequency",
     InputDescription::Normalized},
    {"start_bb_freq_by_max", "frequency of the block where it begins",
     InputDescription::Normalized},
    {"end_bb_freq_by_max", "frequency of the block where it ends",
     InputDescription::Normalized},
    {"hottest_bb_freq_by_max", "frequency of its hottest block",
     InputDescription::Normalized},
    {"liverange_size", "length of what is evicted",
     InputDescription::Normalized},
    {"use_def_density", "largest spill weight of what is evicted",
     InputDescription::Normalized},
    {"max_stage", "latest stage of allocation of what is evicted",
     InputDescription::Count},
    {"min_stage", "earliest stage of allocation of what is evicted",
     InputDescription::Count},
    {"progress", "live ranges that wait, to those that waited at first",
     InputDescription::Scalar},
    {"is_reassignable", "1 where what is evicted can move to a free register",
     InputDescription::Flag},
    {"spill_cost", "what spilling it costs in the terms of the score",
     InputDescription::Normalized},
    {"fixed_spill_cost", "the same of what cannot move to a free register",
     InputDescription::Normalized},
    {"register_cost", "by what an encoding grows that uses the register",
     InputDescription::Count},
    {"spill_bytes", "about how many bytes spilling it adds",
     InputDescription::Normalized},
    {"fixed_spill_bytes", "the same of what cannot move to a free register",
     InputDescription::Normalized},
    {"is_stock", "1 for what the stock advisor chooses",
     InputDescription::Flag},
    {"stock_column", "what the stock advisor chooses", InputDescription::Index},
    {"is_kept", "1 for the choice to evict nothing", InputDescription::Flag},
    {"stock_keeps", "1 if the stock advisor evicts nothing",
     InputDescription::Index},
    {"uses_to_stock", "nr_defs_and_uses to that of the stock choice",
     InputDescription::Ratio, Input::NumDefsAndUses},
    {"reads_to_stock", "weighed_reads_by_max to that of the stock choice",
     InputDescription::Ratio, Input::Reads},
    {"writes_to_stock", "weighed_writes_by_max to that of the stock choice",
     InputDescription::Ratio, Input::Writes},
    {"hottest_to_stock", "hottest_bb_freq_by_max to that of the stock choice",
     InputDescription::Ratio, Input::HottestFrequency},
    {"size_to_stock", "liverange_size to that of the stock choice",
     InputDescription::Ratio, Input::Size},
    {"density_to_stock", "use_def_density to that of the stock choice",
     InputDescription::Ratio, Input::Density},
    {"fixed_spill_bytes_to_stock",
     "fixed_spill_bytes to that of the stock choice", InputDescription::Ratio,
     Input::FixedSpillBytes},
    {"density_to_kept", "use_def_density to that of evicting nothing",
     InputDescription::Ratio, Input::Density},
    {"spill_cost_to_kept", "spill_cost to that of evicting nothing",
     InputDescription::Ratio, Input::SpillCost},
    {"fixed_spill_cost_to_kept", "fixed_spill_cost to that of evicting nothing",
     InputDescription::Ratio, Input::FixedSpillCost},
    {"size_to_kept", "liverange_size to that of evicting nothing",
     InputDescription::Ratio, Input::Size},
    {"hottest_to_kept", "hottest_bb_freq_by_max to that of evicting nothing",
     InputDescription::Ratio, Input::HottestFrequency},
    {"uses_to_kept", "nr_defs_and_uses to that of evicting nothing",
     InputDescription::Ratio, Input::NumDefsAndUses},
    {"spill_bytes_to_kept", "spill_bytes to that of evicting nothing",
     InputDescription::Ratio, Input::SpillBytes},
    {"fixed_spill_bytes_to_kept",
     "fixed_spill_bytes to that of evicting nothing", InputDescription::Ratio,
     Input::FixedSpillBytes},
    {"choice_bytes", "about how many bytes code grows by",
     InputDescription::Count},
    {"choice_bytes_above_stock", "choice_bytes less that of the stock choice",
     InputDescription::Difference, Input::ChoiceBytes},
    {"choice_bytes_above_kept", "choice_bytes less that of evicting nothing",
     InputDescription::Difference, Input::ChoiceBytes},
};

bool hasColumns(size_t I) {
  return Descriptions[I].Kind != InputDescription::Scalar &&
         Descriptions[I].Kind != InputDescription::Index;
}

/// Bounded, since live ranges that cannot be spilled weigh infinitely much.
float ratio(float Value, float Base) {
  const float Most = 1e30f, Least = 1e-9f;
  auto Bounded = [&](float X) { return X < Most ? X : X >= Most ? Most : 0; };
  return std::min(Bounded(Value) / std::max(Bounded(Base), Least), 1e9f);
}

template <typename T>
void clearColumns(T *Values, const std::vector<size_t> &Columns) {
  for (size_t Column : Columns)
    Values[Column] = 0;
}

} // namespace

std::vector<TensorSpec> getEvictionInputs(size_t Columns, bool WithOwn) {
  std::vector<TensorSpec> Specs;
  Specs.reserve(Input::NumAll);
  const std::vector<int64_t> PerColumn = {1, static_cast<int64_t>(Columns)};
  for (size_t I = 0; I < (WithOwn ? Input::NumAll : Input::NumLLVM); ++I) {
    const auto &[Name, Meaning, Kind, Of] = Descriptions[I];
    if (Kind == InputDescription::Index)
      Specs.push_back(TensorSpec::createSpec<int64_t>(Name, {1}));
    else if (!hasColumns(I))
      Specs.push_back(TensorSpec::createSpec<float>(Name, {1}));
    else if (Kind == InputDescription::Normalized ||
             Kind == InputDescription::Ratio)
      Specs.push_back(TensorSpec::createSpec<float>(Name, PerColumn));
    else
      Specs.push_back(TensorSpec::createSpec<int64_t>(Name, PerColumn));
  }
  return Specs;
}

const char *getEvictionInputMeaning(size_t I) {
  return Descriptions[I].Meaning;
}

TensorSpec getEvictionOutput() {
  return TensorSpec::createSpec<int64_t>("index_to_evict", {1});
}

/// What \p Runner reads, and what that follows from; or all that it has.
static EvictionInputSet findNeeded(const MLModelRunner &Runner, bool All) {
  EvictionInputSet Needed;
  for (size_t I = 0; I < Runner.inputs().size(); ++I) {
    if (!All && !Runner.reads(I))
      continue;
    Needed.set(I);
    if (Descriptions[I].Of)
      Needed.set(Descriptions[I].Of);
  }
  Needed.set(Input::Mask);
  return Needed;
}

EvictionInputs::EvictionInputs(MLModelRunner &Runner, bool All)
    : Runner(Runner), Columns(Runner.inputs()[Input::Mask].getElementCount()),
      Needed(findNeeded(Runner, All)) {
  const auto IsAnyNeeded = [this](size_t First, size_t End) {
    while (First != End && !Needed.test(First))
      ++First;
    return First != End;
  };
  NeedsLLVMs = IsAnyNeeded(Input::Mask + 1, Input::NumLLVM);
  NeedsOwn = IsAnyNeeded(Input::NumLLVM, Input::NumAll);
  Used.reserve(Columns);
  for (size_t I = 0; I < Runner.inputs().size(); ++I) {
    std::memset(Runner.getTensorUntyped(I), 0,
                Runner.inputs()[I].getTotalTensorBufferSize());
    if (Needed.test(I) && hasColumns(I))
      ByColumn.push_back(I);
    if (Needed.test(I) && Descriptions[I].Kind == InputDescription::Normalized)
      Normalized.push_back(I);
  }
}

void EvictionInputs::clear() {
  // Not whole tensors: few columns are used, and clearing 33 in each of 21
  // costs more than filling those.
  for (size_t I : ByColumn) {
    if (Runner.inputs()[I].isElementType<int64_t>())
      clearColumns(Runner.getTensor<int64_t>(I), Used);
    else
      clearColumns(Runner.getTensor<float>(I), Used);
  }
  Used.clear();
  Largest.fill(0);
}

void EvictionInputs::setColumn(size_t Index, const EvictionColumn &C) {
  static constexpr std::pair<Input::ID, int64_t EvictionColumn::*> Integers[] =
      {{Input::IsFree, &EvictionColumn::IsFree},
       {Input::IsHint, &EvictionColumn::IsHint},
       {Input::IsLocal, &EvictionColumn::IsLocal},
       {Input::MaxStage, &EvictionColumn::MaxStage},
       {Input::MinStage, &EvictionColumn::MinStage},
       {Input::IsReassignable, &EvictionColumn::IsReassignable},
       {Input::RegisterCost, &EvictionColumn::RegisterCost},
       {Input::ChoiceBytes, &EvictionColumn::ChoiceBytes}};
  Used.push_back(Index);
  Runner.getTensor<int64_t>(Input::Mask)[Index] = 1;
  for (const auto &[I, Value] : Integers)
    if (Needed.test(I))
      Runner.getTensor<int64_t>(I)[Index] = C.*Value;
  for (size_t I : Normalized) {
    Runner.getTensor<float>(I)[Index] = C.Values[I];
    Largest[I] = std::max(Largest[I], C.Values[I]);
  }
}

void EvictionInputs::normalize(float Progress) {
  for (size_t I : Normalized) {
    float *Values = Runner.getTensor<float>(I);
    const float Divisor = Largest[I] != 0 ? Largest[I] : 1;
    for (size_t Column : Used)
      Values[Column] /= Divisor;
  }
  *Runner.getTensor<float>(Input::Progress) = Progress;
}

void EvictionInputs::setStockColumn(size_t Index) {
  if (Index >= Columns || !NeedsOwn)
    return;
  fillOwnInputs(Runner, Used, Index, Needed);
  if (std::find(Used.begin(), Used.end(), Index) == Used.end())
    Used.push_back(Index); // To be cleared.
}

static void fillDifferences(MLModelRunner &Runner,
                            const std::vector<size_t> &Used, Input::ID I,
                            size_t From) {
  const int64_t *Bytes = Runner.getTensor<int64_t>(Descriptions[I].Of);
  for (size_t Column : Used)
    Runner.getTensor<int64_t>(I)[Column] = Bytes[Column] - Bytes[From];
}

void fillOwnInputs(MLModelRunner &Runner, const std::vector<size_t> &Used,
                   size_t Stock, const EvictionInputSet &Needed) {
  if (Runner.inputs().size() <= Input::NumLLVM)
    return;
  const size_t Kept = Runner.inputs()[Input::Mask].getElementCount() - 1;
  *Runner.getTensor<int64_t>(Input::StockColumn) = static_cast<int64_t>(Stock);
  *Runner.getTensor<int64_t>(Input::StockKeeps) = Stock == Kept;
  if (Needed.test(Input::IsStock))
    Runner.getTensor<int64_t>(Input::IsStock)[Stock] = 1;
  if (Needed.test(Input::IsKept) &&
      Runner.getTensor<int64_t>(Input::Mask)[Kept])
    Runner.getTensor<int64_t>(Input::IsKept)[Kept] = 1;
  for (size_t I = Input::UsesToStock; I < Input::ChoiceBytes; ++I) {
    if (!Needed.test(I))
      continue;
    const float *Of = Runner.getTensor<float>(Descriptions[I].Of);
    float *Ratios = Runner.getTensor<float>(I);
    const float Base = Of[I >= Input::DensityToKept ? Kept : Stock];
    for (size_t Column : Used)
      Ratios[Column] = ratio(Of[Column], Base);
  }
  if (Needed.test(Input::ChoiceBytesAboveStock))
    fillDifferences(Runner, Used, Input::ChoiceBytesAboveStock, Stock);
  if (Needed.test(Input::ChoiceBytesAboveKept))
    fillDifferences(Runner, Used, Input::ChoiceBytesAboveKept, Kept);
}

} // namespace mlgo
