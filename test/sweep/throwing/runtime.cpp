// The same for all programs of throwing.py. For each N, the N-th tick throws; a
// line says what had happened then.

#include "runtime.h"

#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

u memory[16];

static u Hash, HashOfThrow, Ticks;
static long Left, Again;
static bool HasThrown;
static std::jmp_buf Driver;

Thrown::~Thrown() { note(value); }

void note(u value) { Hash = (Hash ^ value) * 0x9e3779b1u + (Hash >> 15); }

static void count() {
  ++Ticks;
  if (--Left != 0)
    return;
  Left = Again;
  HasThrown = true;
  HashOfThrow = Hash;
  switch (Ticks % 5) {
  case 0:
    throw int(Ticks);
  case 1:
  case 2: {
    Thrown thrown;
    thrown.value = Ticks;
    throw thrown;
  }
  case 3: {
    ThrownMore thrown;
    thrown.value = Ticks;
    thrown.more = Hash;
    throw thrown;
  }
  default:
    throw "a string";
  }
}

u tick(u value) {
  note(value);
  count();
  return value * 5 + 1;
}

u tick3(u a, l b, u c) {
  note(a);
  note(u(b ^ (b >> 32)));
  note(c);
  count();
  return a ^ u(b) ^ c;
}

l tick9(u a, u b, l c, u e, d f, u g, l h, u i, u j) {
  note(a * 3 + b * 5 + u(c) * 7 + e * 9);
  note(u(f) + g * 3 + u(h) * 5 + i * 7 + j * 9);
  count();
  return c + h + a + j;
}

d tick_d(d a, d b) {
  note(u(a));
  note(u(b));
  count();
  return a * 0.5 + b * 0.25 + 3;
}

Small tick_small(Small value, u other) {
  note(value.a + value.b * 3 + other);
  count();
  return {value.b + 1, value.a ^ other};
}

Big tick_big(Big value, u other) {
  for (l one : value.v)
    note(u(one ^ (one >> 32)) + other);
  count();
  value.v[other % 5] += other;
  return value;
}

void tick_memory(u *p, u size) {
  for (u i = 0; i < size; ++i)
    note(p[i]);
  count();
  for (u i = 0; i < size; ++i)
    p[i] = p[i] * 3 + i;
}

u tick_list(u size, ...) {
  va_list list;
  va_start(list, size);
  u sum = 0;
  for (u i = 0; i < size; ++i)
    sum = sum * 31 + (i % 2 ? u(va_arg(list, l)) : va_arg(list, u));
  va_end(list);
  note(sum);
  count();
  return sum;
}

static int attempt() {
  try {
    entry();
    return 0;
  } catch (int value) {
    note(value);
    return 1;
  } catch (const ThrownMore &thrown) {
    note(thrown.more);
    return 2;
  } catch (const Thrown &thrown) {
    note(thrown.value);
    return 3;
  } catch (...) {
    return 4;
  }
}

static void terminated() { std::longjmp(Driver, 1); }

// USAGE: program [FIRST [LAST [STEP]]]
int main(int count, char **words) {
  const long first = count > 1 ? std::atol(words[1]) : 1;
  const long last = count > 2 ? std::atol(words[2]) : 4000;
  const long step = count > 3 ? std::atol(words[3]) : 1;
  std::set_terminate(terminated);
  for (volatile long n = first; n <= last; n += step) {
    Hash = Ticks = HashOfThrow = 0;
    HasThrown = false;
    Left = n;
    Again = n % 3 == 0 ? n % 7 + 1 : 0;
    for (u i = 0; i < 16; ++i)
      memory[i] = i * 0x1234567u;
    if (setjmp(Driver) != 0) {
      // What is unwound before std::terminate is the compiler's choice.
      std::printf("%ld ends at %08x\n", long(n), HashOfThrow);
      continue;
    }
    const int how = attempt();
    for (u one : memory)
      note(one);
    std::printf("%ld %d %u %08x\n", long(n), how, Ticks, Hash);
    if (!HasThrown)
      return 0;
  }
}
