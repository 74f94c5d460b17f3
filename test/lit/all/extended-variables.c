// With -fextend-variable-liveness markers stand between last calls and returns.
// Calls that stock makes jumps stay jumps: where a policy would inline a call in
// another branch, and where it would leave out a pass (rings.py, seeds 354, 468).
//
// REQUIRES: llvm-22
// RUN: %clang --target=x86_64-linux-gnu -Oz -fextend-variable-liveness -S %s -o - | FileCheck %s
// RUN: for option in inline-stats gate-effort=2 gate-model=%policies/no-pass.mlgo; do %clang --target=x86_64-linux-gnu -Oz -fextend-variable-liveness -fpass-plugin=%all-22 -mllvm -mlgo-$option -S %s -o - 2> %t.err | FileCheck %s || exit 1; done
//
// CHECK-LABEL: {{^}}direct:
// CHECK: jmp {{ *}}indirect {{ *}}# TAILCALL
// CHECK-LABEL: {{^}}indirect:
// CHECK: jmpq {{ *}}*%{{.*}} # TAILCALL

struct pair {
  long x, y;
};
typedef struct pair (*function)(long, unsigned long, unsigned long);
extern volatile unsigned long steps;
extern long seen[64];
extern function table[4];
void mark(void);
struct pair indirect(long left, unsigned long a, unsigned long b);

static inline struct pair make(unsigned long a, unsigned long b) {
  struct pair r;
  __builtin_memset(&r, 0, sizeof r);
  r.x = (int)a & 127;
  r.y = (int)b;
  return r;
}

struct pair direct(long left, unsigned long a, unsigned long b) {
  if (left <= 0) {
    mark();
    return make(a, b);
  }
  seen[(a + b) & 63] ^= left;
  struct pair r = indirect(left - 1, (a >> 3) + b, a ^ b);
  return r;
}

struct pair indirect(long left, unsigned long a, unsigned long b) {
  if (left <= 0) {
    mark();
    return make(a, b);
  }
  steps += a & 0xff;
  for (int i = 0; i < 5; i++)
    b += seen[i] * 251ul;
  struct pair r = table[(a ^ b) & 3](left - 1, a, (unsigned long)left);
  return r;
}
