// Calls that run often stay inlined where stock inlines them, whatever a policy
// says: at -Oz those that run four times for each run of the caller, at -Os those
// that run once in four. Code that LLVM takes for cold stays the policy's.
//
// DEFINE: %{never} = -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-model=%policies/never.mlgo -mllvm -mlgo-inline-everywhere -S -emit-llvm %s -o -
// RUN: %clang -Os %{never} | FileCheck %s --check-prefixes=LOOP,ONCE,COLD
// RUN: %clang -Oz %{never} | FileCheck %s --check-prefixes=LOOP,LEFT,COLD
// RUN: %clang -Os %{never} -mllvm -mlgo-inline-hot=ignore | FileCheck %s --check-prefixes=IGNORE
// RUN: %clang -Oz %{never} -mllvm -mlgo-inline-hot=ignore | FileCheck %s --check-prefixes=IGNORE
// RUN: env MLGO_INLINE_HOT=ignore %clang -Oz %{never} | FileCheck %s --check-prefixes=IGNORE
// RUN: %clang -Oz %{never} -mllvm -mlgo-inline-hot=maybe 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: mlgo-inline-hot is 'maybe', expected guard or ignore

int sink(int);
void stop(void) __attribute__((cold, noreturn));

// Nothing is cheaper than a call of it.
int small(int X) { return sink(X); }

// LOOP-LABEL: @loop(
// LOOP-NOT: @small(
// LOOP: ret
// IGNORE-LABEL: @loop(
// IGNORE: @small(
int loop(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += small(I);
  return Sum;
}

// ONCE-LABEL: @once(
// ONCE-NOT: @small(
// ONCE: ret
// LEFT-LABEL: @once(
// LEFT: @small(
// IGNORE-LABEL: @once(
// IGNORE: @small(
int once(int X) { return X < 5 ? X : small(X) ^ 1; }

// COLD-LABEL: @cold(
// COLD: @small(
int cold(int X) {
  if (X == 42) {
    small(X);
    stop();
  }
  return X;
}
