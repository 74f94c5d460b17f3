// Chooses how a network sees its inputs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/TransformFitter.h"
#include <cmath>

namespace mlgo {
namespace {
/// Weights of the two answers.
struct Tally {
  double No = 0;
  double Yes = 0;

  double total() const { return No + Yes; }
  Tally operator-(const Tally &Other) const {
    return {No - Other.No, Yes - Other.Yes};
  }
};

/// Total weight times Gini impurity. Unlike entropy it takes no logarithm,
/// whose last bit depends on the machine.
double disorder(const Tally &T) {
  return T.total() > 0 ? 2 * T.No * T.Yes / T.total() : 0;
}

/// The values that one input takes, ascending, with running tallies.
struct Column {
  std::vector<int64_t> Values;
  std::vector<Tally> Below; ///< [Values + 1]: of all values before.
};

Column tallyColumn(const TrainingSet &Set, uint32_t Input) {
  std::map<int64_t, Tally> Counts;
  for (uint32_t Row : Set.Train) {
    Tally &T = Counts[Set.Data->row(Row)[Input]];
    (Set.Targets[Row] > 0 ? T.Yes : T.No) += double(Set.Weights[Row]);
  }
  Column C;
  Tally Sum;
  C.Below.push_back(Sum);
  for (const auto &[Value, T] : Counts) {
    C.Values.push_back(Value);
    Sum.No += T.No;
    Sum.Yes += T.Yes;
    C.Below.push_back(Sum);
  }
  return C;
}

/// Edges that divide the weight of \p C evenly, at most \p Count.
std::vector<int64_t> quantileEdges(const Column &C, unsigned Count) {
  std::vector<int64_t> Edges;
  const double Step = C.Below.back().total() / (Count + 1);
  double Next = Step;
  for (size_t I = 1; I < C.Values.size() && Edges.size() < Count; ++I) {
    // What is left of the edges fits exactly, or the next share is full.
    const bool TakeAll = C.Values.size() - I <= Count - Edges.size();
    if (!TakeAll && C.Below[I].total() < Next)
      continue;
    Edges.push_back(C.Values[I]);
    while (Next <= C.Below[I].total())
      Next += Step;
  }
  return Edges;
}

/// A stretch of a column's values, [Begin, End), and its best division.
struct Stretch {
  size_t Begin, End;
  size_t Edge = 0; ///< The first value of the right part.
  double Gain = 0; ///< Disorder that dividing removes.
};

Stretch bestDivision(const Column &C, size_t Begin, size_t End) {
  Stretch S{Begin, End};
  const Tally All = C.Below[End] - C.Below[Begin];
  const double Before = disorder(All);
  for (size_t I = Begin + 1; I < End; ++I) {
    const Tally Left = C.Below[I] - C.Below[Begin];
    const double Gain = Before - disorder(Left) - disorder(All - Left);
    if (Gain > S.Gain) {
      S.Gain = Gain;
      S.Edge = I;
    }
  }
  return S;
}

/// Greedily divides the values where it tells most; the edges in that order.
std::vector<int64_t> stepEdges(const Column &C, const TransformOptions &O) {
  std::vector<int64_t> Edges;
  std::vector<Stretch> Stretches = {bestDivision(C, 0, C.Values.size())};
  const double MinGain = O.MinGain * C.Below.back().total();
  while (Edges.size() < O.Steps) {
    auto Best = std::max_element(
        Stretches.begin(), Stretches.end(),
        [](const Stretch &A, const Stretch &B) { return A.Gain < B.Gain; });
    if (!(Best->Gain > MinGain))
      break;
    const Stretch S = *Best;
    Edges.push_back(C.Values[S.Edge]);
    *Best = bestDivision(C, S.Begin, S.Edge);
    Stretches.push_back(bestDivision(C, S.Edge, S.End));
  }
  return Edges;
}

InputTransform makeStairs(uint32_t Input, std::vector<int64_t> Edges) {
  InputTransform T;
  T.Kind = InputTransform::KindType::Quantile;
  T.Input = Input;
  T.Scale = 1.f / static_cast<float>(Edges.size());
  T.Edges = std::move(Edges);
  return T;
}

InputTransform makeRamp(uint32_t Input, const Column &C) {
  auto valueAt = [&](double Share) {
    const double Weight = Share * C.Below.back().total();
    size_t I = 0;
    while (I + 1 < C.Values.size() && C.Below[I + 1].total() < Weight)
      ++I;
    return static_cast<float>(C.Values[I]);
  };
  InputTransform T;
  T.Kind = InputTransform::KindType::ScaleClamp;
  T.Input = Input;
  // Around the bulk of the values; outliers saturate.
  const float Low = valueAt(0.05), High = valueAt(0.95);
  const float Width = std::max(High - Low, 1.f);
  T.Low = Low - Width / 2;
  T.High = High + Width / 2;
  T.Scale = 1 / std::max({std::fabs(T.Low), std::fabs(T.High), Width}) * 2;
  return T;
}

InputTransform makeLog(uint32_t Input) {
  InputTransform T;
  T.Kind = InputTransform::KindType::Log2;
  T.Input = Input;
  T.Scale = 0.125f;
  return T;
}
} // namespace

std::vector<InputTransform> fitTransforms(const TrainingSet &Set,
                                          const TransformOptions &Options) {
  constexpr size_t ManyValues = 8;
  std::vector<InputTransform> Transforms;
  for (uint32_t I = 0; I < Set.Inputs.size(); ++I) {
    const Column C = tallyColumn(Set, Set.Inputs[I]);
    if (C.Values.size() < 2)
      continue;
    const size_t First = Transforms.size();
    if (Options.Quantiles)
      Transforms.push_back(makeStairs(I, quantileEdges(C, Options.Quantiles)));
    if (C.Values.size() == 2 && Transforms.size() > First)
      continue;
    for (int64_t Edge : stepEdges(C, Options))
      Transforms.push_back(makeStairs(I, {Edge}));
    if (C.Values.size() <= ManyValues)
      continue;
    Transforms.push_back(makeRamp(I, C));
    Transforms.push_back(makeLog(I));
  }
  return Transforms;
}
} // namespace mlgo
