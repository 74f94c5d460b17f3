// What the arithmetic gives on this machine
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints hashes of the bits of dense layers and of the answers of generated
// models on pseudo-random inputs. Compiled for this machine and for AArch64,
// where it runs in an emulator: both must print the same.

#include "AotTest10.h"
#include "AotTest11.h"
#include "AotTest13.h"
#include "AotTest16.h"
#include "AotTest2.h"
#include "AotTest8.h"
#include "AotTest9.h"
#include "mlgo/model/DenseKernel.h"
#include "model/RandomModel.h"
#include <cinttypes>
#include <cstdio>
#include <memory>

using namespace mlgo;

namespace {

/// FNV-1a.
class Hash {
public:
  void add(const void *Data, size_t Size) {
    for (size_t I = 0; I < Size; ++I)
      State = (State ^ static_cast<const unsigned char *>(Data)[I]) *
              UINT64_C(0x100000001b3);
  }
  void print(const char *Name) const {
    std::printf("%s %016" PRIx64 "\n", Name, State);
  }

private:
  uint64_t State = UINT64_C(0xcbf29ce484222325);
};

void printDense() {
  Hash H;
  Random R(1);
  for (uint32_t In : {1, 7, 64})
    for (uint32_t Stride = 16; Stride <= 256; Stride += 48) {
      std::vector<float> X(In), W(size_t(In) * Stride), B(Stride), Y(Stride);
      for (std::vector<float> *Values : {&X, &W, &B})
        for (float &Value : *Values)
          Value = randomFloat(R) * static_cast<float>(1 + R.below(1000));
      getDenseFunction(bestVectorWidth())(X.data(), In, Stride, W.data(),
                                          B.data(), Stride % 32 == 0, Y.data());
      H.add(Y.data(), Y.size() * sizeof(float));
    }
  H.print("dense");
}

template <typename Generated>
void printModel(const char *Name, const char *Output, size_t Bytes = 1) {
  auto Compiled = std::make_unique<Generated>();
  const int Result = Compiled->LookupResultIndex(Output);
  Hash H;
  Random R(2);
  for (int Round = 0; Round < 500; ++Round) {
    for (int I = 0; Compiled->InputName(I); ++I) {
      const TensorSpec Spec(
          "", 0, Compiled->InputType(I),
          {static_cast<int64_t>(Compiled->InputElementCount(I))});
      fillRandomTensor(Spec, Compiled->arg_data(I), R);
    }
    Compiled->Run();
    const bool HasAbstained = Compiled->Abstained();
    H.add(Compiled->result_data(Result), Bytes);
    H.add(&HasAbstained, 1);
  }
  H.print(Name);
}

} // namespace

int main() {
  printDense();
  printModel<AotTest2>("masked-trees", "fetch_answer");
  printModel<AotTest8>("network-in-range", "fetch_answer");
  printModel<AotTest9>("network-of-all-types", "fetch_answer");
  printModel<AotTest10>("masked-network-in-range", "fetch_answer");
  printModel<AotTest11>("masked-network-of-all-types", "fetch_answer");
  printModel<AotTest16>("graph", "fetch_answer", 16);
  printModel<AotTest16>("logits-of-graph", "fetch_logits", 56);
  printModel<AotTest13>("flipping-network", "fetch_answer");
  return 0;
}
