// Compilers that record into one file at the same time write whole modules one
// behind the other, and the file serves all of them.
//
// RUN: rm -rf %t && mkdir %t
// RUN: for i in 1 2 3 4 5 6 7 8; do sed "s/NAME/name$i/" %s > %t/$i.c; done
// RUN: printf '%%s\n' 1 2 3 4 5 6 7 8 | env MLGO_INLINE_MODEL=%policies/opposite.mlgo MLGO_INLINE_RECORD=%t/sites xargs -P 8 -I N %clang -Oz -fpass-plugin=%plugin -c %t/N.c -o %t/N.o
// RUN: grep -c '^#' %t/sites | FileCheck %s --check-prefix=ONE
// RUN: grep -c 'small#' %t/sites | FileCheck %s
// RUN: for i in 1 2 3 4 5 6 7 8; do env MLGO_INLINE_MODE=default MLGO_INLINE_DECISIONS=%t/sites %clang -Oz -fpass-plugin=%plugin -c %t/$i.c -o %t/$i.replayed.o && cmp %t/$i.o %t/$i.replayed.o || exit 1; done

// ONE: {{^1$}}
// CHECK: {{^24$}}

static int small(int x) { return x + 1; }

int NAME(int x) { return small(x) * small(x ^ 3) * small(x ^ 5); }
