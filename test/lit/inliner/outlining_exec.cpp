// What was outlined does the same, with exceptions, references to locals and
// two files that have code of one template. The pass is for WebAssembly; its code is run here as
// that of the machine's own processor.
//
// RUN: split-file %s %t
// RUN: for name in one two; do \
// RUN:   %clangxx -Oz -Xclang -disable-llvm-passes -emit-llvm -S %t/$name.cpp -o %t/$name.ll && \
// RUN:   sed 's/^target triple.*/target triple = "wasm32-unknown-wasi"/' %t/$name.ll > %t/$name.wasm.ll && \
// RUN:   opt -load-pass-plugin=%plugin -mlgo-inline-outline -passes='default<Oz>' -verify-each -S %t/$name.wasm.ll -o %t/$name.out.ll && \
// RUN:   sed 's/^target triple.*/target triple = "x86_64-unknown-linux-gnu"/' %t/$name.out.ll > %t/$name.x.ll && \
// RUN:   %clangxx -Oz -Wno-override-module -Xclang -disable-llvm-passes -c %t/$name.x.ll -o %t/$name.o && \
// RUN:   llvm-nm-22 -j %t/$name.o | grep -q '^mlgo.outlined' || exit 1; \
// RUN: done
// RUN: %clangxx %t/one.o %t/two.o -o %t/outlined && %t/outlined > %t/out
// RUN: %clangxx -O1 %t/one.cpp %t/two.cpp -o %t/stock && %t/stock > %t/expected
// RUN: cmp %t/expected %t/out
// RUN: FileCheck %s < %t/out
//
// CHECK: 1 ends 7, 1001; 49. 100000. 100001. 100002. x 3 ends 8, 1002; 64. 100000. 100001. 100002. y

//--- log.h
void log(const char *Format, long long Value);
extern int Depth;

struct Scope {
  explicit Scope(int D) { Depth += D; }
  ~Scope() { log("%lld ends", Depth); }
};

template <int N> struct Report {
  __attribute__((noinline)) static int write(long long A, const char *End) {
    {
      Scope S(N);
      if (A > 1000)
        throw End;
    }
    log("%lld,", A);
    log("%lld;", 1000 + N);
    log("%lld.", A * A);
    log("%lld.", 100000);
    log("%lld.", 100001);
    log("%lld.", 100002);
    log(End, 0);
    return Depth * 2;
  }
};

//--- one.cpp
#include "log.h"
#include <cstdio>
int Depth = 0;
int other(int Times);
static int Count = 0;
void log(const char *Format, long long Value) {
  if (++Count > 1)
    std::printf(" ");
  std::printf(Format, Value);
}
int main() {
  int Sum = Report<1>::write(7, "x") + Report<2>::write(8, "y");
  try {
    Report<1>::write(1001, "z");
  } catch (const char *End) {
    log(End, 0);
  }
  Sum += other(3);
  log("%lld", Count);
  log("%lld", Sum);
  std::printf("\n");
}

//--- two.cpp
#include "log.h"
int other(int Times) {
  return Report<1>::write(Times, "v") - Report<3>::write(9, "w");
}
