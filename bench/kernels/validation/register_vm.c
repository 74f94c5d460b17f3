// A machine with registers that jumps through a table of labels
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  MOVE,
  LOADK,
  ADD,
  ADDK,
  MUL,
  AND,
  SHIFT,
  GET,
  SET,
  LESS,
  JUMP,
  CALL,
  RET,
  HALT
};

#define INS(op, a, b, c)                                                       \
  ((uint32_t)(op) | (a) << 8 | (b) << 16 | (uint32_t)(c) << 24)
#define A (ins >> 8 & 255)
#define B (ins >> 16 & 255)
#define C (ins >> 24)

struct frame {
  const uint32_t *back;
  uint32_t *base;
};

struct machine {
  uint32_t registers[512];
  struct frame frames[32];
  uint32_t *heap;
  uint32_t heap_size;
  long executed;
};

static int fault(struct machine *m, const char *what) {
  m->executed = -1;
  return what[0];
}

static int execute(struct machine *m, const uint32_t *code) {
  static const void *const labels[] = {&&move, &&loadk, &&add, &&addk, &&mul,
                                       &&and,  &&shift, &&get, &&set,  &&less,
                                       &&jump, &&call,  &&ret, &&halt};
  uint32_t *r = m->registers, ins;
  const uint32_t *pc = code;
  int depth = 0;
#define NEXT                                                                   \
  do {                                                                         \
    ins = *pc++;                                                               \
    m->executed++;                                                             \
    goto *labels[ins & 255];                                                   \
  } while (0)
  NEXT;
move:
  r[A] = r[B];
  NEXT;
loadk:
  r[A] = ins >> 16;
  NEXT;
add:
  r[A] = r[B] + r[C];
  NEXT;
addk:
  r[A] = r[B] + C;
  NEXT;
mul:
  r[A] = r[B] * r[C];
  NEXT;
and:
  r[A] = r[B] & r[C];
  NEXT;
shift:
  r[A] = r[B] >> (C & 31);
  NEXT;
get:
  if (r[B] >= m->heap_size)
    return fault(m, "get");
  r[A] = m->heap[r[B]];
  NEXT;
set:
  if (r[B] >= m->heap_size)
    return fault(m, "set");
  m->heap[r[B]] = r[A];
  NEXT;
less:
  if (!(r[A] < r[B]))
    pc += C;
  NEXT;
jump:
  pc += (int32_t)ins >> 8;
  NEXT;
call:
  if (depth == 32)
    return fault(m, "depth");
  m->frames[depth].back = pc;
  m->frames[depth++].base = r;
  r += A;
  pc = code + (ins >> 16);
  NEXT;
ret:
  if (!depth)
    return fault(m, "ret");
  pc = m->frames[--depth].back;
  r = m->frames[depth].base;
  NEXT;
halt:
  return 0;
}

// Fills the heap with numbers and adds them up; 14 is the callee.
static const uint32_t program[] = {
    INS(LOADK, 0, 0, 0),
    INS(LOADK, 1, 1000 & 255, 1000 >> 8),
    INS(LOADK, 3, 7, 0),
    INS(LESS, 0, 1, 6), // 3: while r0 < r1
    INS(MOVE, 8, 0, 0),
    INS(CALL, 8, 14, 0),
    INS(SET, 9, 0, 0),
    INS(ADD, 3, 3, 9),
    INS(ADDK, 0, 0, 1),
    INS(JUMP, (uint32_t)-7 & 255, 255, 255),
    INS(LOADK, 0, 0, 0),
    INS(MOVE, 5, 3, 0),
    INS(HALT, 0, 0, 0),
    INS(HALT, 0, 0, 0),
    INS(LOADK, 2, 0, 0),
    INS(LOADK, 1, 1, 0), // 14: r0 is the argument
    INS(LOADK, 3, 12, 0),
    INS(LESS, 2, 3, 5), // 17: twelve rounds
    INS(MUL, 4, 1, 0),
    INS(SHIFT, 5, 4, 9),
    INS(ADD, 1, 4, 5),
    INS(ADDK, 2, 2, 1),
    INS(JUMP, (uint32_t)-6 & 255, 255, 255),
    INS(RET, 0, 0, 0)};

int main(void) {
  struct machine *m = calloc(1, sizeof *m);
  m->heap_size = 1000;
  m->heap = calloc(m->heap_size, sizeof *m->heap);
  uint32_t hash = 0;
  for (int i = 0; i < 12; i++) {
    int code = execute(m, program);
    hash = hash * 31 + m->registers[5] + m->heap[i * 7] + (uint32_t)code;
  }
  printf("register_vm %ld %u\n", m->executed, (unsigned)hash);
  free(m->heap);
  free(m);
  return 0;
}
