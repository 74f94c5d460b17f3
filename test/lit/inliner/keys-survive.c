// Keys of call sites do not change when other functions are added, removed and
// reordered; nor when these sites are decided differently.
//
// RUN: rm -f %t.before %t.after %t.other
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=default -mllvm -mlgo-inline-record=%t.before -c %s -o %t.o
// RUN: %clang -Oz -DEDITED -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=default -mllvm -mlgo-inline-record=%t.after -c %s -o %t.o
// RUN: cut -f2-4 %t.before | grep -v '^#' | sort > %t.before-keys
// RUN: cut -f2-4 %t.after | grep -v '^#' | grep -v 'added' | sort > %t.after-keys
// RUN: cmp %t.before-keys %t.after-keys
// RUN: FileCheck %s < %t.after-keys
//
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/opposite.mlgo -mllvm -mlgo-inline-record=%t.other -c %s -o %t.o
// RUN: cut -f2-4 %t.other | grep -v '^#' | sort > %t.other-keys
// RUN: FileCheck %s --check-prefix=OTHER < %t.other-keys

// CHECK-DAG: first{{[[:space:]]}}twice{{[[:space:]]}}twice#0
// CHECK-DAG: twice@keys-survive.c{{[[:space:]]}}once{{[[:space:]]}}once#0
// CHECK-DAG: twice@keys-survive.c{{[[:space:]]}}once{{[[:space:]]}}once#1
// CHECK-DAG: second{{[[:space:]]}}once{{[[:space:]]}}once#0
// OTHER-DAG: first{{[[:space:]]}}twice{{[[:space:]]}}twice#0
// OTHER-DAG: second{{[[:space:]]}}once{{[[:space:]]}}once#0

int sink(int);
static inline int once(int x) { return x * 3 + 1; }
static inline int twice(int x) { return once(x) ^ once(x + 1); }

#ifdef EDITED
static int added_helper(int x) { return sink(x) + sink(x + 1); }
int added(int x) { return added_helper(x) + added_helper(x + 2) + once(x); }
int second(int x) { return once(x) - 7; }
#endif

int first(int x) { return twice(x) + 5; }

#ifdef EDITED
int added_too(int x) { return added(x) + added_helper(x); }
#else
int second(int x) { return once(x) - 7; }
#endif
