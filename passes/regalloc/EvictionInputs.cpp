// What an eviction policy decides with
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvictionInputs.h"
#include <cstring>

namespace mlgo {
namespace {
using Input = EvictionInput;

struct InputDescription {
  const char *Name;
  const char *Meaning;
  Input::Kind Kind;
  size_t Of; ///< The input that it is a ratio or difference of, or 0.
};

constexpr InputDescription Descriptions[Input::NumAll] = {
#define MLGO_INPUT(Id, Name, OfKind, Meaning)                                  \
  {#Name, Meaning, Input::Kind::OfKind, 0},
#define MLGO_DERIVED(Id, Name, OfKind, Source, Meaning)                        \
  {#Name, Meaning, Input::Kind::OfKind, Input::Source},
    MLGO_EVICTION_LLVM_INPUTS(MLGO_INPUT)
        MLGO_EVICTION_MEASURED_INPUTS(MLGO_INPUT)
            MLGO_EVICTION_DERIVED_INPUTS(MLGO_DERIVED)
#undef MLGO_INPUT
#undef MLGO_DERIVED
};

bool hasColumns(size_t I) {
  return Descriptions[I].Kind != Input::Kind::Scalar &&
         Descriptions[I].Kind != Input::Kind::Index;
}

bool isRatio(size_t I) {
  return Descriptions[I].Kind == Input::Kind::RatioToStock ||
         Descriptions[I].Kind == Input::Kind::RatioToKept;
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
    if (Kind == Input::Kind::Index)
      Specs.push_back(TensorSpec::createSpec<int64_t>(Name, {1}));
    else if (!hasColumns(I))
      Specs.push_back(TensorSpec::createSpec<float>(Name, {1}));
    else if (Kind == Input::Kind::Normalized || isRatio(I))
      Specs.push_back(TensorSpec::createSpec<float>(Name, PerColumn));
    else
      Specs.push_back(TensorSpec::createSpec<int64_t>(Name, PerColumn));
  }
  return Specs;
}

Input::Kind EvictionInput::kind(size_t I) { return Descriptions[I].Kind; }

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
    if (Needed.test(I) && Descriptions[I].Kind == Input::Kind::Normalized)
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

/// Fills input \p I, which follows from another, in the columns \p Used; what
/// it is compared with stands in column \p Base.
static void fillDerived(MLModelRunner &Runner, const std::vector<size_t> &Used,
                        size_t I, size_t Base) {
  const size_t From = Descriptions[I].Of;
  if (isRatio(I)) {
    const float *Of = Runner.getTensor<float>(From);
    for (size_t Column : Used)
      Runner.getTensor<float>(I)[Column] = ratio(Of[Column], Of[Base]);
    return;
  }
  const int64_t *Of = Runner.getTensor<int64_t>(From);
  for (size_t Column : Used)
    Runner.getTensor<int64_t>(I)[Column] = Of[Column] - Of[Base];
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
  for (size_t I = Input::NumMeasured; I < Input::NumAll; ++I) {
    if (!Needed.test(I) || !Descriptions[I].Of)
      continue;
    const bool IsToStock = Descriptions[I].Kind == Input::Kind::RatioToStock ||
                           Descriptions[I].Kind == Input::Kind::AboveStock;
    fillDerived(Runner, Used, I, IsToStock ? Stock : Kept);
  }
}
} // namespace mlgo
