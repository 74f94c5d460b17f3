// Runs .tflite files in tests
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/LoadedModel.h"
#include "model/TFLiteImport.h"
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace mlgo {

using Values = std::vector<double>;

inline Values readTensor(const TensorSpec &Spec, const void *Data) {
  Values All;
  for (size_t I = 0; I < Spec.getElementCount(); ++I)
    switch (Spec.type()) {
#define MLGO_READ(T, Name)                                                     \
  case TensorType::Name:                                                       \
    All.push_back(double(static_cast<const T *>(Data)[I]));                    \
    break;
      MLGO_TENSOR_TYPES(MLGO_READ)
#undef MLGO_READ
    case TensorType::Invalid:
      break;
    }
  return All;
}

inline void writeTensor(const TensorSpec &Spec, void *Data,
                        const Values &From) {
  REQUIRE(From.size() == Spec.getElementCount());
  for (size_t I = 0; I < From.size(); ++I)
    switch (Spec.type()) {
#define MLGO_WRITE(T, Name)                                                    \
  case TensorType::Name:                                                       \
    static_cast<T *>(Data)[I] = static_cast<T>(From[I]);                       \
    break;
      MLGO_TENSOR_TYPES(MLGO_WRITE)
#undef MLGO_WRITE
    case TensorType::Invalid:
      break;
    }
}

/// All outputs of the .tflite file \p File for \p Inputs, the answer first.
inline std::vector<Values> evaluate(const std::string &File,
                                    const std::vector<Values> &Inputs) {
  auto M = importTFLite(File, "f");
  INFO((M ? "" : M.error().message()));
  REQUIRE(M);
  auto Loaded = LoadedModel::create(std::move(*M));
  REQUIRE(Loaded);
  for (size_t I = 0; I < Inputs.size(); ++I)
    writeTensor(Loaded->model().Inputs[I], Loaded->arg_data(int(I)), Inputs[I]);
  Loaded->Run();
  std::vector<Values> Outputs = {
      readTensor(Loaded->model().Output, Loaded->result_data(0))};
  for (size_t I = 0; I < Loaded->extraOutputs().size(); ++I)
    Outputs.push_back(
        readTensor(Loaded->extraOutputs()[I], Loaded->extraOutput(I)));
  return Outputs;
}

inline void checkClose(const Values &Found, const Values &Expected) {
  REQUIRE(Found.size() == Expected.size());
  for (size_t I = 0; I < Found.size(); ++I)
    CHECK(Found[I] == Approx(Expected[I]).epsilon(2e-6).margin(1e-30));
}

} // namespace mlgo
