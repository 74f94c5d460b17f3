// What optimizers are tried on
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/evolve/Optimizer.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace mlgo::test {

using Point = std::vector<double>;
using TestFunction = std::function<double(const Point &)>;

/// To be made small; 0 at the minimum.
inline double sphere(const Point &X) {
  double Sum = 0;
  for (double V : X)
    Sum += V * V;
  return Sum;
}

inline double rosenbrock(const Point &X) {
  double Sum = 0;
  for (size_t I = 0; I + 1 < X.size(); ++I) {
    const double A = X[I + 1] - X[I] * X[I], B = 1 - X[I];
    Sum += 100 * A * A + B * B;
  }
  return Sum;
}

inline double rastrigin(const Point &X) {
  double Sum = 0;
  for (double V : X)
    Sum += V * V - 10 * std::cos(2 * 3.14159265358979 * V) + 10;
  return Sum;
}

/// The condition number is 10^6.
inline double ellipsoid(const Point &X) {
  double Sum = 0;
  for (size_t I = 0; I < X.size(); ++I)
    Sum += std::pow(1e6, double(I) / double(X.size() - 1)) * X[I] * X[I];
  return Sum;
}

inline std::vector<std::optional<double>> rewardsOf(const Optimizer &Search,
                                                    const TestFunction &F) {
  std::vector<std::optional<double>> Rewards;
  for (const Point &Candidate : Search.ask())
    Rewards.push_back(-F(Candidate));
  return Rewards;
}

/// Evaluations until one of the candidates or the centre is below \p Target,
/// or \p Budget.
inline size_t evaluationsTo(Optimizer &Search, const TestFunction &F,
                            double Target, size_t Budget) {
  size_t Evaluations = 0;
  while (Evaluations < Budget) {
    for (const Point &Candidate : Search.ask()) {
      ++Evaluations;
      if (F(Candidate) < Target)
        return Evaluations;
    }
    REQUIRE(Search.tell(rewardsOf(Search, F)));
    if (F(Search.center()) < Target)
      return Evaluations;
  }
  return Budget;
}

inline std::string stateOf(const Optimizer &Search) {
  ByteWriter Bytes;
  Search.save(Bytes);
  return Bytes.take();
}

inline Status restore(Optimizer &Search, std::string_view State) {
  ByteReader Bytes(State);
  Status Read = Search.restore(Bytes);
  if (Read && !Bytes.atEnd())
    return Error("bytes are left over");
  return Read;
}

/// A new optimizer at each generation goes on as the old one does, and damaged
/// states are refused or leave something that works.
template <typename MakeFn>
void checkResume(MakeFn Make, const TestFunction &F, int Generations) {
  auto Through = Make();
  std::string State = stateOf(Through);
  for (int G = 0; G < Generations; ++G) {
    auto Resumed = Make();
    REQUIRE(restore(Resumed, State));
    REQUIRE(Resumed.ask() == Through.ask());
    auto Rewards = rewardsOf(Through, F);
    if (G % 3 == 1)
      Rewards[size_t(G) % Rewards.size()].reset();
    REQUIRE(Through.tell(Rewards));
    REQUIRE(Resumed.tell(Rewards));
    State = stateOf(Through);
    REQUIRE(stateOf(Resumed) == State);
  }
  for (size_t Cut = 0; Cut < State.size(); ++Cut) {
    auto Hurt = Make();
    const std::string Before = stateOf(Hurt);
    REQUIRE(!restore(Hurt, std::string_view(State).substr(0, Cut)));
    REQUIRE(stateOf(Hurt) == Before);
  }
  for (size_t Bit = 0; Bit < 8 * State.size(); ++Bit) {
    std::string Flipped = State;
    Flipped[Bit / 8] = static_cast<char>(Flipped[Bit / 8] ^ (1 << Bit % 8));
    auto Hurt = Make();
    if (restore(Hurt, Flipped))
      REQUIRE(Hurt.tell(rewardsOf(Hurt, F)));
  }
}

} // namespace mlgo::test
