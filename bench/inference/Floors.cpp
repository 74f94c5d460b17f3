// What this processor can do at best
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Floors.h"
#include "Measurement.h"
#include <cstdint>

#if defined(__x86_64__)
#define MLGO_FLOOR_TARGET __attribute__((target("avx2,fma")))
#else
#define MLGO_FLOOR_TARGET
#endif

namespace mlgo {
namespace {

typedef float Eight __attribute__((vector_size(32)));
constexpr size_t Rounds = 4000;

/// Ten chains, which hide the time that a multiply-add takes.
MLGO_FLOOR_TARGET void multiplyAdd() {
  Eight A[10];
  const Eight M = Eight{} + 0.5f;
  for (Eight &Chain : A)
    Chain = M;
  for (size_t I = 0; I < Rounds; ++I) {
#pragma GCC unroll 10
    for (Eight &Chain : A) {
#if defined(__x86_64__)
      asm volatile("vfmadd213ps %1, %1, %0" : "+x"(Chain) : "x"(M));
#else
      Chain = Chain * M + M;
#endif
    }
  }
  Eight Sum = A[0];
  for (int I = 1; I < 10; ++I)
    Sum += A[I];
  benchmark::DoNotOptimize(Sum);
}

#if defined(__x86_64__)
typedef float Sixteen __attribute__((vector_size(64)));

/// The same with the widest registers.
__attribute__((target("avx512f"))) void multiplyAddWide() {
  Sixteen A[10];
  const Sixteen M = Sixteen{} + 0.5f;
  for (Sixteen &Chain : A)
    Chain = M;
  for (size_t I = 0; I < Rounds; ++I)
#pragma GCC unroll 10
    for (Sixteen &Chain : A)
      asm volatile("vfmadd213ps %1, %1, %0" : "+v"(Chain) : "v"(M));
  Sixteen Sum = A[0];
  for (int I = 1; I < 10; ++I)
    Sum += A[I];
  benchmark::DoNotOptimize(Sum);
}
#endif

alignas(64) float Cached[4096]; ///< 16 KB.

MLGO_FLOOR_TARGET void readFirstCache() {
  for (size_t Round = 0; Round < 16; ++Round)
    for (size_t I = 0; I < 4096; I += 32) {
      const auto *At = reinterpret_cast<const Eight *>(Cached + I);
#if defined(__x86_64__)
      asm volatile("vmovaps %0, %%ymm0\n\tvmovaps %1, %%ymm1\n\t"
                   "vmovaps %2, %%ymm2\n\tvmovaps %3, %%ymm3"
                   :
                   : "m"(At[0]), "m"(At[1]), "m"(At[2]), "m"(At[3])
                   : "xmm0", "xmm1", "xmm2", "xmm3");
#else
      benchmark::DoNotOptimize(At[0] + At[1] + At[2] + At[3]);
#endif
    }
}

void addInTurn() {
  float Sum = 0;
  const float One = 1;
  for (size_t I = 0; I < Rounds; ++I)
#if defined(__x86_64__)
    asm volatile("addss %1, %0" : "+x"(Sum) : "x"(One));
#else
    benchmark::DoNotOptimize(Sum += One);
#endif
}

/// \p Amount of \p Unit for each call of \p Function, as a rate, or the time of
/// each if \p Unit is "ns".
void measure(benchmark::State &State, void (*Function)(), double Amount,
             const char *Unit) {
  double Fastest = 1e30;
  for (auto _ : State) {
    const double Time = nanosecondsOf(Function);
    State.SetIterationTime(Time / 1e9);
    Fastest = std::min(Fastest, Time);
  }
  State.counters[Unit] = Unit[0] == 'n' ? Fastest / Amount : Amount / Fastest;
}

bool hasVectors() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

void add(const char *Name, void (*Function)(), double Amount,
         const char *Unit) {
  benchmark::RegisterBenchmark(Name, [=](benchmark::State &State) {
    measure(State, Function, Amount, Unit);
  })->UseManualTime();
}

} // namespace

void registerFloors() {
  if (hasVectors()) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
      add("floor/multiply-add", multiplyAddWide, Rounds * 10.0 * 32, "GFLOPs");
    else
#endif
      add("floor/multiply-add", multiplyAdd, Rounds * 10.0 * 16, "GFLOPs");
    add("floor/first cache", readFirstCache, 16.0 * sizeof(Cached), "GBs");
  }
  add("floor/addition", addInTurn, Rounds, "ns");
}

} // namespace mlgo
