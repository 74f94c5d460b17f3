// Loop-strength reduction, whose gate is told of loops, not of functions, is left
// out of the function that a decisions file names.
//
// DEFINE: %{flags} = -Oz -ffunction-sections -fpass-plugin=%gate -mllvm -mlgo-gate-mode=default -mllvm -mlgo-gate-stats
// RUN: printf '# mlgo-gate-decisions 1\n0\tsecond\tloop-reduce\t*\n' > %t.txt
// RUN: %clang -Oz -ffunction-sections -c %s -o %t.stock
// RUN: %clang %{flags} -mllvm -mlgo-gate-decisions=%t.txt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %sections same %t.stock %t.o second
//
// AArch64 prepares all functions before the first loop comes: it is not known
// whose the loop is, and the pass runs.
//
// RUN: %clang --target=aarch64-linux-gnu -Oz -ffunction-sections -c %s -o %t.stock
// RUN: %clang --target=aarch64-linux-gnu %{flags} -mllvm -mlgo-gate-decisions=%t.txt -c %s -o %t.o
// RUN: %sections same %t.stock %t.o

// CHECK: differ=1 abstained=0 loop-reduce=1/{{[0-9]+$}}

int first(const int *values, int count, int step) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i * step];
  return sum;
}

int second(const int *values, int count, int step) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i * step] * 3;
  return sum;
}
