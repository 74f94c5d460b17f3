// Inputs, expected answers and timing
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AllocationCounter.h"
#include "BenchModels.h"
#include "mlgo/model/LoadedModel.h"
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace mlgo {

/// Random inputs of a model, too many for branches to be learned by heart, and
/// the answers of LoadedModel at the narrowest width.
class Decisions {
public:
  explicit Decisions(const Model &M) {
    Random R(2);
    LoadedModel Reference =
        std::move(*LoadedModel::create(M, VectorWidth::Baseline));
    for (int I = 0; I < 1024; ++I) {
      Inputs.push_back(randomInputs(M, R));
      Expected.push_back(Reference.evaluate(Inputs.back().data()));
    }
  }

  /// Times \p Decide, which maps the tensors of all inputs, one after the
  /// other, to the answer; reports the allocations of one decision. Wrong
  /// answers end the benchmark.
  template <typename Function>
  void measure(benchmark::State &State, Function Decide) const {
    size_t Next = 0, Count = 0;
    const size_t Before = countAllocations();
    for (auto _ : State) {
      int64_t Answer = Decide(Inputs[Next].data());
      benchmark::DoNotOptimize(Answer);
      Next = (Next + 1) % Inputs.size();
      ++Count;
    }
    const size_t Allocations = countAllocations() - Before;
    State.counters["allocations"] =
        static_cast<double>(Allocations) / static_cast<double>(Count);
    State.SetItemsProcessed(State.iterations());
    for (size_t I = 0; I < Inputs.size(); ++I)
      if (Decide(Inputs[I].data()) != Expected[I])
        return State.SkipWithError("wrong answer");
  }

private:
  std::vector<std::vector<uint8_t>> Inputs;
  std::vector<int64_t> Expected;
};

/// Runs the benchmarks that were registered; not 0 if one of them failed.
int runBenchmarks(int Argc, char **Argv);

} // namespace mlgo
