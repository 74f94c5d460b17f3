; With a profile another inliner runs before all others. It is stock's, so that
; the profile fits; what is inlined later is decided by the file, at -O2 too, and
; sites have the same names with a profile and without one.
;
; RUN: (echo :ir; for f in middle outer 'profile.c;small' 'profile.c;helper'; do printf '%%s\n742261418966908927\n1\n1000000\n' "$f"; done) > %t.proftext
; RUN: llvm-profdata merge %t.proftext -o %t.profdata
; RUN: rm -f %t.with %t.without
; RUN: %clang -O2 -fprofile-use=%t.profdata -c %s -o %t.stock.o
; RUN: %clang -O2 -fprofile-use=%t.profdata -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=default -mllvm -mlgo-inline-everywhere -mllvm -mlgo-inline-record=%t.with -c %s -o %t.recorded.o
; RUN: cmp %t.stock.o %t.recorded.o
; RUN: %clang -O2 -c %s -o %t.plain.o
; RUN: %clang -O2 -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=default -mllvm -mlgo-inline-everywhere -mllvm -mlgo-inline-record=%t.without -c %s -o %t.o
; RUN: cmp %t.plain.o %t.o
; RUN: FileCheck %s --check-prefixes=CHECK,WITH < %t.with
; RUN: FileCheck %s < %t.without
; WITH-DAG: middle{{[[:space:]]}}helper{{[[:space:]]}}small#0/helper#0
; CHECK-DAG: middle{{[[:space:]]}}helper{{[[:space:]]}}helper#0
; CHECK-DAG: outer{{[[:space:]]}}middle{{[[:space:]]}}middle#0
;
; Decisions win over stock, with the profile and without it; the other sites are
; stock's.
; RUN: (echo '# mlgo-inline-decisions 1'; printf '0\touter\tmiddle\tmiddle#0\n') > %t.no
; RUN: (echo '# mlgo-inline-decisions 1'; printf '1\touter\tmiddle\tmiddle#0\n') > %t.yes
; RUN: %clang -O2 -fprofile-use=%t.profdata -fpass-plugin=%plugin -mllvm -mlgo-inline-decisions=%t.no -S -emit-llvm %s -o - | FileCheck %s --check-prefix=NO
; RUN: %clang -O2 -fprofile-use=%t.profdata -fpass-plugin=%plugin -mllvm -mlgo-inline-decisions=%t.yes -S -emit-llvm %s -o - | FileCheck %s --check-prefix=YES
; RUN: %clang -O2 -fpass-plugin=%plugin -mllvm -mlgo-inline-decisions=%t.no -S -emit-llvm %s -o - | FileCheck %s --check-prefix=NO
; RUN: %clang -O2 -fpass-plugin=%plugin -mllvm -mlgo-inline-decisions=%t.yes -S -emit-llvm %s -o - | FileCheck %s --check-prefix=YES
; NO-LABEL: define {{.*}} @outer(
; NO: call {{.*}} @middle(
; YES-LABEL: define {{.*}} @outer(
; YES-NOT: call {{.*}} @middle(
; YES-LABEL: {{^}}}

source_filename = "profile.c"
target triple = "x86_64-pc-linux-gnu"

declare i32 @sink(i32, i32)

define internal i32 @helper(i32 %x) {
  %a = call i32 @sink(i32 %x, i32 1)
  %b = call i32 @sink(i32 %a, i32 2)
  %c = call i32 @sink(i32 %b, i32 3)
  %d = call i32 @sink(i32 %c, i32 4)
  ret i32 %d
}

define internal i32 @small(i32 %x) {
  %a = add i32 %x, 1
  %b = call i32 @helper(i32 %a)
  ret i32 %b
}

define i32 @middle(i32 %x) {
  %a = call i32 @small(i32 %x)
  %b = call i32 @sink(i32 %a, i32 1)
  %c = call i32 @sink(i32 %b, i32 2)
  %d = call i32 @sink(i32 %c, i32 3)
  %e = call i32 @helper(i32 %d)
  ret i32 %e
}

define i32 @outer(i32 %x) {
  %a = call i32 @middle(i32 %x)
  %b = call i32 @sink(i32 %a, i32 7)
  ret i32 %b
}
