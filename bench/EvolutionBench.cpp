// What asking and telling costs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/evolve/CovarianceAdaptation.h"
#include "mlgo/evolve/EvolutionStrategy.h"
#include <benchmark/benchmark.h>
#include <cstdlib>
#ifdef MLGO_HAS_PAGMO
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#endif

using namespace mlgo;

namespace {

constexpr size_t Pairs = 32;

double sphere(const std::vector<double> &X) {
  double Sum = 0;
  for (double V : X)
    Sum += V * V;
  return Sum;
}

/// Generations of 64 candidates; evaluating them costs next to nothing.
void run(benchmark::State &State, Optimizer &Search) {
  const double Before = sphere(Search.center());
  for (auto _ : State) {
    std::vector<std::optional<double>> Rewards;
    for (const auto &Candidate : Search.ask())
      Rewards.push_back(-sphere(Candidate));
    if (!Search.tell(Rewards))
      std::abort();
  }
  // Two generations may go anywhere; many have to go down.
  if (State.iterations() > 100 && sphere(Search.center()) >= Before)
    State.SkipWithError("the centre is no better than the start");
}

void evolution(benchmark::State &State) {
  EvolutionStrategyOptions Options;
  Options.Pairs = Pairs;
  auto Search = EvolutionStrategy::create(
      std::vector<double>(size_t(State.range(0)), 1), Options);
  run(State, *Search);
}

void covariance(benchmark::State &State) {
  CovarianceAdaptationOptions Options;
  Options.Population = 2 * Pairs;
  Options.Separable = State.range(1) != 0;
  auto Search = CovarianceAdaptation::create(
      std::vector<double>(size_t(State.range(0)), 1), Options);
  run(State, *Search);
}

BENCHMARK(evolution)->Arg(70)->Arg(5000)->Unit(benchmark::kMicrosecond);
BENCHMARK(covariance)
    ->ArgNames({"n", "separable"})
    ->Args({70, 0})
    ->Args({70, 1})
    ->Args({300, 0})
    ->Args({5000, 1})
    ->Unit(benchmark::kMicrosecond);

#ifdef MLGO_HAS_PAGMO
struct Sphere {
  size_t Size = 2;
  pagmo::vector_double fitness(const pagmo::vector_double &X) const {
    return {sphere(X)};
  }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {std::vector<double>(Size, -2), std::vector<double>(Size, 2)};
  }
};

void pagmoCovariance(benchmark::State &State) {
  const pagmo::problem Problem(Sphere{size_t(State.range(0))});
  pagmo::population Individuals(Problem, 2 * Pairs, 1);
  pagmo::algorithm Algorithm(
      pagmo::cmaes(1, -1, -1, -1, -1, 0.5, 0, 0, true, false, 1));
  for (auto _ : State)
    Individuals = Algorithm.evolve(Individuals);
}
BENCHMARK(pagmoCovariance)->Arg(70)->Arg(300)->Unit(benchmark::kMicrosecond);
#endif

} // namespace

BENCHMARK_MAIN();
