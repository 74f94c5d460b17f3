// Several models, one picked by name
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/MD5.h"
#include "mlgo/tensor/TensorBuffer.h"
#include <cstring>
#include <tuple>

namespace mlgo {
/// Several generated models behind the five functions of one, as LLVM combines
/// them: the extra input `<feed prefix>model_selector`, uint64_t [2], holds the
/// hashModelName of the one to run, which a ReleaseModeModelRunner fills in
/// from ReleaseModeOptions::ModelSelector.
///
/// The models share the inputs that they have in common, and one output name
/// and type. \p Models say what they need through InputName, InputType and
/// InputElementCount, as those of mlgo do. If the selector names none of them,
/// the answer is 0 and Abstained() is true.
template <typename... Models> class ModelSelector {
public:
  /// \p Names [sizeof...(Models)] name the models, in order.
  explicit ModelSelector(
      const std::array<std::string, sizeof...(Models)> &Names,
      const std::string &FeedPrefix = "feed_")
      : FeedPrefix(FeedPrefix) {
    addInput("model_selector", TensorType::UInt64, 2);
    for (size_t I = 0; I < Names.size(); ++I)
      Hashes[I] = hashModelName(Names[I]);
    addModels(std::index_sequence_for<Models...>());
  }

  int LookupArgIndex(const std::string &Name) const {
    for (size_t I = 0; I < Inputs.size(); ++I)
      if (Name == FeedPrefix + Inputs[I].name())
        return static_cast<int>(I);
    return -1;
  }
  int LookupResultIndex(const std::string &Name) const {
    return std::get<0>(All).LookupResultIndex(Name) < 0 ? -1 : 0;
  }
  void *arg_data(int Index) { return Buffers[Index].data(); }
  void *result_data(int) {
    return Result ? Result : static_cast<void *>(&NoAnswer);
  }
  void Run() { runSelected(std::index_sequence_for<Models...>()); }
  bool Abstained() const { return HasAbstained; }

  const char *InputName(int Index) const {
    return Index < static_cast<int>(Inputs.size())
               ? Inputs[Index].name().c_str()
               : nullptr;
  }
  TensorType InputType(int Index) const { return Inputs[Index].type(); }
  size_t InputElementCount(int Index) const {
    return Inputs[Index].getElementCount();
  }

private:
  /// Input \p Shared of the selector is input \p Own of model \p Model.
  struct Binding {
    size_t Model;
    size_t Shared;
    int Own;
  };

  size_t addInput(const char *Name, TensorType Type, size_t Count) {
    for (size_t I = 0; I < Inputs.size(); ++I)
      if (Inputs[I].name() == Name) {
        assert(Inputs[I].type() == Type &&
               Inputs[I].getElementCount() == Count &&
               "models disagree about an input");
        return I;
      }
    Inputs.emplace_back(Name, 0, Type,
                        std::vector<int64_t>{static_cast<int64_t>(Count)});
    Buffers.emplace_back(Inputs.back());
    return Inputs.size() - 1;
  }

  template <size_t... I> void addModels(std::index_sequence<I...>) {
    (addModel(std::get<I>(All), I), ...);
  }
  template <typename Model> void addModel(const Model &M, size_t Index) {
    for (int Own = 0; const char *Name = M.InputName(Own); ++Own)
      Bindings.push_back(
          {Index, addInput(Name, M.InputType(Own), M.InputElementCount(Own)),
           M.LookupArgIndex(FeedPrefix + Name)});
  }

  template <size_t... I> void runSelected(std::index_sequence<I...>) {
    const auto *Words = Buffers[0].template as<uint64_t>();
    const std::pair<uint64_t, uint64_t> Wanted(Words[0], Words[1]);
    Result = nullptr;
    HasAbstained = true;
    ((Hashes[I] == Wanted ? runModel(std::get<I>(All), I) : void()), ...);
  }
  template <typename Model> void runModel(Model &M, size_t Index) {
    for (const Binding &B : Bindings)
      if (B.Model == Index)
        std::memcpy(M.arg_data(B.Own), Buffers[B.Shared].data(),
                    Buffers[B.Shared].size());
    M.Run();
    Result = M.result_data(0);
    HasAbstained = M.Abstained();
  }

  std::string FeedPrefix;
  std::tuple<Models...> All;
  std::array<std::pair<uint64_t, uint64_t>, sizeof...(Models)> Hashes;
  std::vector<TensorSpec> Inputs;
  std::vector<TensorBuffer> Buffers; ///< One for each of Inputs.
  std::vector<Binding> Bindings;
  void *Result = nullptr;
  uint64_t NoAnswer = 0;
  bool HasAbstained = false;
};
} // namespace mlgo
