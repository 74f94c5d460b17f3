// Work for every task: calls that may be inlined, and more values than there
// are registers.
#include "../../regalloc/Inputs/pressure.c"

static uint32_t small(uint32_t X) { return ((X * 7) ^ (X >> 3)) + 1; }
uint32_t NAME(uint32_t X) {
  sink(small(X), X);
  return small(X) * small(X ^ 3) * small(X ^ 5);
}
