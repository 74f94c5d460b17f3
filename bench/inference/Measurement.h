// Warm and cold times of a decision
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "MallocCounter.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstddef>
#include <vector>

namespace mlgo {

/// Nanoseconds that \p Function takes.
template <typename F> double nanosecondsOf(F Function) {
  const auto Begin = std::chrono::steady_clock::now();
  Function();
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now() - Begin)
      .count();
}

/// Puts everything out of the caches that are the core's own: reads four
/// megabytes of something else.
inline void emptyCaches() {
  static std::vector<char> Other(size_t(4) << 20);
  for (size_t I = 0; I < Other.size(); I += 64)
    benchmark::DoNotOptimize(++Other[I]);
}

/// Times \p Decide(I) for I below \p Count in turn. The time of an iteration is
/// the mean of a burst of about 30 microseconds; counters have
///   fastest_ns   the fastest burst, which others on this machine disturb
///   least; cold_ns      the median of single decisions after emptyCaches();
///   allocations  of one decision, by anybody.
template <typename F>
void measureDecisions(benchmark::State &State, size_t Count, F Decide) {
  const auto All = [&] {
    for (size_t I = 0; I < Count; ++I)
      Decide(I);
  };
  All();
  const double Once = std::min(nanosecondsOf(All), nanosecondsOf(All)) / Count;
  const auto Burst = std::max<size_t>(1, static_cast<size_t>(30000 / Once));
  size_t Next = 0, Bursts = 0;
  double Fastest = 1e30;
  const size_t Before = countMallocs();
  for (auto _ : State) {
    const double Time = nanosecondsOf([&] {
                          for (size_t I = 0; I < Burst; ++I) {
                            Decide(Next);
                            Next = Next + 1 == Count ? 0 : Next + 1;
                          }
                        }) /
                        static_cast<double>(Burst);
    State.SetIterationTime(Time / 1e9);
    Fastest = std::min(Fastest, Time);
    ++Bursts;
  }
  const auto Decisions = static_cast<double>(Bursts * Burst);
  State.counters["allocations"] =
      static_cast<double>(countMallocs() - Before) / Decisions;
  State.counters["fastest_ns"] = Fastest;
  std::vector<double> Cold;
  for (size_t I = 0; I < 51; ++I) {
    emptyCaches();
    Cold.push_back(nanosecondsOf([&] { Decide(I % Count); }));
  }
  std::nth_element(Cold.begin(), Cold.begin() + 25, Cold.end());
  State.counters["cold_ns"] = Cold[25];
}

} // namespace mlgo
