// Whatever a policy decides, programs do the same.
//
// RUN: %clang -O2 %s %S/Inputs/pressure.c -o %t.stock && %t.stock > %t.expected
// RUN: %clang -O2 -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-model=%policies/first-legal.mlgo %s %S/Inputs/pressure.c -o %t.first && %t.first > %t.out && cmp %t.expected %t.out
// RUN: %clang -O3 -march=x86-64-v3 -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-model=%policies/arbitrary.mlgo %s %S/Inputs/pressure.c -o %t.arbitrary && %t.arbitrary > %t.out && cmp %t.expected %t.out
// RUN: %clang -O2 -g -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-model=%policies/one.mlgo %s %S/Inputs/pressure.c -o %t.one && %t.one > %t.out && cmp %t.expected %t.out
// RUN: FileCheck %s < %t.expected

// CHECK: all values

#include <stdint.h>
#include <stdio.h>

void multiply(const double *, const double *, double *);
void mix(uint32_t *, int);
uint32_t across(const uint32_t *, uint32_t);
uint64_t divide(const uint64_t *, uint64_t);
void filter(const float *, float *, const float *, int);
uint32_t sink(uint32_t A, uint32_t B) { return A * 31 + B; }

int main(void) {
  double A[16], B[16], C[16];
  uint32_t State[16];
  uint64_t Numbers[16];
  float In[64], Out[64], Weights[12];
  for (int I = 0; I < 16; ++I) {
    A[I] = I, B[I] = 16 - I, C[I] = 0;
    State[I] = 7 * I, Numbers[I] = 3 * I + 1;
  }
  // Small integers, so that no order of evaluation rounds.
  for (int I = 0; I < 64; ++I)
    In[I] = I % 9, Out[I] = 0;
  for (int I = 0; I < 12; ++I)
    Weights[I] = I % 5;
  multiply(A, B, C);
  mix(State, 20);
  filter(In + 16, Out, Weights, 32);
  for (int I = 0; I < 16; ++I)
    printf("%g %u %g\n", C[I], State[I], Out[2 * I]);
  printf("%u %llu\n", across(State, 100),
         (unsigned long long)divide(Numbers, 1000));
  printf("all values\n");
  return 0;
}
