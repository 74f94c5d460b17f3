// A record has what was decided of the registers of each function, adds up to
// the statistics, and changes nothing.
//
// DEFINE: %{flags} = -Oz -fpass-plugin=%regalloc
// RUN: rm -f %t.record %t.stats
// RUN: %clang %{flags} -c %S/Inputs/pressure.c -o %t.o
// RUN: env MLGO_REGALLOC_RECORD=%t.record MLGO_REGALLOC_STATS_FILE=%t.stats %clang %{flags} -c %S/Inputs/pressure.c -o %t.recorded.o
// RUN: cmp %t.o %t.recorded.o
// RUN: awk -F '\t' 'NF == 4 { D += $2; R += $3; S += $4 } END { print "differ=" D " reassigned=" R " saved=" S }' %t.record > %t.sums
// RUN: sed -n 's/.* \(reassigned=[0-9]*\) \(saved=[0-9-]*\) \(differ=[0-9]*\) .*/\3 \1 \2/p' %t.stats | cmp - %t.sums
// RUN: FileCheck %s --check-prefix=SUMS < %t.sums
//
// A second module is appended; local functions have their file, and those with
// nothing of ours no line.
// RUN: env MLGO_REGALLOC_RECORD=%t.record %clang -O2 -fpass-plugin=%regalloc -c %s -o %t.o
// RUN: grep -c mlgo-regalloc-decisions %t.record | FileCheck %s --check-prefix=ONE
// RUN: FileCheck %s < %t.record
//
// It can be told by a flag, and not written is an error.
// RUN: rm -f %t.record && %clang -O2 -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-record=%t.record -c %s -o %t.o && FileCheck %s < %t.record
// RUN: not env MLGO_REGALLOC_RECORD=%t.no/such %clang -O2 -fpass-plugin=%regalloc -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FAULT

// SUMS: reassigned={{[1-9]}}
// ONE: {{^1$}}
// CHECK: # mlgo-regalloc-decisions 1
// CHECK-NOT: nothing
// CHECK: two@record.c{{	0	[1-9][0-9]*	[1-9]}}
// CHECK-NOT: nothing
// FAULT: error: {{.*}}mlgo regalloc: {{.*}}cannot open

int ask(long A, long B);

__attribute__((noinline)) static long two(long A, long B) {
  return ask(A, B) + A * B;
}
long nothing(void) { return 1; }
long use(long A) { return two(A, 2) + two(3, A); }
