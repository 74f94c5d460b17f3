// Our CMA-ES beside pagmo's
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestFunctions.h"
#include "mlgo/evolve/CovarianceAdaptation.h"
#include <algorithm>
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

using namespace mlgo;
using namespace mlgo::test;

namespace {

/// A test function as pagmo wants it; starts are drawn from its bounds.
struct Problem {
  using Function = double (*)(const Point &);
  Function F = sphere;
  size_t Size = 2;
  double Bound = 5;

  pagmo::vector_double fitness(const pagmo::vector_double &X) const {
    return {F(X)};
  }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {Point(Size, -Bound), Point(Size, Bound)};
  }
};

struct Trial {
  size_t Evaluations;
  Point Start;
};

/// What pagmo needs for \p Target, and where its best individual was.
Trial pagmoTo(const Problem &What, double Target, size_t Population,
              size_t Budget, unsigned Seed) {
  const pagmo::problem Asked(What);
  pagmo::population Individuals(Asked, Population, Seed);
  const Point Start = Individuals.champion_x();
  pagmo::cmaes Kind(1, -1, -1, -1, -1, 0.5, 0, 0, true, false, Seed);
  pagmo::algorithm Algorithm(Kind);
  size_t Evaluations = Population;
  while (Evaluations < Budget && Individuals.champion_f()[0] >= Target) {
    Individuals = Algorithm.evolve(Individuals);
    Evaluations += Population;
  }
  return {std::min(Evaluations, Budget), Start};
}

size_t median(std::vector<size_t> Values) {
  std::sort(Values.begin(), Values.end());
  return Values[Values.size() / 2];
}

} // namespace

TEST_CASE("our CMA-ES needs about as many evaluations as pagmo's") {
  struct Case {
    const char *Name;
    Problem What;
    double Target;
    size_t Population, Budget;
  };
  const Case Cases[] = {{"sphere", {sphere, 10, 5}, 1e-8, 10, 20000},
                        {"ellipsoid", {ellipsoid, 8, 5}, 1e-8, 10, 40000},
                        {"rosenbrock", {rosenbrock, 6, 2}, 1e-8, 10, 40000},
                        {"rastrigin", {rastrigin, 4, 5}, 1e-6, 120, 60000}};
  for (const Case &C : Cases) {
    std::vector<size_t> Ours, Theirs;
    for (unsigned Seed = 1; Seed <= 9; ++Seed) {
      const Trial Pagmo =
          pagmoTo(C.What, C.Target, C.Population, C.Budget, Seed);
      Theirs.push_back(Pagmo.Evaluations);
      CovarianceAdaptationOptions Options;
      Options.Seed = Seed;
      Options.Population = C.Population;
      // Half of the box, as pagmo takes it.
      Options.Sigma = C.What.Bound;
      auto Search = CovarianceAdaptation::create(Pagmo.Start, Options);
      REQUIRE(Search);
      Ours.push_back(evaluationsTo(*Search, C.What.F, C.Target, C.Budget));
    }
    INFO(C.Name << ": " << median(Ours) << " evaluations, pagmo "
                << median(Theirs));
    CHECK(median(Ours) < C.Budget);
    CHECK(2 * median(Ours) <= 3 * median(Theirs));
  }
}
