// What proves a model on load
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ModelExamples.h"
#include "mlgo/model/LoadedModel.h"
#include "mlgo/support/Random.h"
#include <cstring>

namespace mlgo {
Status recordExamples(Model &M, size_t Count) {
  M.Examples.clear();
  auto Evaluator = MLGO_TRY(LoadedModel::create(M));
  Random Numbers(0);
  for (size_t E = 0; E < Count; ++E) {
    ModelExample Example;
    for (const TensorSpec &Spec : M.Inputs)
      for (size_t I = 0; I < Spec.getElementCount(); ++I) {
        const auto Value =
            static_cast<int64_t>(E < 2 ? E : Numbers.below(E % 2 ? 6 : 100));
        unsigned char Element[8] = {};
        switch (Spec.type()) {
#define MLGO_EXAMPLE_ELEMENT(T, Name)                                          \
  case TensorType::Name: {                                                     \
    const T Typed = static_cast<T>(Value);                                     \
    std::memcpy(Element, &Typed, sizeof(T));                                   \
    break;                                                                     \
  }
          MLGO_TENSOR_TYPES(MLGO_EXAMPLE_ELEMENT)
#undef MLGO_EXAMPLE_ELEMENT
        case TensorType::Invalid:
          break;
        }
        Example.Inputs.insert(Example.Inputs.end(), Element,
                              Element + Spec.getElementByteSize());
      }
    Example.Output = Evaluator.evaluate(Example.Inputs.data());
    if (M.isGraph())
      Example.Outputs = Evaluator.copyOutputs();
    M.Examples.push_back(std::move(Example));
  }
  return validate(M);
}
} // namespace mlgo
