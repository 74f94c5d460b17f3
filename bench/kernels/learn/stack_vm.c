// A machine with a stack runs a program of bytes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum op {
  PUSH,
  ADD,
  SUB,
  MUL,
  MOD,
  LESS,
  EQUAL,
  NOT,
  LOAD,
  STORE,
  GETM,
  SETM,
  JUMP,
  JUMPZ,
  CALL,
  RET,
  DUP,
  DROP,
  SWAP,
  OUT,
  HALT
};

typedef struct {
  const int16_t *code;
  int pc, sp, fp;
  int32_t stack[256];
  int32_t memory[4096];
  uint32_t output;
  int error;
} vm;

static void push(vm *m, int32_t value) {
  if (m->sp >= 256)
    m->error = 1;
  else
    m->stack[m->sp++] = value;
}

static int32_t pop(vm *m) {
  if (m->sp == 0) {
    m->error = 2;
    return 0;
  }
  return m->stack[--m->sp];
}

static long run(vm *m) {
  long steps = 0;
  int32_t a, b;
  while (!m->error) {
    steps++;
    switch (m->code[m->pc++]) {
    case PUSH:
      push(m, m->code[m->pc++]);
      break;
    case ADD:
      b = pop(m);
      a = pop(m);
      push(m, a + b);
      break;
    case SUB:
      b = pop(m);
      a = pop(m);
      push(m, a - b);
      break;
    case MUL:
      b = pop(m);
      a = pop(m);
      push(m, a * b);
      break;
    case MOD:
      b = pop(m);
      a = pop(m);
      if (b == 0)
        m->error = 3;
      else
        push(m, a % b);
      break;
    case LESS:
      b = pop(m);
      a = pop(m);
      push(m, a < b);
      break;
    case EQUAL:
      b = pop(m);
      a = pop(m);
      push(m, a == b);
      break;
    case NOT:
      push(m, !pop(m));
      break;
    case LOAD:
      push(m, m->stack[m->code[m->pc++]]);
      break;
    case STORE:
      a = pop(m);
      m->stack[m->code[m->pc++]] = a;
      break;
    case GETM:
      push(m, m->memory[pop(m) & 4095]);
      break;
    case SETM:
      a = pop(m) & 4095;
      m->memory[a] = pop(m);
      break;
    case JUMP:
      m->pc = m->code[m->pc];
      break;
    case JUMPZ:
      a = m->code[m->pc++];
      if (!pop(m))
        m->pc = a;
      break;
    case CALL:
      push(m, m->pc + 1);
      m->pc = m->code[m->pc];
      break;
    case RET:
      m->pc = pop(m);
      break;
    case DUP:
      a = pop(m);
      push(m, a);
      push(m, a);
      break;
    case DROP:
      pop(m);
      break;
    case SWAP:
      b = pop(m);
      a = pop(m);
      push(m, b);
      push(m, a);
      break;
    case OUT:
      m->output = m->output * 31 + (uint32_t)pop(m);
      break;
    case HALT:
      return steps;
    default:
      m->error = 4;
    }
  }
  return -steps;
}

// Sieves primes below 2000: s0 is the prime, s1 its multiples, s2 the count.
static const int16_t sieve[] = {
    PUSH,  2,    PUSH, 0,     PUSH, 0,         // 0
    LOAD,  0,    PUSH, 2000,  LESS, JUMPZ, 55, // 6
    LOAD,  0,    GETM, JUMPZ, 20,   JUMP,  46, // 13
    LOAD,  0,    OUT,  LOAD,  2,    PUSH,  1,  ADD,   STORE,
    2,     LOAD, 0, // 20
    STORE, 1,       // 32
    PUSH,  1,    LOAD, 1,     SETM, CALL,  57, JUMPZ, 46,
    JUMP,  34,   HALT,                                   // 34
    LOAD,  0,    PUSH, 1,     ADD,  STORE, 0,  JUMP,  6, // 46
    OUT,   HALT,                                         // 55
    LOAD,  1,    LOAD, 0,     ADD,  STORE, 1,  LOAD,  1,
    PUSH,  2000, LESS, // 57
    SWAP,  RET};

int main(void) {
  static vm m;
  long steps = 0;
  uint32_t all = 0;
  for (int i = 0; i < 8 && !m.error; i++) {
    memset(&m, 0, sizeof m);
    m.code = sieve;
    steps += run(&m);
    all = all * 7 + m.output;
  }
  printf("stack_vm %ld %d %u\n", steps, m.error, (unsigned)all);
  return 0;
}
