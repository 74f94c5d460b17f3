// Time of a decision by generated classes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Decisions.h"
#include "Eviction.h"
#include "Net30.h"
#include "Net60.h"
#include "Net70.h"
#include "Trees150x15.h"
#include <memory>

using namespace mlgo;

namespace {

template <typename Generated>
void measure(benchmark::State &State, const BenchShape &Shape,
             Generated &Compiled) {
  const Model M = benchModel(Shape);
  const Decisions D(M);
  std::vector<std::pair<void *, size_t>> Tensors;
  for (size_t I = 0; I < M.Inputs.size(); ++I)
    Tensors.emplace_back(Compiled.arg_data(static_cast<int>(I)),
                         M.Inputs[I].getTotalTensorBufferSize());
  D.measure(State, [&](const uint8_t *Inputs) {
    for (const auto &[To, Size] : Tensors) {
      std::memcpy(To, Inputs, Size);
      Inputs += Size;
    }
    Compiled.Run();
    return *static_cast<const int64_t *>(Compiled.result_data(0));
  });
}

template <typename Generated> void addNetwork(const BenchShape &Shape) {
  for (VectorWidth Width : supportedVectorWidths())
    benchmark::RegisterBenchmark(
        (std::string("Aot/") + Shape.Name + "/" + getVectorWidthName(Width))
            .c_str(),
        [&Shape, Width](benchmark::State &State) {
          auto Compiled = std::make_unique<Generated>();
          Compiled->setDenseFunction(getDenseFunction(Width));
          measure(State, Shape, *Compiled);
        });
}

} // namespace

int main(int Argc, char **Argv) {
  addNetwork<Net30>(BenchShapes[0]);
  addNetwork<Net60>(BenchShapes[1]);
  addNetwork<Net70>(BenchShapes[2]);
  addNetwork<Eviction>(BenchShapes[3]);
  benchmark::RegisterBenchmark(
      (std::string("Aot/") + BenchShapes[4].Name).c_str(),
      [](benchmark::State &State) {
        auto Compiled = std::make_unique<Trees150x15>();
        measure(State, BenchShapes[4], *Compiled);
      });
  return runBenchmarks(Argc, Argv);
}
