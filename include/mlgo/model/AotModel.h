// What all generated models have in common
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/InputTransforms.h"
#include "mlgo/model/ModelScope.h"
#include "mlgo/model/OrderedValue.h"
#include "mlgo/tensor/TensorSpec.h"
#include <array> // For the tables of generated models.

namespace mlgo {
/// One input of a generated model; \p Offset is where its tensor begins.
struct AotInput {
  std::string_view Name; ///< Of a literal, so that a zero follows.
  TensorType Type;
  uint32_t Count;
  uint32_t Offset;
};

/// The index of the input that \p Name calls "feed_<name>", or -1.
template <size_t N>
int findAotInput(const AotInput (&Inputs)[N], std::string_view Name) {
  constexpr std::string_view Prefix = "feed_";
  if (Name.substr(0, Prefix.size()) != Prefix)
    return -1;
  Name.remove_prefix(Prefix.size());
  for (size_t I = 0; I < N; ++I)
    if (Inputs[I].Name == Name)
      return static_cast<int>(I);
  return -1;
}

/// Ordered values between which input \p Input must be, or the model abstains.
struct AotRange {
  uint32_t Input;
  int64_t Low;
  int64_t High;
};

/// The inputs of the current column: as integers, and as floats where the
/// policy needs those. Ordered[Inputs] is less than any threshold.
template <size_t Inputs> struct AotValues {
  AotValues() { Ordered[Inputs] = INT64_MIN; }

  /// Element \p Index of the tensor of T at \p Tensor.
  template <typename T>
  void readOrdered(size_t Input, const unsigned char *Tensor, size_t Index) {
    Ordered[Input] = orderedValue(load<T>(Tensor, Index));
  }
  template <typename T>
  void readNumber(size_t Input, const unsigned char *Tensor, size_t Index) {
    Numbers[Input] = static_cast<float>(load<T>(Tensor, Index));
  }

  template <typename T>
  static T load(const unsigned char *Tensor, size_t Index) {
    T Value;
    std::memcpy(&Value, Tensor + Index * sizeof(T), sizeof(T));
    return Value;
  }

  int64_t Ordered[Inputs + 1] = {};
  float Numbers[Inputs] = {};
};

/// The base of generated models, with the functions that
/// ReleaseModeModelRunner asks for. \p Traits is generated; it has
///   Inputs, an array of AotInput; MemorySize, the bytes of all tensors;
///   Fetch, the name of the result; Output, its type;
///   IsMasked, IsFlip, IsSum, Columns, MaskInput, DefaultInput, as in Model;
///   Ranges, a std::array of AotRange;
///   readShared(Memory, Values) and readColumn(Memory, C, Values), which read
///     the scalar inputs and column C of the others, where they are used;
///   scope(), its ModelScope;
///   Policy, which has choose(Values) and, for masked models, logit(Values).
///
/// Holds all its memory; never allocates. One thread at a time may use an
/// object.
template <typename Traits> class AotModel {
public:
  static constexpr size_t InputCount = std::size(Traits::Inputs);

  /// The index of input "feed_<name>", or -1.
  int LookupArgIndex(const std::string &Name) const {
    return findAotInput(Traits::Inputs, Name);
  }
  /// 0 for "fetch_<output name>", else -1.
  int LookupResultIndex(const std::string &Name) const {
    return Name == Traits::Fetch ? 0 : -1;
  }
  void *arg_data(int Index) { return Memory + Traits::Inputs[Index].Offset; }
  void *result_data(int) { return &Answer; }

  /// Decides on the current inputs, without changing them.
  void Run() noexcept {
    HasAbstained = false;
    Answer = static_cast<typename Traits::Output>(decide());
  }
  /// True if the last answer was the default because inputs were out of range.
  bool Abstained() const { return HasAbstained; }

  /// For which code the model is.
  ModelScope Scope() const { return Traits::scope(); }

  const char *InputName(int Index) const {
    return static_cast<size_t>(Index) < InputCount
               ? Traits::Inputs[Index].Name.data()
               : nullptr;
  }
  TensorType InputType(int Index) const { return Traits::Inputs[Index].Type; }
  size_t InputElementCount(int Index) const {
    return Traits::Inputs[Index].Count;
  }

protected:
  typename Traits::Policy ThePolicy;

private:
  bool isInRange() const {
    bool IsInside = true;
    for (const AotRange &R : Traits::Ranges)
      IsInside &= (Values.Ordered[R.Input] >= R.Low) &
                  (Values.Ordered[R.Input] <= R.High);
    return IsInside;
  }

  int64_t abstain() {
    HasAbstained = true;
    return Values.Ordered[Traits::DefaultInput];
  }

  int64_t decide() {
    Traits::readShared(Memory, Values);
    if constexpr (Traits::IsMasked) {
      return decideMasked();
    } else {
      if (!isInRange())
        return abstain();
      const int64_t Default = Values.Ordered[Traits::DefaultInput];
      if constexpr (Traits::IsSum)
        return addToDefault(Default, ThePolicy.offset(Values));
      const int64_t Choice = ThePolicy.choose(Values);
      if constexpr (Traits::IsFlip)
        return (Default != 0) != (Choice == 1);
      return Choice;
    }
  }

  int64_t decideMasked() {
    using Logit = decltype(ThePolicy.logit(Values));
    int64_t Best = -1;
    Logit BestLogit = 0;
    for (size_t C = 0; C < Traits::Columns; ++C) {
      Traits::readColumn(Memory, C, Values);
      if (Values.Ordered[Traits::MaskInput] == 0)
        continue;
      if (!isInRange())
        return abstain();
      const Logit Current = ThePolicy.logit(Values);
      if (Best >= 0 && !(Current > BestLogit))
        continue;
      Best = static_cast<int64_t>(C);
      BestLogit = Current;
    }
    return Best;
  }

  alignas(64) unsigned char Memory[Traits::MemorySize] = {};
  AotValues<InputCount> Values;
  typename Traits::Output Answer = 0;
  bool HasAbstained = false;
};
} // namespace mlgo
