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
  enum { Flag, Count, Normalized, Scalar, Index, Ratio } Kind;
  size_t Of = 0; ///< Of which input it is a ratio.
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
    {"is_reassignable", InputDescription::Flag},
    {"spill_cost", InputDescription::Normalized},
    {"fixed_spill_cost", InputDescription::Normalized},
    {"register_cost", InputDescription::Count},
    {"spill_bytes", InputDescription::Normalized},
    {"fixed_spill_bytes", InputDescription::Normalized},
    {"is_stock", InputDescription::Flag},
    {"stock_column", InputDescription::Index},
    {"is_kept", InputDescription::Flag},
    {"stock_keeps", InputDescription::Index},
    {"uses_to_stock", InputDescription::Ratio, Input::NumDefsAndUses},
    {"reads_to_stock", InputDescription::Ratio, Input::Reads},
    {"writes_to_stock", InputDescription::Ratio, Input::Writes},
    {"hottest_to_stock", InputDescription::Ratio, Input::HottestFrequency},
    {"size_to_stock", InputDescription::Ratio, Input::Size},
    {"density_to_stock", InputDescription::Ratio, Input::Density},
    {"fixed_spill_bytes_to_stock", InputDescription::Ratio,
     Input::FixedSpillBytes},
    {"density_to_kept", InputDescription::Ratio, Input::Density},
    {"spill_cost_to_kept", InputDescription::Ratio, Input::SpillCost},
    {"fixed_spill_cost_to_kept", InputDescription::Ratio,
     Input::FixedSpillCost},
    {"size_to_kept", InputDescription::Ratio, Input::Size},
    {"hottest_to_kept", InputDescription::Ratio, Input::HottestFrequency},
    {"uses_to_kept", InputDescription::Ratio, Input::NumDefsAndUses},
    {"spill_bytes_to_kept", InputDescription::Ratio, Input::SpillBytes},
    {"fixed_spill_bytes_to_kept", InputDescription::Ratio,
     Input::FixedSpillBytes},
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
    else if (Kind == InputDescription::Normalized ||
             Kind == InputDescription::Ratio)
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
      HasOwn(Runner.inputs().size() > Input::NumLLVM),
      NumMeasured(HasOwn ? Input::NumMeasured : Input::NumLLVM) {
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
  if (HasOwn) {
    Runner.getTensor<int64_t>(Input::IsReassignable)[Index] = C.IsReassignable;
    Runner.getTensor<int64_t>(Input::RegisterCost)[Index] = C.RegisterCost;
  }
  for (size_t I = 0; I < NumMeasured; ++I) {
    if (Descriptions[I].Kind != InputDescription::Normalized)
      continue;
    Runner.getTensor<float>(I)[Index] = C.Values[I];
    Largest[I] = std::max(Largest[I], C.Values[I]);
  }
}

void EvictionInputs::normalize(float Progress) {
  for (size_t I = 0; I < NumMeasured; ++I) {
    if (Descriptions[I].Kind != InputDescription::Normalized)
      continue;
    float *Values = Runner.getTensor<float>(I);
    const float Divisor = Largest[I] != 0 ? Largest[I] : 1;
    for (size_t Column : Used)
      Values[Column] /= Divisor;
  }
  *Runner.getTensor<float>(Input::Progress) = Progress;
}

void EvictionInputs::setStockColumn(size_t Index) {
  if (Index >= Columns)
    return;
  fillOwnInputs(Runner, Used, Index);
  if (std::find(Used.begin(), Used.end(), Index) == Used.end())
    Used.push_back(Index); // To be cleared.
}

void fillOwnInputs(MLModelRunner &Runner, const std::vector<size_t> &Used,
                   size_t Stock) {
  if (Runner.inputs().size() <= Input::NumLLVM)
    return;
  const size_t Kept = Runner.inputs()[Input::Mask].getElementCount() - 1;
  *Runner.getTensor<int64_t>(Input::StockColumn) = static_cast<int64_t>(Stock);
  *Runner.getTensor<int64_t>(Input::StockKeeps) = Stock == Kept;
  Runner.getTensor<int64_t>(Input::IsStock)[Stock] = 1;
  if (Runner.getTensor<int64_t>(Input::Mask)[Kept])
    Runner.getTensor<int64_t>(Input::IsKept)[Kept] = 1;
  for (size_t I = Input::UsesToStock; I < Input::NumAll; ++I) {
    const float *Of = Runner.getTensor<float>(Descriptions[I].Of);
    float *Ratios = Runner.getTensor<float>(I);
    const float Base = Of[I >= Input::DensityToKept ? Kept : Stock];
    for (size_t Column : Used)
      Ratios[Column] = ratio(Of[Column], Base);
  }
}

} // namespace mlgo
