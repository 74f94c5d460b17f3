// Where addresses have to be aligned, a word at any address is loaded byte by
// byte. LLVM's cost does not know that, so the policy is told: four loads of
// eight bytes are of 28 more parts, each of three instructions.
//
// RUN: for misaligned in -mno-strict-align -mstrict-align; do \
// RUN:   %clang --target=riscv64-linux-gnu $misaligned -Oz -ffreestanding -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-mode=development -mllvm -mlgo-inline-training-log=%t.log -c %s -o %t.o && \
// RUN:   mlgo log print %t.log || exit 1; \
// RUN: done | FileCheck %s
//
// CHECK: {{^}}cost_estimate: [[#COST:]]
// CHECK: {{^}}cost_estimate: [[#COST+420]]

typedef unsigned long __attribute__((aligned(1))) AnyWord;

static void load(unsigned long *to, const AnyWord *from) {
  to[0] = from[0] + from[1];
  to[1] = from[2] ^ from[3];
}

void first(unsigned long *to, const AnyWord *from) { load(to, from); }

void second(unsigned long *to, const AnyWord *from) { load(to + 1, from + 1); }
