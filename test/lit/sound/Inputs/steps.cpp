// Steps through a function one instruction at a time. At each the backtrace has
// to lead to main, whatever has been pushed or popped.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ucontext.h>
#include <unwind.h>

static volatile bool Stepping;
static long Wrong, Steps;
static int Depth;
int main();

static _Unwind_Reason_Code look(_Unwind_Context *Context, void *Found) {
  // Enclosing functions are known by their starts.
  if (_Unwind_GetRegionStart(Context) == (_Unwind_Ptr)&main)
    *(bool *)Found = true;
  return ++Depth < 64 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void onStep(int, siginfo_t *, void *At) {
  // The processor stops after the next instruction while its trap flag is set.
  greg_t &Flags = static_cast<ucontext_t *>(At)->uc_mcontext.gregs[REG_EFL];
  Flags = Stepping ? Flags | 0x100 : Flags & ~greg_t(0x100);
  bool Found = false;
  Depth = 0;
  _Unwind_Backtrace(look, &Found);
  ++Steps;
  Wrong += !Found;
}

__attribute__((noinline)) long ask(long A, long B) { asm volatile(""); return A * 3 + B; }
__attribute__((noinline)) long many(long A, long B, long C, long D, long E, long F, long G, long H) {
  long S = 0;
  for (long I = A; I < B; ++I)
    S += ask(I, 5) + ask(C, 100) * D + ask(E + I, -7) * F - ask(G, 1) * H;
  if (S == 17)
    return ask(S, A);
  return S + ask(S, 3) * A + ask(B, 9) * C + D * ask(E, F) + G * H;
}
struct Scope { long *At; ~Scope() { *At += ask(*At, 2); } };
__attribute__((noinline)) long scoped(long A) {
  long Value = A;
  { Scope S{&Value}; if (A > 2) Value += ask(A, A); }
  char *Room = static_cast<char *>(__builtin_alloca(Value & 63));
  asm volatile("" : : "r"(Room) : "memory");
  return ask(Value, Room != nullptr);
}

int main() {
  struct sigaction Action = {};
  Action.sa_sigaction = onStep;
  Action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &Action, nullptr);
  Stepping = true;
  raise(SIGTRAP);
  volatile long Sum = many(1, 3, 4, 5, 6, 7, 8, 9) + scoped(1) + scoped(3);
  Stepping = false;
  std::printf("%ld %s, wrong callers: %ld\n", (long)Sum, Steps > 100 ? "stepped" : "did not step", Wrong);
}
