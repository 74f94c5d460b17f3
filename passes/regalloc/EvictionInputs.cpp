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
  enum { Flag, Count, Normalized, Scalar, Index, StockValue, Largest } Kind;
  size_t Of = 0; ///< Which input it is the stock column's or the largest of.
};

constexpr InputDescription Descriptions[Input::NumAll] = {
    {"mask", InputDescription::Flag},
    {"is_free", InputDescription::Flag},
    {"nr_urgent", InputDescription::Normalized},
    {"nr_broken_hints", InputDescription::Normalized},
    {"is_hint", InputDescription::Flag},
    {"is_local", InputDescription::Count},
    {"nr_rematerializable", InputDescription::Normalized},
    {"nr_defs_and_uses", InputDescription::Normalized},
    {"weighed_reads_by_max", InputDescription::Normalized},
    {"weighed_writes_by_max", InputDescription::Normalized},
    {"weighed_read_writes_by_max", InputDescription::Normalized},
    {"weighed_indvars_by_max", InputDescription::Normalized},
    {"hint_weights_by_max", InputDescription::Normalized},
    {"start_bb_freq_by_max", InputDescription::Normalized},
    {"end_bb_freq_by_max", InputDescription::Normalized},
    {"hottest_bb_freq_by_max", InputDescription::Normalized},
    {"liverange_size", InputDescription::Normalized},
    {"use_def_density", InputDescription::Normalized},
    {"max_stage", InputDescription::Count},
    {"min_stage", InputDescription::Count},
    {"progress", InputDescription::Scalar},
    {"is_stock", InputDescription::Flag},
    {"stock_column", InputDescription::Index},
    {"is_kept", InputDescription::Flag},
    {"stock_is_free", InputDescription::StockValue, Input::IsFree},
    {"stock_urgent", InputDescription::StockValue, Input::NumUrgent},
    {"stock_broken_hints", InputDescription::StockValue, Input::NumBrokenHints},
    {"stock_is_hint", InputDescription::StockValue, Input::IsHint},
    {"stock_is_local", InputDescription::StockValue, Input::IsLocal},
    {"stock_rematerializable", InputDescription::StockValue,
     Input::NumRematerializable},
    {"stock_defs_and_uses", InputDescription::StockValue,
     Input::NumDefsAndUses},
    {"stock_reads", InputDescription::StockValue, Input::Reads},
    {"stock_writes", InputDescription::StockValue, Input::Writes},
    {"stock_read_writes", InputDescription::StockValue, Input::ReadWrites},
    {"stock_indvars", InputDescription::StockValue, Input::InductionUpdates},
    {"stock_hint_weights", InputDescription::StockValue, Input::HintWeights},
    {"stock_start_bb_freq", InputDescription::StockValue,
     Input::StartFrequency},
    {"stock_end_bb_freq", InputDescription::StockValue, Input::EndFrequency},
    {"stock_hottest_bb_freq", InputDescription::StockValue,
     Input::HottestFrequency},
    {"stock_liverange_size", InputDescription::StockValue, Input::Size},
    {"stock_use_def_density", InputDescription::StockValue, Input::Density},
    {"stock_max_stage", InputDescription::StockValue, Input::MaxStage},
    {"stock_min_stage", InputDescription::StockValue, Input::MinStage},
    {"largest_defs_and_uses", InputDescription::Largest, Input::NumDefsAndUses},
    {"largest_reads", InputDescription::Largest, Input::Reads},
    {"largest_writes", InputDescription::Largest, Input::Writes},
    {"largest_hint_weights", InputDescription::Largest, Input::HintWeights},
    {"largest_hottest_bb_freq", InputDescription::Largest,
     Input::HottestFrequency},
    {"largest_liverange_size", InputDescription::Largest, Input::Size},
    {"largest_use_def_density", InputDescription::Largest, Input::Density},
};

bool hasColumns(size_t I) {
  switch (Descriptions[I].Kind) {
  case InputDescription::Flag:
  case InputDescription::Count:
  case InputDescription::Normalized:
    return true;
  case InputDescription::Scalar:
  case InputDescription::Index:
  case InputDescription::StockValue:
  case InputDescription::Largest:
    return false;
  }
  return false;
}

} // namespace

