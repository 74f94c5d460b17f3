// Time of a decision by model files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Beside it: what one would write, or take, instead.

#include "Decisions.h"
#include "NaiveModel.h"
#include "XGBoostModel.h"

using namespace mlgo;

namespace {

void addLoaded(const BenchShape &Shape, VectorWidth Width, bool HasWidth) {
  std::string Name = std::string("Loaded/") + Shape.Name;
  if (HasWidth)
    Name += std::string("/") + getVectorWidthName(Width);
  benchmark::RegisterBenchmark(
      Name.c_str(), [&Shape, Width](benchmark::State &State) {
        const Model M = benchModel(Shape);
        LoadedModel Loaded = std::move(*LoadedModel::create(M, Width));
        Decisions(M).measure(State, [&](const uint8_t *Inputs) {
          return Loaded.evaluate(Inputs);
        });
      });
}

template <typename Other>
void addOther(const char *Prefix, const BenchShape &Shape) {
  benchmark::RegisterBenchmark((std::string(Prefix) + "/" + Shape.Name).c_str(),
                               [&Shape](benchmark::State &State) {
                                 const Model M = benchModel(Shape);
                                 Other Evaluator(M);
                                 Decisions(M).measure(
                                     State, [&](const uint8_t *Inputs) {
                                       return Evaluator.evaluate(Inputs);
                                     });
                               });
}

} // namespace

int main(int Argc, char **Argv) {
  for (const BenchShape &Shape : BenchShapes) {
    if (Shape.Transforms)
      for (VectorWidth Width : supportedVectorWidths())
        addLoaded(Shape, Width, true);
    else
      addLoaded(Shape, bestVectorWidth(), false);
    addOther<NaiveModel>("Naive", Shape);
#ifdef MLGO_HAS_XGBOOST
    if (!Shape.Transforms)
      addOther<XGBoostModel>("XGBoost", Shape);
#endif
  }
  return runBenchmarks(Argc, Argv);
}
