// Functions for size whose code is the same are merged. What templates become
// is one function for the whole program, not one for each file.
//
// RUN: split-file %s %t
// RUN: %clangxx -Oz -ffunction-sections -fpass-plugin=%plugin -c %t/one.cpp -o %t/one.o
// RUN: %clangxx -Oz -ffunction-sections -fpass-plugin=%plugin -c %t/two.cpp -o %t/two.o
// RUN: llvm-nm-22 -j %t/one.o | grep '^mlgo.merged' > %t/one.names
// RUN: count 1 < %t/one.names
// RUN: llvm-nm-22 -j %t/two.o | grep '^mlgo.merged' | cmp - %t/one.names
// RUN: llvm-readelf-22 --section-groups %t/one.o | FileCheck %s --check-prefix=GROUP
// RUN: for linker in bfd lld; do \
// RUN:   %clangxx -fuse-ld=$linker -Wl,--gc-sections %t/one.o %t/two.o -o %t/exe && %t/exe && \
// RUN:   llvm-nm-22 -j %t/exe | grep -c '^mlgo.merged' | FileCheck %s --check-prefix=ONE || exit 1; \
// RUN: done
//
// With LTO this is done at the link, where no file is alone.
// RUN: %clangxx -Oz -flto -c %t/one.cpp -o %t/one.bc
// RUN: %clangxx -Oz -flto -c %t/two.cpp -o %t/two.bc
// RUN: %clangxx -flto -fuse-ld=lld -Wl,--load-pass-plugin=%plugin %t/one.bc %t/two.bc -o %t/lto && %t/lto
// RUN: llvm-objdump-22 -d --no-show-raw-insn %t/lto | FileCheck %s --check-prefix=LTO
//
// What refers to what is local to a file stays, as what is for speed, and all
// if the user says so or decides otherwise:
// RUN: %clangxx -Oz -DLOCAL -fpass-plugin=%plugin -c %t/one.cpp -o %t/other.o
// RUN: llvm-nm-22 -j %t/other.o | not grep '^mlgo.merged'
// RUN: %clangxx -O2 -fpass-plugin=%plugin -c %t/one.cpp -o %t/other.o
// RUN: llvm-nm-22 -j %t/other.o | not grep '^mlgo.merged'
// RUN: %clangxx -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-stock-duplicates -c %t/one.cpp -o %t/other.o
// RUN: llvm-nm-22 -j %t/other.o | not grep '^mlgo.merged'
// RUN: env MLGO_INLINE_STOCK_DUPLICATES=1 %clangxx -Oz -fpass-plugin=%plugin -c %t/one.cpp -o %t/other.o
// RUN: llvm-nm-22 -j %t/other.o | not grep '^mlgo.merged'
// RUN: %clangxx -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=default -c %t/one.cpp -o %t/other.o
// RUN: %clangxx -Oz -c %t/one.cpp -o %t/stock.o && cmp %t/other.o %t/stock.o
//
// GROUP: COMDAT group section {{.*}} [mlgo.merged.{{[0-9a-f]+}}]
// ONE: {{^}}1{{$}}
// LTO: <_ZN4ListIsE3addEPs>:
// LTO-NEXT: jmp {{.*}} <_ZN4ListIiE3addEPi>

//--- list.h
extern int Steps;
#ifdef LOCAL
static volatile int Kept;
#else
extern int Kept;
#endif

template <typename T> struct List {
  T *Items[8];
  int Size = 0;
  __attribute__((noinline)) void add(T *Item) {
    for (int I = Size++; I > 0; --I)
      Items[I] = Items[I - 1];
    Items[0] = Item;
    Steps += Kept;
  }
};

//--- one.cpp
#include "list.h"
int Steps;
#ifndef LOCAL
int Kept = 1;
#endif
static int Values[3];
static short Others[3];

template <typename L, typename T> int fill(L &List, T *Items) {
  for (int I = 0; I < 3; ++I)
    List.add(&Items[I]);
  return List.Items[0] == &Items[2] && List.Items[2] == &Items[0];
}
int fillAgain();

// Where a program can tell, addresses stay different.
using Add = void (List<int>::*)(int *);
using AddOther = void (List<short>::*)(short *);
int main() {
  List<int> Numbers;
  List<short> OtherNumbers;
  volatile Add First = &List<int>::add;
  volatile AddOther Second = &List<short>::add;
  const bool AreDifferent =
      reinterpret_cast<Add>(const_cast<AddOther &>(Second)) !=
      const_cast<Add &>(First);
  return fill(Numbers, Values) && fill(OtherNumbers, Others) && fillAgain() &&
                 AreDifferent && Steps == 12
             ? 0
             : 1;
}

//--- two.cpp
#include "list.h"
static int Values[3];
static short Others[3];

int fillAgain() {
  List<int> Numbers;
  List<short> OtherNumbers;
  for (int I = 0; I < 3; ++I) {
    Numbers.add(&Values[I]);
    OtherNumbers.add(&Others[I]);
  }
  return Numbers.Size + OtherNumbers.Size == 6;
}