std::vector<TensorSpec> getEvictionInputs(size_t Columns, bool WithOwn) {
  std::vector<TensorSpec> Specs;
  const std::vector<int64_t> PerColumn = {1, static_cast<int64_t>(Columns)};
  for (size_t I = 0; I < (WithOwn ? Input::NumAll : Input::NumLLVM); ++I) {
    const auto &[Name, Kind, Of] = Descriptions[I];
    if (Kind == InputDescription::Index)
      Specs.push_back(TensorSpec::createSpec<int64_t>(Name, {1}));
    else if (!hasColumns(I))
      Specs.push_back(TensorSpec::createSpec<float>(Name, {1}));
    else if (Kind == InputDescription::Normalized)
      Specs.push_back(TensorSpec::createSpec<float>(Name, PerColumn));
    else
      Specs.push_back(TensorSpec::createSpec<int64_t>(Name, PerColumn));
  }
  return Specs;
}

TensorSpec getEvictionOutput() {
  return TensorSpec::createSpec<int64_t>("index_to_evict", {1});
}

EvictionInputs::EvictionInputs(MLModelRunner &Runner)
    : Runner(Runner), Columns(Runner.inputs()[Input::Mask].getElementCount()),
      HasOwn(Runner.inputs().size() > Input::NumLLVM) {
  Used.reserve(Columns);
  for (size_t I = 0; I < Runner.inputs().size(); ++I)
    std::memset(Runner.getTensorUntyped(I), 0,
                Runner.inputs()[I].getTotalTensorBufferSize());
}

void EvictionInputs::clear() {
  // Not whole tensors: few columns are used, and clearing 33 in each of 21
  // costs more than filling those.
  for (size_t Column : Used)
    for (size_t I = 0; I < Runner.inputs().size(); ++I) {
      if (!hasColumns(I))
        continue;
      const size_t Width = Runner.inputs()[I].getElementByteSize();
      std::memset(static_cast<char *>(Runner.getTensorUntyped(I)) +
                      Column * Width,
                  0, Width);
    }
  Used.clear();
  Largest.fill(0);
}

void EvictionInputs::setColumn(size_t Index, const EvictionColumn &C) {
  Used.push_back(Index);
  Runner.getTensor<int64_t>(Input::Mask)[Index] = 1;
  Runner.getTensor<int64_t>(Input::IsFree)[Index] = C.IsFree;
  Runner.getTensor<int64_t>(Input::IsHint)[Index] = C.IsHint;
  Runner.getTensor<int64_t>(Input::IsLocal)[Index] = C.IsLocal;
  Runner.getTensor<int64_t>(Input::MaxStage)[Index] = C.MaxStage;
  Runner.getTensor<int64_t>(Input::MinStage)[Index] = C.MinStage;
  for (size_t I = 0; I < Input::NumLLVM; ++I) {
    if (Descriptions[I].Kind != InputDescription::Normalized)
      continue;
    Runner.getTensor<float>(I)[Index] = C.Values[I];
    Largest[I] = std::max(Largest[I], C.Values[I]);
  }
}

void EvictionInputs::normalize(float Progress) {
  for (size_t I = 0; I < Input::NumLLVM; ++I) {
    if (Descriptions[I].Kind != InputDescription::Normalized)
      continue;
    float *Values = Runner.getTensor<float>(I);
    const float Divisor = Largest[I] != 0 ? Largest[I] : 1;
    for (size_t Column : Used)
      Values[Column] /= Divisor;
  }
  *Runner.getTensor<float>(Input::Progress) = Progress;
  if (!HasOwn)
    return;
  for (size_t I = Input::FirstStockValue; I < Input::FirstLargest; ++I)
    *Runner.getTensor<float>(I) = 0; // Until there is a stock column.
  for (size_t I = Input::FirstLargest; I < Input::NumAll; ++I)
    *Runner.getTensor<float>(I) = Largest[Descriptions[I].Of];
  if (const size_t Kept = Columns - 1;
      std::find(Used.begin(), Used.end(), Kept) != Used.end())
    Runner.getTensor<int64_t>(Input::IsKept)[Kept] = 1;
}

void EvictionInputs::setStockColumn(size_t Index) {
  if (!HasOwn || Index >= Columns)
    return;
  for (size_t I = Input::FirstStockValue; I < Input::FirstLargest; ++I) {
    const size_t Of = Descriptions[I].Of;
    *Runner.getTensor<float>(I) =
        Descriptions[Of].Kind == InputDescription::Normalized
            ? Runner.getTensor<float>(Of)[Index]
            : static_cast<float>(Runner.getTensor<int64_t>(Of)[Index]);
  }
  *Runner.getTensor<int64_t>(Input::StockColumn) = static_cast<int64_t>(Index);
  Runner.getTensor<int64_t>(Input::IsStock)[Index] = 1;
  if (std::find(Used.begin(), Used.end(), Index) == Used.end())
    Used.push_back(Index); // To be cleared.
}

} // namespace mlgo
